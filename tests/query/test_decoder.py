"""doc/archive.md: what it says in Python of sealed events reads them as triptych query does."""
import csv
import io
import os

import program
import tap

here = program.folder()
text = (program.SOURCE / "doc" / "archive.md").read_text()
code = next(part.split("```")[0] for part in text.split("```python\n")[1:] if "def events" in part)
names = {}
exec(code, names)
QUERY = "events.map(e -> {lane: e.lane.row, start: e.startTime, duration: e.duration, node: e.node.row})"


def compare(archive, what):
    """Returns the ways in which its parts are written."""
    rows = [tuple(map(int, row)) for row in csv.reader(io.StringIO(here.triptych("query", archive, "--csv", QUERY).out))
            if row[0] != "lane"]
    decoded = list(names["events"](here / archive / "tables"))
    offset = decoded[0][1] - rows[0][1] if rows and decoded else 0
    tap.equal(len(decoded), len(rows), f"{what}: as many events")
    tap.check(rows and [(lane, start - offset, duration, node) for lane, start, duration, node in decoded] == rows,
              f"{what}: the same")
    return set((here / archive / "tables" / "event_parts" / "as.u8").read_bytes())


here.run(os.environ["WRITE_TRACE"], "a.tri")
ways = compare("a.tri", "anything")

here.write("calls.c", """
#include <unistd.h>
__attribute__((noinline)) static int first(int i) { return i + 1; }
__attribute__((noinline)) static int second(int i) { return first(i) * 2; }
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 5000; i++)
        sum += second(i) + (i % 1000 ? 0 : usleep(300));
    return sum == 1;
}
""")
here.triptych("cc", program.CC, "-O1", *program.CFLAGS, "calls.c", "-o", "calls")
here.triptych("run", "--quiet", "--throttle", "off", "--events", "-o", "b.tri", "./calls")
ways |= compare("b.tri", "a program")
tap.check(any(way & 128 for way in ways) and {1, 2} <= {way & 15 for way in ways}, "of several widths, some by LZ4", ways)
tap.done()
