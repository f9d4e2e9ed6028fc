"""What `index FOLDER INDEX ROUNDS` must count, recomputed from the texts: cutting by a regular expression, counting with
dictionaries; only the hash table's chains and the merges have to be followed as they are."""
import collections
import pathlib
import re

PIECE = 1024
FIRST_BUCKETS = 64


def fnv(word):
    value = 2166136261
    for byte in word.encode():
        value = (value ^ byte) * 16777619 % 2**32
    return value


class Table:
    """Words in chains; a new one goes to the front of its chain."""

    def __init__(self):
        self.chains = [[] for _ in range(FIRST_BUCKETS)]
        self.count = collections.Counter()
        self.tally = collections.Counter()

    def chain(self, word):
        self.tally["hash"] += 1
        self.tally["hash trips"] += len(word)
        return self.chains[fnv(word) % len(self.chains)]

    def add(self, word):
        chain = self.chain(word)
        self.tally["find trips"] += chain.index(word) + 1 if word in chain else len(chain)
        if word not in chain:
            self.tally["insert"] += 1
            if self.tally["insert"] > len(self.chains):
                self.grow()
            self.chains[fnv(word) % len(self.chains)].insert(0, word)

    def grow(self):
        self.tally["grow"] += 1
        self.tally["grow buckets"] += len(self.chains)
        self.tally["grow entries"] += sum(map(len, self.chains))
        old, self.chains = self.chains, [[] for _ in range(2 * len(self.chains))]
        for word in (word for chain in old for word in chain):
            self.chain(word).insert(0, word)


def sort(words, tally):
    """How a merge sort from the top down fares with these words."""
    tally["sort"] += 1
    if len(words) < 2:
        return words
    half = len(words) // 2
    left, right = sort(words[:half], tally), sort(words[half:], tally)
    tally["merge"] += 1
    # The first loop ends when one half is used up; the second moves what is left of the first half.
    used_up = left[-1] <= right[-1]
    between = sum(word < left[-1] for word in right) if used_up else sum(word <= right[-1] for word in left)
    tally["first"] += half + between if used_up else len(right) + between
    tally["second"] += 0 if used_up else half - between
    return sorted(words)


def counts(arguments):
    folder, rounds = pathlib.Path(arguments[0]), int(arguments[2])
    names = (folder / "contents").read_text().splitlines()
    texts = [(folder / name).read_text() for name in names]
    tally = collections.Counter()
    table = Table()
    in_file = []
    for text in texts:
        runs = list(re.finditer(r"[A-Za-z][A-Za-z']*", text))
        words = [run.group().rstrip("'").lower() for run in runs]
        tally["ends"] += sum(run.end() < len(text) for run in runs) + 1
        tally["stripped"] += sum(len(run.group()) - len(word) for run, word in zip(runs, words))
        tally["pieces"] += len(text) // PIECE + 1
        tally["words"] += len(words)
        in_file.append(collections.Counter(words))
        for word in words:
            table.add(word)
    size = sum(map(len, texts))
    files = len(texts)
    listed = [word for chain in table.chains for word in chain]
    entries, buckets = len(listed), len(table.chains)
    sort(listed, tally)
    pairs = [f" {f + 1}:{counter[word]}" for word in listed for f, counter in enumerate(in_file) if word in counter]
    pair_bytes = sum(map(len, pairs))
    index_bytes = sum(map(len, listed)) + pair_bytes + entries
    t = table.tally
    each_round = {
        "index_once": 1, "indexer_read": 1, "read_file": files, "read_text": files, "words_feed": tally["pieces"],
        "words_end": tally["ends"], "table_new": 1, "table_add": tally["words"], "hash": t["hash"],
        "find": tally["words"], "insert": entries, "grow": t["grow"], "table_entries": 1, "table_free": 1,
        "free_chain": buckets, "indexer_write": 1, "sort_entries": tally["sort"], "merge": tally["merge"],
        "write_entry": entries, "verify_index": 1, "sum_file": 1, "sum_of": entries,
    }
    routines = {name: rounds * count for name, count in each_round.items()}
    routines.update({"main": 1, "read_number": 1, "contents_read": 1, "read_names": 1,
                     "contents_path": 1 + rounds * files})
    loops_each_round = {
        ("indexer_read", 1): (1, files),
        ("read_text", 1): (files, tally["pieces"]),
        ("words_feed", 1): (tally["pieces"], size),
        ("words_end", 1): (tally["ends"], tally["stripped"]),
        ("hash", 1): (t["hash"], t["hash trips"]),
        ("find", 1): (tally["words"], t["find trips"]),
        ("grow", 1): (t["grow"], t["grow buckets"]), ("grow", 2): (t["grow buckets"], t["grow entries"]),
        ("table_entries", 1): (1, buckets), ("table_entries", 2): (buckets, entries),
        ("table_free", 1): (1, buckets), ("free_chain", 1): (buckets, entries),
        ("merge", 1): (tally["merge"], tally["first"]), ("merge", 2): (tally["merge"], tally["second"]),
        ("indexer_write", 1): (1, entries), ("write_entry", 1): (entries, entries * files),
        ("sum_file", 1): (1, entries), ("sum_of", 1): (entries, len(pairs)),
    }
    loops = {key: (rounds * times, rounds * trips) for key, (times, trips) in loops_each_round.items()}
    loops["main", 1] = (1, rounds)
    loops["read_names", 1] = (1, len(names) + 1)
    io_each_round = {
        ("read_file", 1): (files, 0), ("read_file", 2): (files, 0), ("read_file", 3): (0, 0),
        ("read_text", 1): (tally["pieces"], size),
        ("indexer_write", 1): (1, 0), ("indexer_write", 2): (1, 0), ("indexer_write", 3): (0, 0),
        ("write_entry", 1): (entries, sum(map(len, listed))),
        ("write_entry", 2): (len(pairs), pair_bytes),
        ("write_entry", 3): (entries, entries),
        ("sum_file", 1): (entries + 1, index_bytes),
        ("verify_index", 1): (1, 0), ("verify_index", 2): (1, 0),
    }
    io = {key: (rounds * times, rounds * size) for key, (times, size) in io_each_round.items()}
    io.update({
        ("main", 1): (0, 0), ("main", 2): (1, 6),
        ("contents_read", 1): (1, 0), ("contents_read", 2): (1, 0), ("contents_read", 3): (0, 0),
        ("read_names", 1): (len(names) + 1, (folder / "contents").stat().st_size),
    })
    return {"routines": routines, "loops": loops, "io": io}
