"""What is wrong with directives is said as a compiler says it: with the line, a caret, and what to write. Nothing is compiled."""
import os
import re

import program
import tap

here = program.folder()
NAMES = ("errors", "lines", "jumps", "ends", "outside")
for name in NAMES:
    here.copy(f"tests/places/programs/{name}.c")
    result = here.triptych("cc", program.CC, "-c", f"{name}.c", check=False)
    expected = program.SOURCE / f"tests/places/expected/{name}.txt"
    if os.environ.get("UPDATE"):
        expected.parent.mkdir(exist_ok=True)
        expected.write_text(result.err)
    tap.equal(result.err.splitlines(), expected.read_text().splitlines(), f"{name}.c: what is wrong")
    tap.check(result.status == 1 and not (here / f"{name}.o").exists(), f"{name}.c: no object, exit status 1", result)



def messages(path):
    """The formats of all errors that a source file complains of."""
    for call in re.finditer(r"(?:complain\(translation|FAIL\(&?reading|, \(reading\)->at),.*?\);", path.read_text(), re.S):
        text = re.search(r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*', call[0])
        if text:
            yield re.sub(r'^"|"$|"\s*"', "", text[0])


said = "".join((program.SOURCE / f"tests/places/expected/{name}.txt").read_text() for name in NAMES)
for path in sorted((program.SOURCE / "src/instrument/c/places").glob("*.c")):
    for text in messages(path):
        pattern = ".*".join(re.escape(part) for part in re.split(r"%[.*]*[a-z]+", text))
        tap.check(re.search(pattern, said), f"{path.name}: an error of this test: {text}")

here.write("broken.c", "int main(void)\n{\n#pragma tri async\n    undeclared();;\n    int 3;\n}\n")
result = here.triptych("cc", program.CC, "-c", "broken.c", check=False)
tap.check(result.status == 1 and "broken.c:5" in result.err and "cannot be translated" not in result.err, "errors of C are those of the compiler", result)

here.write("plain.c", "#pragma tri finish\nint main(void) { return 0; }\n")
result = here.run(program.CC, "-Wall", "-c", "plain.c")
tap.check(result.status == 0, "another compiler ignores directives", result)

# What only the run time can know.
here.write("late.c", """
#include <pthread.h>
#include <triptych/places.h>
static int never;
static void wait_for(void)
{
#pragma tri finish
    ;
}
static void start(void)
{
#pragma tri async
    never = 0;
}
static void move(void)
{
#pragma tri at(0)
    ;
}
static void come_to(void)
{
#pragma tri next
}
static void ask(void)
{
#pragma tri when(never)
    ;
}
static void *run(void *unused)
{
    wait_for();
    return unused;
}
int main(int argc, char **argv)
{
    void (*const inside[])(void) = {wait_for, start, move, come_to, ask};
    int which = argv[argc - 1][0] - '0';
    pthread_t thread;
    if (which < 5) {
#pragma tri atomic
        inside[which]();
    } else if (which == 5) {
#pragma tri finish clocked(c)
#pragma tri async
#pragma tri async clocked(c)
        never = 0;
    } else {
        pthread_create(&thread, 0, run, 0);
        pthread_join(thread, 0);
    }
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-pthread", "late.c", "-o", "late")
for number, text in enumerate(("`finish` inside an atomic block", "`async` inside an atomic block", "`at` inside an atomic block", "`next` inside an atomic block",
                               "the condition of a `when` inside an atomic block is false, and nothing can change it meanwhile",
                               "an activity is started with a clock that its parent has not",
                               "directive is used in a thread that no directive has started, or before main()")):
    result = here.run("./late", str(number), check=False)
    tap.check(result.status == 1 and result.err.startswith("triptych: place 0") and text in result.err, text, result)
tap.done()
