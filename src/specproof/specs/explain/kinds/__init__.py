"""What has a page: module `<kind>` says which names look like its own (SHAPE), finds pages, and lists all names."""
