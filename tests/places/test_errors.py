"""What is wrong with directives is said as a compiler says it: with the line, a caret, and what to write. Nothing is compiled."""
import os

import program
import tap

here = program.folder()
for name in ("errors", "lines"):
    here.copy(f"tests/places/programs/{name}.c")
    result = here.triptych("cc", program.CC, "-c", f"{name}.c", check=False)
    expected = program.SOURCE / f"tests/places/expected/{name}.txt"
    if os.environ.get("UPDATE"):
        expected.parent.mkdir(exist_ok=True)
        expected.write_text(result.err)
    tap.equal(result.err.splitlines(), expected.read_text().splitlines(), f"{name}.c: what is wrong")
    tap.check(result.status == 1 and not (here / f"{name}.o").exists(), f"{name}.c: no object, exit status 1", result)

here.write("broken.c", "int main(void)\n{\n#pragma tri async\n    undeclared();;\n    int 3;\n}\n")
result = here.triptych("cc", program.CC, "-c", "broken.c", check=False)
tap.check(result.status == 1 and "broken.c:5" in result.err and "cannot be translated" not in result.err, "errors of C are those of the compiler", result)

here.write("plain.c", "#pragma tri finish\nint main(void) { return 0; }\n")
result = here.run(program.CC, "-Wall", "-c", "plain.c")
tap.check(result.status == 0, "another compiler ignores directives", result)
tap.done()
