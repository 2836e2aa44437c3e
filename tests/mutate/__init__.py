"""A sample of mutants: does a test notice when a token of the code changes? `make mutate`."""
