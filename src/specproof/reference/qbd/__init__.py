"""How a booking workbook is read: the grammars of its cells, dates, and the ids of what was observed."""
