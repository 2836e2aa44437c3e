"""Share groups (KIP-932): their members, what they are given, and what is kept of it."""
