"""KL1 programs, as KLIC compiles them to C: a stand-in with its symbols and its order of calls (kl1/), by hand count. Predicates are labels of
the generated C; each message has the predicate whose reduction sent it, and each read the argument that it asked for."""
import kl1_stream
import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
kl1_stream.run(here, "pipes")
kl1_stream.check(here)
shown = here.triptych("show", "a.tri", "execution", "what-where", "--measure", "visits", "--region", "user:main:*")
tap.check("main:gen_some/2" in shown.out and "main:consume/3" in shown.out, "predicates are regions of the displays")
tap.done()
