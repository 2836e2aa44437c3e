"""What is done before a release: `make release-check` and `make changes`. The checklist is `docs/release.md`."""
