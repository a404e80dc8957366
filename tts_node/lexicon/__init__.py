"""Where the household's words are kept: one YAML file that people edit and the node changes.

    words:
      any:
        Siobhan: Shivawn
      de:
        Bad Aibling: {ipa: "baːt ˈaɪblɪŋ"}
        WLAN: {say: W Lan, case: exact}
    units:
      en:
        Vbat: {one: battery volt, say: battery volts}
    abbreviations:
      de:
        Whg.: Wohnung

`file` reads it, `checks` says what may be in an entry, `edit` changes lines of it, `household` keeps it in a
running node. What the entries do to a text is `tts_node.text.lexicon`.
"""
