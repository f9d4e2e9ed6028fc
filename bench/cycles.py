"""cycles: how long a display of very many lanes and cycles takes and in how much memory, and what samples cost."""
import array
import os
import time

import bench

LANES, CYCLES, CYCLE = 1000, 10000, 1000000  # ns
MOST_SECONDS, MOST_MEGABYTES = 10, 500
BLOCK = 4096
START = 10**12
ROUTINE, CLOCK = 1, 12
NONE = 2**32 - 1
ARCHIVE = bench.WORK / "large.tri"


def write(table, **columns):
    """A table: NAME_TYPE=values."""
    folder = ARCHIVE / "tables" / table
    folder.mkdir(parents=True)
    codes = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "f64": "d"}
    for name, values in columns.items():
        name, _, type_ = name.rpartition("_")
        (folder / f"{name}.{type_}").write_bytes(array.array(codes[type_], values).tobytes())


def write_small_tables():
    strings = ["", "main", "solve", "barrier", "a.c", "host"]
    offset = [0]
    for text in strings:
        offset.append(offset[-1] + len(text) + 1)
    write("archive", version_u32=[5])
    write("strings", offset_u64=offset, bytes_u8="".join(text + "\0" for text in strings).encode())
    zeros = {f"{name}_u32": [0] * 4 for name in ("flags", "reason", "seq", "end_line", "routine", "dir", "note")}
    write("regions", kind_u32=[0, ROUTINE, ROUTINE, CLOCK], mode_u32=[3] * 4, line_u32=[0, 1, 2, 3], name_u32=[0, 1, 2, 3],
          file_u32=[0, 4, 4, 4], visits_u64=[0] * 4, **zeros)
    zeros = {f"{name}_u32": [0] for name in ("number", "pid", "parent_pid", "error", "program", "command", "why", "damage")}
    costs = {f"cost_{name}_f64": [0.0] for name in ("clock", "pair", "inside", "count")}
    end = START + CYCLES * CYCLE
    write("places", parent_u32=[NONE], clock_u32=[1], state_u32=[1], alive_u8=[0], start_u64=[START], end_u64=[end],
          real_start_u64=[0], making_u64=[0], host_u32=[5], **zeros, **costs)
    zeros = {f"{name}_u8": [0] * LANES for name in ("running", "at_least", "forked")}
    write("lanes", place_u32=[0] * LANES, number_u32=range(LANES), name_u32=[0] * LANES, tid_u64=[0] * LANES,
          start_u64=[START] * LANES, end_u64=[end] * LANES, **zeros)
    nodes = 4 * LANES  # the lane, main, solve, barrier
    zeros = {f"{name}_u64": [0] * nodes
             for name in ("visits", "inclusive_time", "time_min", "time_max", "unfinished_time", "trips", "trips_min", "trips_max", "bytes", "aborted")}
    parents = [parent for i in range(LANES) for parent in (NONE, 4 * i, 4 * i + 1, 4 * i + 1)]
    write("nodes", lane_u32=[i // 4 for i in range(nodes)], region_u32=[0, 1, 2, 3] * LANES, parent_u32=parents,
          timed_u8=[1] * nodes, unfinished_u32=[0] * nodes, **zeros)
    write("event_logs", place_u32=[0], number_u32=[0], kinds_u32=[63], keep_u32=[1], limit_u64=[0], dropped_u64=[0],
          lost_u64=[0], error_u32=[0])


def part(parts, numbers, width):
    """The bytes of a column of a block, whose row in event_parts is added."""
    data = array.array({1: "B", 4: "I", 8: "Q"}[width], numbers).tobytes()
    data += bytes(-len(data) % 8)
    parts.append((len(data), width))
    return data


def write_events():
    """On each lane and in each cycle, solve for 0.6 ms and a barrier for 0.3 ms, all of it in main; a lane's blocks
    begin every 4096 acts or 4 s. doc/archive.md has the layout; all lanes are the same but for their nodes."""
    acts = [(0, CYCLES * CYCLE, 1)]
    for cycle in range(CYCLES):
        acts.append((cycle * CYCLE, 600000, 2))
        acts.append((cycle * CYCLE + 600000, 300000, 3))
    blocks = []
    for act in acts:
        if not blocks or len(blocks[-1]) == BLOCK or act[0] - blocks[-1][0][0] > NONE:
            blocks.append([])
        blocks[-1].append(act)
    parts, data = [], {"start": b"", "duration": b"", "node": b""}
    for block in blocks:
        starts, lengths, kinds = zip(*block)
        data["start"] += part(parts, [0] + [after - before for before, after in zip(starts, starts[1:])], 4)
        data["duration"] += part(parts, [length - min(lengths) for length in lengths], 8 if max(lengths) > NONE else 4)
        data["node"] += part(parts, [kind - 1 for kind in kinds], 1)
        parts.append((0, 0))
    folder = ARCHIVE / "tables" / "events"
    folder.mkdir(parents=True)
    for name, column in data.items():
        with open(folder / f"{name}.u8", "wb") as file:
            for _ in range(LANES):
                file.write(column)
    (folder / "values.u8").write_bytes(b"")
    array.array("I", [4 * lane + kind for lane in range(LANES) for kind in (1, 2, 3)]).tofile(open(folder / "dictionary.u32", "wb"))
    sizes, widths = zip(*(parts * LANES))
    at, ends = [], [0] * 4
    for row, size in enumerate(sizes):
        at.append(ends[row % 4])
        ends[row % 4] += size
    write("event_parts", at_u64=at, size_u32=sizes, plain_u32=sizes, patches_u16=[0] * len(sizes), as_u8=widths)
    all_blocks = [(lane, block) for lane in range(LANES) for block in blocks]
    first = [0]
    for _, block in all_blocks[:-1]:
        first.append(first[-1] + len(block))
    zeros = {f"{name}_u64": [0] * len(all_blocks) for name in ("bytes_min", "bytes_max", "trips_min", "trips_max")}
    write("event_blocks", lane_u32=[lane for lane, _ in all_blocks], first_u64=first,
          events_u16=[len(block) for _, block in all_blocks],
          base_u64=[START + block[0][0] for _, block in all_blocks],
          last_u64=[START + block[-1][0] for _, block in all_blocks],
          early_u64=[START + min(act[0] + act[1] for act in block) for _, block in all_blocks],
          end_u64=[START + max(act[0] + act[1] for act in block) for _, block in all_blocks],
          duration_min_u64=[min(act[1] for act in block) for _, block in all_blocks],
          duration_max_u64=[max(act[1] for act in block) for _, block in all_blocks],
          has_u32=[0] * len(all_blocks), dictionary_u64=[3 * lane for lane, _ in all_blocks],
          nodes_u16=[3] * len(all_blocks), **zeros)


def show(*words):
    """Seconds and megabytes."""
    start = time.monotonic()
    child = os.fork()
    if child == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(bench.TRIPTYCH, [bench.TRIPTYCH, "show", str(ARCHIVE), *words])
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit("bench: triptych show failed")
    return time.monotonic() - start, usage.ru_maxrss / 1000


def displays():
    print(f"cycles: {LANES} lanes, {CYCLES} cycles, {LANES * (2 * CYCLES + 1) / 1e6:.0f} million acts in a sealed archive")
    child = os.fork()  # what takes memory here would be counted as that of the commands below
    if child == 0:
        write_small_tables()
        write_events()
        os._exit(0)
    os.waitpid(child, 0)
    for name, words in {"heat map of all cycles": ["utilisation", "when-where", "--cycle", "1ms"],
                        "overall over time": ["execution", "overall-what-when", "--cycle", "1ms"],
                        "a window of a hundredth": ["utilisation", "when-where", "--from", "50%", "--to", "51%"]}.items():
        seconds, megabytes = show(*words)
        bench.line(name, seconds, "s", seconds / MOST_SECONDS, f"{MOST_SECONDS} s", 1)
        bench.line("  memory", megabytes, "MB", megabytes / MOST_MEGABYTES, f"{MOST_MEGABYTES} MB", 1)


SLEEPER = """#include <unistd.h>
static void nap(int i) { usleep(1000 + i % 2); }
int main(void) { for (int i = 0; i < 2000; i++) nap(i); return 0; }
"""


def sampling():
    """CPU time that looking at a program takes, which does nothing itself, as a share of its time."""
    print("samples: a program that sleeps, looked at every 10 ms")
    (bench.WORK / "sleeper.c").write_text(SLEEPER)
    bench.run(bench.TRIPTYCH, "cc", "gcc", "sleeper.c", "-o", "sleeper")
    words = [bench.TRIPTYCH, "run", "--quiet", "--force", "-o", "samples.tri", "--no-seal", "--collect", "none"]
    least = {}
    for _ in range(3):
        for option in ("--no-samples", "--interval=10ms"):
            start = time.monotonic()
            cpu = bench.cpu_seconds(*words, option, "./sleeper")
            seconds = time.monotonic() - start
            least[option] = min(least.get(option, cpu), cpu)
    added = least["--interval=10ms"] - least["--no-samples"]
    bench.line("CPU time of samples", added, "s", added / seconds, "the time of the run", 0.015)


displays()
sampling()
bench.done()
