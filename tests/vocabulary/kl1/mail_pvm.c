/* mail_pvm.c: nodes that are tasks of PVM: see mail.h. As in KLIC, the first process is no node: it
 * spawns them, tells them who they are, and prints for them. */
#include "mail.h"

#include <pvm3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FINISH = 0, PRINT = 1 };

static int tids[2], io;

/* Prints what nodes send, until both have finished. */
static void serve(void)
{
    for (int count = 2; count > 0;) {
        int kind;
        long number;
        pvm_recv(-1, -1);
        pvm_upkint(&kind, 1, 1);
        count -= kind == FINISH;
        if (kind == PRINT && pvm_upklong(&number, 1, 1) == 0)
            printf("%ld\n", number);
    }
}

int mail_start(void)
{
    int own = pvm_mytid();
    char path[4096] = "";
    io = pvm_parent();
    if (io > 0) {
        pvm_recv(io, -1);
        pvm_upkint(tids, 2, 1);
        return tids[1] == own;
    }
    if (readlink("/proc/self/exe", path, sizeof path - 1) < 0 ||
        pvm_spawn(path, 0, PvmTaskDefault, "", 2, tids) != 2)
        abort();
    for (int i = 0; i < 2; i++) {
        pvm_initsend(PvmDataRaw);
        pvm_pkint(tids, 2, 1);
        pvm_send(tids[i], 3);
    }
    serve();
    pvm_exit();
    return -1;
}

void mail_put(long node, const long *packet)
{
    pvm_initsend(PvmDataRaw);
    pvm_pklong((long *)packet, MAIL_WORDS, 1);
    pvm_send(tids[node], 3);
}

void mail_get(long *packet)
{
    while (!pvm_nrecv(-1, -1))
        usleep(1000);
    pvm_upklong(packet, MAIL_WORDS, 1);
}

static void tell(int kind, long number)
{
    pvm_initsend(PvmDataRaw);
    pvm_pkint(&kind, 1, 1);
    pvm_pklong(&number, 1, 1);
    pvm_send(io, 3);
}

void mail_print(long number)
{
    tell(PRINT, number);
}

void mail_end(void)
{
    tell(FINISH, 0);
    pvm_exit();
    exit(0);
}
