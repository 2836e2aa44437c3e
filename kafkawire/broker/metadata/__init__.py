"""What there is: topics, features, users and rules, replayed from the metadata log and written to it."""
