"""How the reference answers the operations of each system: a module with the name of the system has `Answers`.

Every public method is an operation, `read_token` for read-token; it turns the JSON of a request into the values of a
pure function and back. `FEATURES` lists what is claimed beyond the operations.
"""
