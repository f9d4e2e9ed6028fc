"""Calls that take the quick way (src/measure/vocabulary/quick.c) count what the others do, and change nothing for the program."""
import json

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
CALLS = 1000
here.write("quick.c", """
#include <errno.h>
int quick_send(int to, unsigned char size) { errno = to; return to % 2 ? -1 : size; }
int quick_product(int to, short count) { (void)to; return count; }
long quick_receive(int from) { return from; }
int quick_gather(int given, int taken) { return given - taken; }
int quick_number(int value) { return value; }
double quick_real(double a, double b, double c, double d, double e, double f, double g, double h, int i)
{ return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + i; }
struct pair { long a, b; } quick_pair(long a) { return (struct pair){a, a + 1}; }
int quick_through(int (*body)(int), int value) { return body(value); }
int quick_pack(int size) { return size; }
int quick_flush(int to) { return to % 3; }
int quick_forward(int to, long size) { (void)to; return (int)size / 2 + 100; }
int quick_swap(int *size, int by) { *size += by; return by; }
int quick_divide(int count, int by) { return count - by; }
int quick_inner(int size) { return size; }
int quick_outer(int size) { return quick_inner(size) + (size % 2 ? quick_inner(5) : 0); }
int quick_self(void) { return 0; }
int quick_repeat(int to, int tag, long size) { return to + tag + (int)size; }
int quick_take(int from, int tag, long *size) { return from + tag + (int)*size; }
int quick_share(int to, long size, int by) { return to + (int)size - by; }
int quick_range(int low, long high) { return low + (int)high; }
int quick_last(int size) { return size; }
int quick_load(const short *size, int has) { return has ? *size : 0; }
""")
here.write("main.c", f"""
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
enum {{ CALLS = {CALLS} }};
int quick_send(int to, unsigned char size);
int quick_product(int to, short count);
long quick_receive(int from);
int quick_gather(int given, int taken);
int quick_number(int value);
double quick_real(double a, double b, double c, double d, double e, double f, double g, double h, int i);
struct pair {{ long a, b; }} quick_pair(long a);
int quick_through(int (*body)(int), int value);
int quick_pack(int size);
int quick_flush(int to);
int quick_forward(int to, long size);
int quick_swap(int *size, int by);
int quick_divide(int count, int by);
int quick_inner(int size);
int quick_outer(int size);
int quick_repeat(int to, int tag, long size);
int quick_take(int from, int tag, long *size);
int quick_share(int to, long size, int by);
int quick_range(int low, long high);
int quick_last(int size);
int quick_load(const short *size, int has);
static const short sizes[] = {{-3, 0, 7, 9}};
static int inside(int value) {{ return quick_number(value) + 1; }}
static void *all(void *data)
{{
    double sum = 0;
    const int tag = *(double *)data > 0 ? 5 : 6; // each thread takes what it has sent
    for (int i = 0; i < CALLS; i++) {{
        sum += quick_send(i, (unsigned char)i) + (errno == i);
        sum += quick_product(i, (short)(i - 500));
        sum += (double)quick_receive(i - 10);
        sum += quick_gather(i, -i);
        sum += quick_number(i % 3);
        sum += quick_real(i, 2, 3, 4, 5, 6, 7, 8, i);
        struct pair pair = quick_pair(i);
        sum += (double)(pair.a * pair.b);
        sum += quick_through(inside, i);
        sum += quick_pack(i) + quick_flush(i);
        sum += quick_forward(i, i);
        int size = i;
        sum += quick_swap(&size, i % 7) + size;
        sum += quick_divide(i, i % 4);
        sum += quick_outer(i) + quick_inner(3);
        long size_of_ten = i / 10;
        sum += quick_repeat(0, tag, size_of_ten) + quick_take(0, tag, &size_of_ten);
        sum += quick_share(1, i, i % 3) + quick_range(i, CALLS - i) + quick_last(i);
        sum += quick_load(i % 5 ? &sizes[i % 4] : NULL, i % 5);
    }}
    *(double *)data = sum;
    return NULL;
}}
int main(void)
{{
    pthread_t thread;
    double one = 1, two = 0;
    pthread_create(&thread, NULL, all, &two);
    all(&one);
    pthread_join(thread, NULL);
    printf("%.17g %.17g\\n", one, two);
    return 0;
}}
""")
here.write("quick.vocabulary", """
vocabulary quick
library libquick.so
place quick_self()
state thread packed
state thread flushed
state thread last
state thread older
int quick_send(int to, unsigned char size)
    send to to + 1, tag 3, bytes size when result >= 0
int quick_product(int to, short count)
    send to to, bytes count * 8
long quick_receive(int from)
    receive from from, tag int32(8), bytes result when 5 < from
int quick_gather(int given, int taken)
    collective gather given given, taken taken when result != 20
int quick_number(int value)
    visit bytes 7 when !value
int quick_real(double a, double b, double c, double d, double e, double f, double g, double h, int i)
    visit bytes i when i <= 10
long quick_pair(long a)
    visit
int quick_through(int (*body)(int), int value)
    visit bytes value when value
int quick_pack(int size)
    set packed += size
    visit
int quick_flush(int to)
    send to to, tag 2, bytes packed + flushed when result > 0 && to < 900
    set flushed = packed when result == 1
    set packed = 0 when result != 2
int quick_forward(int to, long size)
    before wanted = size
    let sent = result
    send to to, bytes sent < wanted ? sent : wanted
int quick_swap(int *size, int by)
    before old = *size
    visit bytes *size * 2 - old
int quick_divide(int count, int by)
    visit bytes count / by + (count << by)
int quick_inner(int size)
    send to 1, bytes size when size > 2
int quick_outer(int size)
    takes quick_inner
    send
int quick_self(void)
int quick_repeat(int to, int tag, long size)
    send to to, tag tag, bytes size
int quick_take(int from, int tag, long *size)
    receive from from, tag tag, bytes *size
int quick_share(int to, long size, int by)
    before wanted = 2 * size + 1
    visit bytes size / by else wanted
int quick_range(int low, long high)
    visit bytes (high > low ? high : low) * 3 - (low <= high ? low : high)
int quick_last(int size)
    set older = last
    set last = size
    visit bytes older
int quick_load(const short *size, int has)
    visit bytes *size when has
""")
here.run(program.CC, "-shared", "-fPIC", "quick.c", "-o", "libquick.so")
here.run(program.CC, "main.c", "-o", "main", "-L.", "-lquick", "-lpthread", f"-Wl,-rpath,{here}")
native = here.run("./main")
quickly = here.triptych("run", "-o", "a.tri", "--vocabulary", "./quick.vocabulary", "./main")
logged = here.triptych("run", "--events", "-o", "b.tri", "--vocabulary", "./quick.vocabulary", "./main")
tap.equal((quickly.out, logged.out), (native.out, native.out), "results, errno and floating-point arguments stay")


