"""Who is let in, and who may do what: listeners, TLS, SASL, users, ACLs."""
