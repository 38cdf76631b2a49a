"""What a schema cannot say of a kind of file: module `<kind>` has `check(path, content)`, run for each sound file."""
