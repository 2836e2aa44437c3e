"""What all requests share: an open log directory with everything that lives in it, without sockets."""
