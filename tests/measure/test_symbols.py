"""What the libraries call outside of themselves: a program can define any function, so the lists are short.

A name that begins with an underscore and another one, or with an underscore and a capital letter, is kept from programs by the
C standard; those below 'reserved' are glibc's and the compiler's. Each of the others has its reason here. src/measure/own/names.h
says what to do when this test complains of a new name: the library gets a copy of its own."""
import os
import pathlib
import re
import subprocess

import program
import tap

LIBRARY = pathlib.Path(os.environ["TRIPTYCH_LIBRARY"])

# What the probes need, called where a visit of the program's own definition is not measured, or does no harm.
CORE = {
    "pthread_key_create",  # the end of a thread is known no other way; once, below the guard
    "pthread_setspecific",  # the same; when a lane has begun already
    "pthread_atfork",  # libc_nonshared.a's, in static programs; once, below the guard
    "_gfortran_fnum_i4", "_gfortrani_unit_to_fd",  # weak: of the Fortran runtime, for programs that have one
    "MPI_F_STATUS_IGNORE",  # weak: only whether it is there
    "_dl_find_object",  # finds a module without a lock; a name of glibc's
    "environ", "_environ",  # other names of __environ, which the linker adds
}

# What collectors need besides. They call it outside of the guard, where a probe of the program's does no harm.
LISTEN = CORE | {
    "dlsym", "dlvsym", "dlopen", "dladdr", "dladdr1", "dl_iterate_phdr",  # find the functions that are listened to
    "dirfd", "fcntl64", "fcntl",  # the program's own descriptors and folders
    "pthread_self", "pthread_testcancel",  # cancellation must go on as if nobody listened
    "stdin", "stdout",  # the program's own streams
    # functions of vocabularies inside a program: before the program's own code runs, a helper makes the plan of its patches
    "_exit", "execve", "setrlimit", "setrlimit64", "sigaddset", "sigemptyset", "sigprocmask", "sigtimedwait", "stat", "stat64",
    "program_invocation_short_name", "_setjmp",
    "pthread_getattr_np", "pthread_attr_getstack", "pthread_attr_destroy",  # the stack of a sampled thread; below the guard
}


def undefined(library, *options):
    """The names that nm prints as undefined and that a relocation uses, without their versions. lane.c only names some."""
    lines = subprocess.run(["nm", *options, library], capture_output=True, text=True, check=True).stdout.splitlines()
    names = {line.split()[-1].split("@")[0] for line in lines if line.split()[-2:-1] in (["U"], ["w"], ["v"])}
    relocations = subprocess.run(["readelf", "-rW", library], stdout=subprocess.PIPE, text=True, check=True).stdout
    return names & {word.split("@")[0] for line in relocations.splitlines() for word in line.split()[4:5]}


def defined(*command):
    lines = subprocess.run(["nm", "--defined-only", *command], capture_output=True, text=True, check=True).stdout.splitlines()
    return {line.split()[-1] for line in lines if len(line.split()) == 3}


def is_reserved(name):
    return name.startswith("__") or (name[0] == "_" and name[1].isupper())


def check(names, allowed, what):
    found = sorted(name for name in names if not is_reserved(name) and name not in allowed)
    tap.equal(found, [], f"{what} calls nothing that a program can define but what has a reason")


if program.SANITIZED:
    tap.skip("symbols", "a sanitizer adds its own")
    tap.done()
check(undefined(LIBRARY / "libtriptych.so", "-D"), CORE, "libtriptych.so")
static = LIBRARY / "libtriptych.a"
check(undefined(static) - defined(static), CORE | {"_GLOBAL_OFFSET_TABLE_"}, "libtriptych.a")
check(undefined(LIBRARY / "libtriptych-listen.so", "-D"), LISTEN, "libtriptych-listen.so")
dynamic = subprocess.run(["readelf", "-dW", LIBRARY / "libtriptych-listen.so"], stdout=subprocess.PIPE, text=True, check=True).stdout
needed = [line.split("[")[1].rstrip("]") for line in dynamic.splitlines() if "(NEEDED)" in line]
tap.equal(needed, ["libc.so.6"], "libtriptych-listen.so needs libc alone: sanitizers look for symbols of the loader behind what is preloaded")
exported = {name for name in defined("-D", LIBRARY / "libtriptych.so") if not name.startswith("tri_")}
tap.equal(sorted(exported), ["prctl", "syscall"], "libtriptych.so defines nothing of libc but what sandbox.c must see")
probe = re.compile(r"tri_(?:enter_|leave|count_|add_|end_loop|end_nest|fortran_)\w*")
probes = {name for name in defined("-D", LIBRARY / "libtriptych.so") if probe.fullmatch(name)}
tap.check(len(probes) > 20, "libtriptych.so has probes")
known = (program.SOURCE / "src" / "loops" / "binary" / "noreturn.c").read_text()
tap.equal(sorted(name for name in probes if f'"{name}"' not in known), [], "the binary engine knows all of them")
tap.done()
