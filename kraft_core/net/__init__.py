"""Which addresses has a name, and which of them answers? Below clients and nodes."""