def profile(archive):
    """By function: visits and bytes."""
    found = {}
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        row = json.loads(line)
        if (row["name"] or "").startswith("quick_"):
            visits, size = found.get(row["name"], (0, 0))
            found[row["name"]] = visits + row["visits"], None if row["bytes"] is None or size is None else size + row["bytes"]
    return found


def both(total):
    return 2 * CALLS, 2 * total


def flushed():
    """Bytes of all calls of quick_flush in one thread."""
    packed, kept, total = 0, 0, 0
    for i in range(CALLS):
        packed += i
        total += packed + kept if i % 3 > 0 and i < 900 else 0
        kept = packed if i % 3 == 1 else kept
        packed = 0 if i % 3 != 2 else packed
    return total


numbers = range(CALLS)
TAGS = 5, 6
counted = profile("a.tri")
tap.equal(counted, {
    "quick_send": both(sum(i % 256 for i in numbers if i % 2 == 0)),
    "quick_product": both(sum(8 * (i - 500) for i in numbers if i > 500)),
    "quick_receive": both(sum(i - 10 for i in numbers if i - 10 > 5)),
    "quick_gather": both(sum(i for i in numbers if 2 * i != 20)),
    "quick_number": both(sum(7 for i in numbers if i % 3 == 0)),
    "quick_real": both(sum(i for i in numbers if i <= 10)),
    "quick_pair": both(0),
    "quick_through": both(sum(numbers)),
    "quick_pack": both(0),
    "quick_flush": both(flushed()),
    "quick_forward": both(sum(min(i, i // 2 + 100) for i in numbers)),
    "quick_swap": both(sum(2 * (i + i % 7) - i for i in numbers)),
    "quick_divide": (2000, None),  # divisions by 0 are not known
    "quick_inner": both(3 * CALLS),
    "quick_outer": both(sum((i if i > 2 else 0) + i % 2 * 5 for i in numbers)),
    "quick_repeat": both(sum(i // 10 for i in numbers)),
    "quick_take": both(sum(i // 10 for i in numbers)),
    "quick_share": both(sum(i // (i % 3) if i % 3 else 2 * i + 1 for i in numbers)),
    "quick_range": both(sum(3 * max(i, CALLS - i) - min(i, CALLS - i) for i in numbers)),
    "quick_last": both(sum(numbers) - numbers[-1]),
    "quick_load": both(sum((0, 0, 7, 9)[i % 4] for i in numbers if i % 5)),
}, "visits and bytes, by hand count")
tap.equal(profile("b.tri"), counted, "the same when they are logged")
events = [json.loads(line) for line in here.triptych("query", "b.tri", "events", "--format", "json").out.splitlines()]
tap.equal(sorted(row["bytes"] or 0 for row in events if row["name"] == "quick_outer"),
          sorted(2 * [(i if i > 2 else 0) + i % 2 * 5 for i in numbers]), "each event has the bytes of the messages that its call took")
for name in "quick_repeat", "quick_take":
    tap.equal(sorted((row["tag"], row["bytes"] or 0) for row in events if row["name"] == name),
              sorted((tag, i // 10) for i in numbers for tag in TAGS), f"each event of {name} has its tag and its bytes")
messages = [json.loads(line) for line in here.triptych("query", "b.tri", "messages", "--format", "json").out.splitlines()]
tap.equal(sorted(row["bytes"] or 0 for row in messages if row["tag"] in TAGS), sorted(2 * [i // 10 for i in numbers]),
          "messages that are like earlier ones are matched")

# Functions that are counted in the binary call them, too.
here.write("counted.cpp", """
extern "C" { int quick_pack(int); int quick_flush(int); int quick_forward(int, long); int quick_number(int); int quick_load(const short *, int); }
static const short sizes[] = {-3, 0, 7, 9};
__attribute__((noinline)) int inner(int i)
{
    short size = 5;
    int sum = 0;
    for (int j = 0; j < i % 4; j++)
        sum += quick_pack(j);
    return sum + quick_flush(1) + quick_forward(1, i) + quick_load(&sizes[i % 4], 1) + quick_load(&size, 1);
}
int main()
{
    int sum = 0;
    for (int i = 0; i < 100; i++)
        sum += inner(i) + quick_number(i % 3);
    return sum == 7;
}
""")
linked = here.triptych("cc", "g++", "-O1", "counted.cpp", "-o", "counted", "-L.", "-lquick", f"-Wl,-rpath,{here}") if program.have("g++") else None
if not linked or "in the binary" not in linked.err:
    tap.skip("calls by functions that are counted in the binary", "there is no g++, or binaries are not counted on this machine")
else:
    for options in (), ("--events",):
        here.triptych("run", "-o", "c.tri", "--force", *options, "--vocabulary", "./quick.vocabulary", "./counted")
        rows = [json.loads(line) for line in here.triptych("query", "c.tri", "nodes", "--format", "json").out.splitlines()]
        found = {}
        for row in rows:
            if (row["name"] or "").startswith("quick_"):  # calls without a line have a row each
                _, visits, size = found.get(row["name"], (0, 0, 0))
                found[row["name"]] = row["path"].count("inner"), visits + row["visits"], size + row["bytes"]
        tap.equal(found, {
            "quick_pack": (1, 150, 0), "quick_flush": (1, 100, 25 * 4 + 25 * 4 - 3), "quick_forward": (1, 100, sum(range(100))),
            "quick_load": (1, 200, 25 * (7 + 9) + 500), "quick_number": (0, 100, 34 * 7)},
            f"calls by functions that are counted in the binary{' and logged' if options else ''}")
tap.done()
