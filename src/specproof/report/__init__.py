"""One renderer a file. Each takes value objects of `finding` or `evidence` and gives text; none reads or decides."""
