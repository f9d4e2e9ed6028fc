"""scripts/setup with stand-ins for dpkg-query, apt-get, sudo and id, which write down what they are asked for."""
import os
import shutil

import program
import tap

TOOLS = ["sh", "awk", "sed", "sort", "tr", "tail", "mktemp", "rm", "env", "cat", "test"]

DPKG_QUERY = """#!/bin/sh
case "$*" in *Provides*)
    echo "installed "
    echo "installed node-first (= 1.2), node-types (= 1:3.4-5), npm (= 10.8.2)"
    echo "config-files gcovr, gcovr-more"
    exit 0;;
esac
for package; do :; done
for installed in $INSTALLED; do
    [ "$installed" = "$package" ] && { printf installed; exit 0; }
done
exit 1
"""
APT_GET = """#!/bin/sh
for word; do case $word in install|update) act=$word;; esac; done
echo "$@" >>asked
echo "the last words of apt-get"
case $act in
    install) [ "$APT" = fine ] || { [ "$APT" = stale ] && [ -e updated ]; };;
    update) [ "$APT" = stale ] && : >updated;;
esac
"""
ALL = "gcc libc6-dev make meson ninja-build pkg-config python3 libclang-14-dev libomp-14-dev libcapstone-dev libdw-dev libiberty-dev libjansson-dev liblz4-dev libedit-dev libsqlite3-dev libotf2-trace-dev libcivetweb-dev ruby-dev libsimgrid-dev zlib1g-dev libcmocka-dev"


def setup(installed, apt="fine", user=0, leave_out=(), purposes=("build",)):
    """Runs it on such a machine; returns the result and what apt-get was asked for."""
    here = program.folder()
    for tool in TOOLS:
        if shutil.which(tool):
            os.symlink(shutil.which(tool), here / tool)
    stand_ins = {"dpkg-query": DPKG_QUERY, "apt-get": APT_GET, "id": f"#!/bin/sh\necho {user}\n",
                 "sudo": '#!/bin/sh\necho sudo >>asked\nexec "$@"\n'}
    for name, text in stand_ins.items():
        if name not in leave_out:
            here.write(name, text, mode=0o755)
    result = here.run(shutil.which("sh"), program.SOURCE / "scripts/setup", *purposes, check=False,
                      env={"PATH": here, "INSTALLED": installed, "APT": apt})
    asked = here.read("asked").splitlines() if (here / "asked").exists() else []
    return result, asked


result, asked = setup(ALL)
tap.check(result.status == 0 and not asked and not result.out + result.err, "all there: silence", result)

result, asked = setup(ALL.replace("meson ", "").replace("gcc ", ""))
tap.check(result.status == 0, "two are missing: done", result)
tap.contains(result.err, "meson: describes the build", "it says which, and why")
tap.check(len(asked) == 1 and asked[0].endswith("install --no-install-recommends gcc meson"),
          "only these are installed, without fetching lists", asked)

result, asked = setup(ALL, purposes=("build", "coverage"))
tap.check(result.status == 0 and asked[-1].endswith(" gcovr"), "a purpose brings its own packages", asked)

result, asked = setup(ALL + " nodejs", purposes=("page",))
tap.check(result.status == 0 and not asked and not result.out + result.err, "what another package provides is installed", result)

result, asked = setup(ALL.replace("meson ", ""), purposes=("build", "page", "coverage"))
tap.check(len(asked) == 1 and asked[0].endswith("install --no-install-recommends gcovr meson nodejs"),
          "packages that nothing provides, or only a removed one, are installed", asked)

result, asked = setup("gcc", apt="stale")
tap.check(result.status == 0 and [("update" in line.split()) for line in asked] == [False, True, False],
          "old lists of packages: fetched, then tried again", asked)

result, asked = setup("gcc", apt="broken")
tap.equal(result.status, 1, "no network: failed")
tap.contains(result.err, "the last words of apt-get", "apt-get's last words are shown")
tap.contains(result.err, "By hand: apt-get install libc6-dev", "and what to do by hand")

result, asked = setup(ALL.replace("gcc ", ""), user=1000)
tap.check(result.status == 0 and asked[0] == "sudo", "a user: by sudo", asked)

result, asked = setup(ALL.replace("gcc ", ""), user=1000, leave_out=("sudo",))
tap.check(result.status == 1 and not asked and "there is no sudo. As root: apt-get install gcc" in result.err,
          "a user without sudo: a message", result)

result, asked = setup(ALL, user=1000, leave_out=("sudo",))
tap.check(result.status == 0, "a user without sudo, all there: done", result)

result, asked = setup(ALL, leave_out=("dpkg-query", "apt-get"))
tap.check(result.status == 1 and "no Debian" in result.err and "SETUP=:" in result.err, "no Debian: a message", result)
tap.done()
