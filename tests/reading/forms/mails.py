"""E-mails as mail programs write them."""

from email.message import EmailMessage
from email.policy import SMTP
from typing import Any


def mail(text: str | None = None, html: str | None = None, **headers: str) -> EmailMessage:
    """A message with a plain body, an HTML one, or both as alternatives."""
    made = EmailMessage()
    made["From"] = headers.pop("sender", "Büro <office@acme.example>")
    made["To"] = "bob@example.org"
    made["Date"] = "Mon, 03 Feb 2025 09:00:00 +0100"
    made["Subject"] = headers.pop("subject", "Your invoice")
    if text is not None:
        made.set_content(text)
    if html is not None:
        add: Any = made.set_content if text is None else made.add_alternative
        add(html, subtype="html")
    return made


def raw(message: EmailMessage) -> bytes:
    """The bytes that go over the wire."""
    return message.as_bytes(policy=SMTP)


HEAD = """\
From: Büro <office@acme.example>
To: bob@example.org
Date: Mon, 03 Feb 2025 09:00:00 +0100
Subject: Your invoice"""
