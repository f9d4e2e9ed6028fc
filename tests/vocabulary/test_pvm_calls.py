"""Further calls of PVM on a real pvmd, by hand count: gather, scatter, receives that poll or time out, the Fortran binding, PVM inside MPI, and vtool's
tables."""
import json
import os
import re
import shutil

import program
import pvmd
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

here = program.folder()
PVM = pvmd.start(here)
here.write("groups.c", """
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>
enum { ALL = 3 };
int main(void)
{
    char path[4096] = "";
    int mine[4] = {1, 2, 3, 4}, all[4 * ALL] = {0}, tids[ALL - 1], parent = pvm_parent();
    struct timeval soon = {0, 1000}, late = {60, 0};
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        exit(1);
    if (parent < 0) {
        if (pvm_joingroup("g") != 0 || pvm_spawn(path, 0, PvmTaskDefault, "", ALL - 1, tids) != ALL - 1)
            exit(2);
    } else {
        pvm_joingroup("g");
    }
    pvm_barrier("g", ALL);
    pvm_gather(all, mine, 4, PVM_INT, 5, "g", 0);
    pvm_barrier("g", ALL);
    pvm_scatter(mine, all, 2, PVM_INT, 6, "g", 0);
    pvm_barrier("g", ALL);
    if (parent < 0) {
        if (pvm_trecv(-1, 99, &soon) != 0) /* nobody sends this */
            exit(3);
        for (int i = 0; i < ALL - 1; i++) {
            pvm_initsend(PvmDataDefault);
            pvm_pkdouble((double[]){1, 2}, 2, 1);
            pvm_send(tids[i], 7);
        }
        for (int i = 0; i < ALL - 1; i++)
            pvm_trecv(-1, 8, &late);
        printf("%d %d\\n", all[11], pvm_gsize("g"));
    } else {
        while (!pvm_probe(parent, 7))
            usleep(1000);
        if (pvm_nrecv(parent, 7) <= 0)
            exit(4);
        pvm_psend(parent, 8, mine, 3, PVM_SHORT);
    }
    pvm_barrier("g", ALL);
    pvm_lvgroup("g");
    pvm_exit();
    return 0;
}
""")
here.write("pair.f", """
      program pair
      implicit none
      include 'fpvm3.h'
      integer mytid, parent, tids(1), count, info, numbers(5), i
      integer from, tag, size
      character*1024 path
      do i = 1, 5
      numbers(i) = 3
      end do
      call pvmfmytid(mytid)
      call pvmfparent(parent)
      if (parent .lt. 0) then
      call get_environment_variable('PAIR', path)
      call pvmfspawn(trim(path), PVMTASKDEFAULT, '*', 1, tids, count)
      if (count .ne. 1) stop 2
      do i = 1, 4
      call pvmfinitsend(PVMDATADEFAULT, info)
      call pvmfpack(INTEGER4, numbers, 5, 1, info)
      call pvmfsend(tids(1), 11, info)
      end do
      call pvmfinitsend(PVMDATAINPLACE, info)
      call pvmfpack(INTEGER4, numbers, 5, 1, info)
      call pvmfsend(tids(1), 13, info)
      call pvmfprecv(tids(1), 12, numbers, 5, INTEGER4, from,
     &tag, size, info)
      print '(i0)', numbers(5)
      else
      do i = 1, 4
      call pvmfrecv(parent, 11, info)
      end do
      call pvmfrecv(parent, 13, info)
      do i = 1, 5
      numbers(i) = 8
      end do
      call pvmfpsend(parent, 12, numbers, 5, INTEGER4, info)
      end if
      call pvmfexit(info)
      end
""")
here.write("placed.c", """
#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void talk(int other)
{
    static double d[20];
    static int i[20];
    static short s[20];
    pvm_initsend(PvmDataInPlace);
    pvm_pkdouble(d, 10, 1);
    pvm_send(other, 1);                 /* 80 */
    pvm_mcast(&other, 1, 2);            /* 80 */
    pvm_pkdcplx(d, 2, 1);
    pvm_pkcplx((float *)d, 3, 1);
    pvm_pkulong((unsigned long *)d, 1, 1);
    pvm_pkushort((unsigned short *)s, 3, 1);
    pvm_send(other, 3);                 /* 80 + 32 + 24 + 8 + 6 */
    pvm_initsend(PvmDataRaw);
    pvm_pkint(i, 7, 2);
    pvm_send(other, 4);                 /* 28 */
    int own = pvm_mkbuf(PvmDataInPlace), usual = pvm_setsbuf(own);
    pvm_pkbyte((char *)d, 5, 1);
    pvm_send(other, 5);                 /* 5 */
    pvm_setsbuf(usual);
    pvm_send(other, 6);                 /* 28 */
    pvm_freebuf(own);
    pvm_initsend(PvmDataDefault);
    pvm_pkshort(s, 3, 1);
    pvm_send(other, 7);                 /* 12 */
}
int main(void)
{
    char path[4096] = "";
    int tid, parent = pvm_parent();
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0)
        exit(1);
    if (parent < 0) {
        if (pvm_spawn(path, 0, PvmTaskDefault, "", 1, &tid) != 1)
            exit(2);
        talk(tid);
        pvm_recv(tid, 9);
        puts("done");
    } else {
        for (int tag = 1; tag <= 7; tag++)
            pvm_recv(parent, tag);
        pvm_setsbuf(pvm_getrbuf());     /* what was received is sent back */
        pvm_send(parent, 9);            /* 12 */
    }
    pvm_exit();
    return 0;
}
""")
here.write("both.c", """
#include <mpi.h>
#include <pvm3.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    int rank, mine, other, number = 3;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = pvm_mytid();
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 1, &other, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < 3; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&number, 1, 1);
        pvm_send(other, 2);
    }
    for (int i = 0; i < 3; i++)
        pvm_recv(other, 2);
    MPI_Barrier(MPI_COMM_WORLD);
    pvm_exit();
    MPI_Finalize();
    return 0;
}
""")
here.run(program.CC, "-g", "groups.c", "-o", "groups", "-lgpvm3", "-lpvm3")


