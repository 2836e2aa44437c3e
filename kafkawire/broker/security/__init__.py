"""Who is let in, and who may do what: TLS, SASL, users, ACLs."""
