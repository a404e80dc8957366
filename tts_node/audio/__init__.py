"""Sound as bytes: formats, containers, files and small arithmetic on samples. Knows nothing of speech."""
