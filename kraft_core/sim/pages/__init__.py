"""What did every node do, and when? A timeline as one HTML page."""
