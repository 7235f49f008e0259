"""Other ways to say the same rules, as their own manuals would have one write them."""
