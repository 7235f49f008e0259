"""What a document offers for each field: beside labels, in titles and sentences, at its head."""