def rows(what):
    return [json.loads(line) for line in here.triptych("query", "a.tri", what, "--format", "json").out.splitlines()]


def messages():
    return sorted((m["sourceRank"], m["targetRank"], m["tag"], m["bytes"]) for m in rows("messages"))


def visits(start):
    found = {}
    for node in rows("nodes"):
        if (node["name"] or "").startswith(start):
            found[node["name"]] = found.get(node["name"], 0) + node["visits"]
    return found


result = here.triptych("run", "--events", "-o", "a.tri", "./groups", env=PVM, timeout=60)
tap.equal(result.out, "4 3\n", "the program prints what it prints alone")
tap.equal(messages(), sorted([(0, 1, 7, 16), (0, 2, 7, 16), (1, 0, 8, 6), (2, 0, 8, 6)]),
          "messages by send and psend, received by nrecv and trecv")
parts = sorted((c["kind"], c["rank"], c["root"], c["given"], c["taken"]) for c in rows("collectives") if c["kind"] != "barrier")
tap.equal(parts, sorted([("n-to-1", 0, 0, 16, 48), ("n-to-1", 1, 0, 16, 0), ("n-to-1", 2, 0, 16, 0),
                         ("1-to-n", 0, 0, 24, 8), ("1-to-n", 1, 0, 0, 8), ("1-to-n", 2, 0, 0, 8)]), "gather and scatter, with root and bytes")
counted = visits("pvm_")
tap.equal({name: counted.get(name) for name in ("pvm_barrier", "pvm_gather", "pvm_scatter", "pvm_trecv", "pvm_nrecv", "pvm_psend", "pvm_send", "pvm_joingroup",
                                                "pvm_lvgroup", "pvm_gsize", "pvm_spawn", "pvm_exit", "pvm_gettid")},
          {"pvm_barrier": 12, "pvm_gather": 3, "pvm_scatter": 3, "pvm_trecv": 3, "pvm_nrecv": 2, "pvm_psend": 2, "pvm_send": 2, "pvm_joingroup": 3,
           "pvm_lvgroup": 3, "pvm_gsize": 1, "pvm_spawn": 1, "pvm_exit": 3, "pvm_gettid": None}, "visits; what PVM calls inside itself is none")
text = here.triptych("report", "a.tri", "--mpi", "--top", "0").out
tap.check("PVM: call sites" in text and "PVM in short" in text and not re.search(r"\bMPI\b", text), "the report says PVM", text)
tap.check("PVM took" in here.triptych("run", "--force", "-o", "b.tri", "./groups", env=PVM, timeout=60).err, "and the line after a run")
kpx = here.triptych("report", "a.tri", "--style", "kpx", "--mpi").out
tap.check("Number of nodes : 3" in kpx and "PVM call lines  : " in kpx, "vtool's tables: the head", kpx)
site = re.search(r"pvm_gather +(\d+) +groups\.c", kpx)
tap.check(site and "Maximum" in kpx and "Minimum" in kpx and "Mean" in kpx and kpx.count("node          time (counts)") >= 5,
          "each call site with visits and time of each task, maximum, minimum and mean", kpx)

