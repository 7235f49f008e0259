"""The rows of lists: tables by their headings, and rows by patterns and labels."""
