"""Anonymous messages that overtake one another: what two senders sent is exact, and no message gets the bytes of another one's."""
import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
here.write("box.c", """
#include <unistd.h>
#include <sys/mman.h>
static struct { int count; int sizes[16]; } *box;
static int rank;
int box_rank(void) { return rank; }
void box_open(void) { box = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); }
void box_join(int number) { rank = number; }
void box_put(int size) { box->sizes[box->count++] = size; }
int box_take(void) { return box->sizes[--box->count]; } /* the last one first */
""")
here.write("main.c", """
#include <sys/wait.h>
#include <unistd.h>
void box_open(void), box_join(int), box_put(int);
int box_take(void);
int main(void)
{
    box_open();
    for (int i = 1; i <= 2; i++) {
        if (fork() == 0) {
            box_join(i);
            box_put(100 * i);
            box_put(50);
            return 0;
        }
        wait(0);
    }
    box_join(0);
    for (int i = 0; i < 4; i++)
        box_take();
    return 0;
}
""")
here.write("box.vocabulary", """
vocabulary box
library libbox.so
place box_rank() of 3
int box_rank(void)
void box_join(int number)
    place
void box_put(int size)
    send anonymous to 0, tag 7, bytes size
int box_take(void)
    receive anonymous tag 7, bytes result
""")
here.run(program.CC, "-g", "-shared", "-fPIC", "-o", "libbox.so", "box.c")
here.run(program.CC, "-g", "-o", "main", "main.c", "-L.", "-lbox", "-Wl,-rpath,$ORIGIN")
here.triptych("run", "--events", "-o", "box.tri", "--vocabulary", "./box.vocabulary", "./main")


def rows(query):
    return here.triptych("query", "--format", "csv", "box.tri", query).out.splitlines()[1:]


# sent: 100, 50, 200, 50; received: 50, 200, 50, 100
tap.equal(rows("messages.filter(m -> present(m.send)).groupBy(m -> m.sourceRank).sum(m -> m.bytes)"), ["1,150", "2,250"], "bytes that were sent")
tap.equal(rows("messages.filter(m -> present(m.receive)).sum(m -> m.bytes)"), ["400"], "bytes that were received")
tap.equal(rows("messages.filter(m -> present(m.send) && present(m.receive)).count()"), ["0"], "no message has another size where it is received")
tap.contains(here.triptych("show", "timeline", "box.tri").out, "8 sends and receives are not matched", "the timeline names them")
tap.done()