here.run(program.CC, "-g", "placed.c", "-o", "placed", "-lpvm3")
sizes = [(0, 1, 1, 80), (0, 1, 2, 80), (0, 1, 3, 150), (0, 1, 4, 28), (0, 1, 5, 5), (0, 1, 6, 28), (0, 1, 7, 12), (1, 0, 9, 12)]
for options in ["--events"], []:
    result = here.triptych("run", "--force", *options, "-o", "a.tri", "./placed", env=PVM, timeout=60)
    bytes_sent = sum(node["bytes"] for node in rows("nodes") if node["name"] in ("pvm_send", "pvm_mcast"))
    tap.equal((result.out, bytes_sent), ("done\n", sum(size for *_, size in sizes)), "buffers that leave their data in place: the bytes that were packed")
    if options:
        tap.equal(messages(), sizes, "and of each message, with other buffers between")
        tap.check(all(m["send"] and m["receive"] for m in rows("messages")), "which are all matched")

here.write("format.c", here.read("placed.c").split("static void talk")[0] + """
int main(void)
{
    char path[4096] = "";
    static int numbers[3];
    int tid, parent = pvm_parent();
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 || (parent < 0 && pvm_spawn(path, 0, PvmTaskDefault, "", 1, &tid) != 1))
        exit(1);
    if (parent < 0) {
        pvm_packf("%+ %3d", PvmDataInPlace, numbers);
        pvm_send(tid, 1);
        pvm_initsend(PvmDataRaw);
        pvm_packf("%2d", numbers);
        pvm_send(tid, 2);
        pvm_recv(tid, 3);
    } else {
        pvm_recv(parent, 1);
        pvm_recv(parent, 2);
        pvm_initsend(PvmDataRaw);
        pvm_send(parent, 3);
    }
    pvm_exit();
    return 0;
}
""")
here.run(program.CC, "-g", "format.c", "-o", "format", "-lpvm3")
here.triptych("run", "--force", "--events", "-o", "a.tri", "./format", env=PVM, timeout=60)
tap.equal((messages(), [event["bytes"] for event in rows("events") if event["name"] == "pvm_send" and event["rank"] == 0]),
          ([(0, 1, 1, 12), (0, 1, 2, 8), (1, 0, 3, 0)], [None, 8]), "what pvm_packf leaves in place is only known to who receives it")

if shutil.which("gfortran") and os.path.exists("/usr/include/fpvm3.h"):
    here.run("gfortran", "-g", "-I/usr/include", "-fallow-argument-mismatch", "pair.f", "-o", "pair", "-lfpvm3", "-lgpvm3", "-lpvm3")
    env = {**PVM, "PAIR": str(here / "pair"), "PVM_EXPORT": "PAIR"}
    result = here.triptych("run", "--force", "--events", "-o", "a.tri", "./pair", env=env, timeout=60)
    tap.equal((result.out, messages()), ("8\n", [(0, 1, 11, 20)] * 4 + [(0, 1, 13, 20), (1, 0, 12, 20)]),
              "the Fortran binding: each message")
    counted = visits("pvm")
    calls = {"send": 5, "recv": 5, "psend": 1, "precv": 1, "spawn": 1, "exit": 2}
    tap.equal({name: counted.get("pvmf" + name, 0) + counted.get("pvm_" + name, 0) for name in calls}, calls,
              "and each call, once: by the binding, or where that cannot be patched, by what it calls")
else:
    tap.skip("the Fortran binding", "gfortran or fpvm3.h is missing")

if shutil.which("mpicc.openmpi"):
    here.run("mpicc.openmpi", "-g", "both.c", "-o", "both", "-lpvm3")
    env = {**PVM, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
    here.triptych("run", "--force", "--events", "-o", "a.tri", "mpirun.openmpi", "-n", "2", "./both", env=env, timeout=60)
    tap.equal(messages(), sorted([(0, 1, 1, 4), (1, 0, 1, 4)] + [(0, 1, 2, 4)] * 3 + [(1, 0, 2, 4)] * 3), "PVM inside MPI: the messages of both")
    text = here.triptych("report", "a.tri", "--mpi", "--top", "0").out
    tap.check("MPI: call sites" in text and "pvm_send" in text and "MPI_Sendrecv" in text, "and the call sites of both", text)
tap.done()
