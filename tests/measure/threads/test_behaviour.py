"""A program sees nothing of being listened to: what these functions return, errno, cancellation, exit status."""
import heard
import program
import tap

here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")
heard.build(here, "behaviour")
bare = here.run("./behaviour", check=False)
tap.check(bare.status == 5 and len(bare.out.splitlines()) > 100, "the program runs by itself", bare)
for name, options in {"profile": (), "events": ("--events",), "counts": ("--count",)}.items():
    archive = heard.run(here, "behaviour", options=options, status=5)
    different = [f"{one}\n{two}" for one, two in zip(bare.out.splitlines(), archive.result.out.splitlines()) if one != two]
    tap.check(not different and len(bare.out) == len(archive.result.out), f"{name}: the same is printed", "\n".join(different))
    tap.equal(archive.result.err, bare.err, f"{name}: nothing else is said")

tap.check(all(thing.waiting == 0 for thing in archive.objects), "cancelled threads wait no longer")
cancelled = [node for node in archive.place.nodes if node.open and node.lane.state == 1]
tap.check(not cancelled, "ended threads have left everything", [node.path() for node in cancelled])
tap.equal(len(archive.places), 3, "forked processes are places")

result = here.run(*heard.command("behaviour"), "sh", "-c", "./behaviour; exit $?", check=False)
tap.equal((result.status, result.out == bare.out, result.err), (5, True, ""), "the same when a shell starts it")
tap.done()
