"""One page for anything that has a name in the law, told to somebody who never saw the source."""
