"""Shows debates to people: result, words, terminal texts, pages, the report, and records as files."""
