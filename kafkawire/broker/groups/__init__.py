"""Groups and their offsets: the classic protocol, that of KIP-848, and the way from one to the other."""
