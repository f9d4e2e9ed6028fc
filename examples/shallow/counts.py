"""What `shallow DECK` must count: the formulas of README.md. Nobody tells the bytes that READ and WRITE
move: None."""
import pathlib

KEYS = ("COLUMNS", "ROWS", "STEPS", "HISTORY", "RESTART", "SECONDS", "FILTER", "END")


def deck(path):
    """The values of a deck, by keyword, and how it is read: the cards up to END, and the keywords among them."""
    values = {"COLUMNS": 512, "ROWS": 512, "STEPS": 300, "HISTORY": 20, "RESTART": 100}
    reads, keywords = 0, []
    for card in pathlib.Path(path).read_text().splitlines():
        reads += 1
        if not card.startswith("*"):
            keywords.append(card[:8].strip())
            values[keywords[-1]] = float(card[8:20].strip() or 0)
        if keywords[-1:] == ["END"]:
            return values, reads, keywords
    return values, reads + 1, keywords  # the last one finds the end


def counts(arguments):
    values, reads, keywords = deck(arguments[0])
    n, m, s, every, saved = (int(values[key]) for key in KEYS[:5])
    k = 1 + -(-s // every)  # lines of history: at the start, every so many steps, and after the last
    r = -(-s // saved)      # restart files, in the same way
    p = 3 + 7 * s           # fields continued: 3 at the start, 7 per step
    d = len(keywords)
    routines = {
        "SHALOW": 1, "RDCARD": 1, "INITAL": 1, "OPENF": 1, "VERIFY": 1, "RDHIST": 1, "RDREST": 1, "SMOTH0": 1,
        "FLUXES": s, "TENDCY": s, "SMOOTH": s - 1, "PERIOD": p, "SUMS": k, "HISTRY": k, "SAVE": r,
    }
    loops = {
        ("SHALOW", 1): (1, s),
        ("RDCARD", 1): (d, sum(KEYS.index(key) + 1 for key in keywords)),
        ("INITAL", 1): (1, m), ("INITAL", 2): (m, m * n), ("INITAL", 3): (1, m), ("INITAL", 4): (m, m * n),
        ("PERIOD", 1): (p, p * m), ("PERIOD", 2): (p, p * (n + 2)),
        ("SUMS", 1): (k, 3 * k), ("SUMS", 2): (k, k * m), ("SUMS", 3): (k * m, k * m * n), ("SUMS", 4): (k, 3 * k),
        ("SAVE", 1): (r, r * m),
        ("VERIFY", 1): (1, 3),
        ("RDREST", 1): (m, m * n),
    }
    for routine in ("FLUXES", "TENDCY", "SMOOTH"):  # SMOOTH's loops run after its ENTRY, too
        loops.update({(routine, 1): (s, s * m), (routine, 2): (s * m, s * m * n)})
    times = {
        "SHALOW": "CLOSE 1, CLOSE 1, WRITE 1, WRITE 0, WRITE 0",
        "RDCARD": f"OPEN 1, READ {reads}, READ {d}, CLOSE 1, WRITE 0, WRITE 0, WRITE 0",
        "OPENF": "OPEN 1, OPEN 1, REWIND 1, WRITE 1, WRITE 0",
        "HISTRY": f"WRITE {k}, WRITE {k}, WRITE {k}",
        "SAVE": f"REWIND {r}, WRITE {r}, WRITE {r * m}, ENDFILE {r}",
        "VERIFY": "WRITE 3, WRITE 0",
        "RDHIST": "ENDFILE 1, BACKSPACE 1, BACKSPACE 1, READ 1, READ 1, WRITE 0",
        "RDREST": f"REWIND 1, READ 1, READ {m + 1}, WRITE 0",
    }
    io = {}
    for routine, statements in times.items():
        for seq, statement in enumerate(statements.split(", "), 1):
            keyword, count = statement.split()
            io[routine, seq] = (int(count), None if keyword in ("READ", "WRITE") else 0)
    units = {6: k + 4, 7: 2 + reads, 8: 3 + k + 4 + 1, 9: 1 + r * (m + 3) + m + 3 + 1, "internal": k + d + 1}
    return {"routines": routines, "loops": loops, "io": io, "units": units}
