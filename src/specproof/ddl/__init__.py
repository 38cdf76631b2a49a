"""Scripts judged against exactly MySQL 5.7: lexer, splitter, strict reader, second reader, simulator, checks."""
