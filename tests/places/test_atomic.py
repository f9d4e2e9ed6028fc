"""Atomic blocks of all forms are counted and logged once for each time that they are come to, those that are logged after their lock is released, too."""
import collections
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("sanitized programs run without the preloaded library, which this needs")

here = program.folder()
here.write("atomic.c", """#include <stdio.h>
#include <triptych/places.h>
#define ADD(x) (sum += (x))
#define ADD_ALL(x) for (int k = 0; k < 3; k++) sum += (x)
static long sum, hits[3];
static long more(long x) { return x + 1; }
int main(void)
{
#pragma tri finish
    for (int i = 0; i < 50; i++)
#pragma tri async
    {
#pragma tri atomic
        sum += i;
#pragma tri atomic
        ADD(i);
#pragma tri atomic
        ADD_ALL(i);
#pragma tri atomic
        sum = more(sum);
#pragma tri atomic
        {
            sum += i % 2 ? 2 : 1;
#pragma tri atomic
            hits[i % 3]++;
        }
        if (i % 5 == 0)
#pragma tri atomic
            hits[0]++;
#pragma tri when(sum > 0 || i == 0)
        hits[1]++;
    }
    printf("%ld %ld %ld %ld\\n", sum, hits[0], hits[1], hits[2]);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-I", program.SOURCE / "include", "atomic.c", "-o", "atomic")
result = here.triptych("run", "-q", "--events", "-o", "atomic.tri", "./atomic", env={"TRI_WORKERS": "3"})
total = 5 * sum(range(50)) + 50 + 75
tap.equal(result.out, f"{total} {17 + 10} {17 + 50} 16\n", "what the program computes")
LINES = {13: 50, 15: 50, 17: 50, 19: 50, 21: 50, 24: 50, 28: 10, 30: 50}
events = [json.loads(line) for line in here.triptych("query", "--format", "json", "atomic.tri", "events").out.splitlines()]
tap.equal(collections.Counter(row["startPosition"] for row in events if row["type"] == "ATOMIC"), LINES, "events of each line")

# Up to three blocks share a record of the log, unless the third one comes too late for that.
here.write("pauses.c", """#include <time.h>
#include <triptych/places.h>
static long sum;
int main(void)
{
    for (int i = 0; i < 20; i++) {
        if (i % 4 == 2)
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
#pragma tri atomic
        sum += i;
    }
    return sum != 190;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-I", program.SOURCE / "include", "pauses.c", "-o", "pauses")
here.triptych("run", "-q", "--events", "-o", "pauses.tri", "./pauses")
events = [json.loads(line) for line in here.triptych("query", "--format", "json", "pauses.tri", "events").out.splitlines()]
starts = sorted(row["startTime"] for row in events if row["type"] == "ATOMIC")
tap.equal(len(starts), 20, "blocks with pauses between them")
tap.check(all(starts[i] - starts[i - 1] > 4900000 for i in range(2, 20, 4)), "the pauses", starts)
tap.done()
