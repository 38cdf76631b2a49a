"""The command line: parses options, calls the rooms below, renders, and turns outcomes into exit codes."""
