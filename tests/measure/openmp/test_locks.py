"""How often a lock was got, and how often that took waiting, whatever the runtime library tells and when."""
import program
import runs
import tap

LOCK = 9
here = program.folder()
here.write("runtime.c", "void omp_unset_lock(void *lock) { (void)lock; }\n")
for compiler in runs.compilers():
    here.run(compiler, "-shared", "-fPIC", "runtime.c", "-o", "libruntime.so")
    here.run(compiler, "-g", "-O1", "-pthread", runs.HERE / "programs" / "handed_on.c", "-o", f"handed_on-{compiler}",
             "-L.", "-lruntime", f"-Wl,-rpath,{here / ''}")
    found = runs.run(here, f"handed_on-{compiler}")
    name = f"a lock that is handed on, {compiler}"
    tap.equal([(item.got, item.waited, item.waiting) for item in found.objects if item.kind == LOCK], [(4, 2, 0)],
              f"{name}: who asks between two owners has waited, who finds it free has not")
    tap.equal(found.counts(), {("ATOMIC", "omp_set_lock"): 4, ("RELEASE", "omp_unset_lock"): 4}, f"{name}: all is seen")
tap.done()
