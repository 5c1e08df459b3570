"""The compiled engine under AddressSanitizer and UndefinedBehaviorSanitizer: `make sanitize`."""
