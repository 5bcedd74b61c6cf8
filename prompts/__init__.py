"""One Markdown file per prompt, and the library that renders them."""
