"""From an utterance to sound: the one entry `Speech.speak`, the conductor, the cache."""
