"""The schema simulator: replays a script's statements over a schema, as MySQL 5.7 would, without a server.

Sits between reader and checks. It predicts structure and refusals from text alone; it refuses to guess about rows, and
where the text does not decide, a conflict is marked as uncertain.
"""
