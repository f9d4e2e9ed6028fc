"""Messages whose bytes are not known: the page gets them as such, not as messages of 0 bytes."""
import program
import tap
import view

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

UNKNOWN = 2**64 - 1
here = program.folder()
here.write("post.h", "int post_send(const long *size);\nint post_take(const long *size);\n")
here.write("post.c", '#include "post.h"\nint post_send(const long *size) { return size != 0; }\nint post_take(const long *size) { return size != 0; }\n')
here.write("main.c", """
#include "post.h"
static const long eight = 8;
static const long *const sizes[] = {&eight, (const long *)8};
int main(void)
{
    for (int i = 0; i < 2; i++) {
        post_send(sizes[i]);
        post_take(sizes[i]);
    }
    return 0;
}
""")
here.write("post.vocabulary", """
vocabulary post
library libpost.so
place 0 of 1
int post_send(const long *size)
    send to 0, tag 1, bytes *size
int post_take(const long *size)
    receive from 0, tag 1, bytes *size
""")
here.run(program.CC, "-shared", "-fPIC", "post.c", "-o", "libpost.so")
here.run(program.CC, "-g", "main.c", "-o", "main", "-L.", "-lpost", f"-Wl,-rpath,{here}")
here.triptych("run", "-q", "-o", "a.tri", "--events", "--vocabulary", "./post.vocabulary", "./main")
server = view.Server(here, "a.tri")
total, _, messages = view.messages(server.ask("/api/0/messages")[2])
tap.equal((total, sorted(message[4] for message in messages)), (2, [8, UNKNOWN]), "bytes of messages")
tap.equal([server.json("/api/0/path", message=row)["hops"][0]["bytes"] for row in range(2)], [8, None], "bytes of the steps of a path")
tap.contains(server.json("/api/0/show", matrix=1)["displays"][0]["unsized"], "1 messages count as 0 bytes", "a display of bytes says how many messages have none")
shown = server.json("/api/0/show", subject="communication", axes="what-where", measure="sent", by="size")["displays"][0]
tap.equal(sorted(row["label"] for row in shown["rows"]), ["8 to 15 bytes", "unknown size"], "by size, they have a row of their own")
server.end()
tap.done()
