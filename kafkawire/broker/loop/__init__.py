"""The one event loop that everything is done on: whose turn it is, clocks, long work, replies that come later."""
