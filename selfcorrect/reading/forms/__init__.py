"""Files to the text that a reader reads: e-mails, web pages, Markdown, PDFs. One file a form."""
