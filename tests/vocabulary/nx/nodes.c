/* nodes.c: a program of NX for three nodes whose messages are counted by hand in test_nx.py. */
#include "nx.h"

#include <stdio.h>
#include <string.h>

enum { NODES = 3, MASK = 1u << 31 };

static char data[256], got[256];

static void ring(long me, long right)
{
    for (int i = 0; i < 3; i++) {
        csend(10 + i, data, 100 + i, right, 0);
        crecv(10 + i, got, sizeof got); /* by its type */
    }
    if (csendrecv(20, data, 40, right, 0, 20, got, sizeof got) != 40)
        puts("wrong");
    if (me == 0) {
        csend(30, data, 7, -1, 0); /* to all others */
    } else {
        crecv(-1, got, sizeof got); /* of any type */
        if (infotype() != 30 || infonode() != 0 || infocount() != 7)
            puts("wrong");
    }
    gsync();
}

/* Requests: those of the receiver are posted before the messages come, and end in another order. */
static void requests(long me, long right, long left)
{
    long info[8], early = irecvx(40, got, 64, left, -1, info), late = irecv(41, got + 64, 64);
    gsync();
    long sent = isend(41, data, 33, right, 0);
    csend(40, data, 22, right, 0);
    msgwait(late);
    msgwait(sent);
    while (!msgdone(early))
        ;
    if (info[0] != 40 || info[1] != 22 || info[2] != left)
        puts("wrong");
    gsync();
    /* A selector with a mask: the types 2 and 5, not 3, though that one came first. */
    if (me == 1) {
        csend(3, data, 3, 0, 0);
        csend(5, data, 5, 0, 0);
        csend(2, data, 2, 0, 0);
    }
    gsync();
    if (me == 0) {
        cprobe(3);
        crecv((long)MASK | 1 << 2 | 1 << 5, got, sizeof got);
        long first = infotype();
        crecvx((long)MASK | 1 << 2 | 1 << 5, got, sizeof got, 1, -1, info);
        if (first + info[0] != 7)
            puts("wrong");
        crecv(3, got, sizeof got);
    }
}

static void together(long me)
{
    double sums[4] = {1, 2, 3, 4}, real_work[4];
    long most[2] = {me, -me}, work[2], sizes[NODES] = {3, 5, 7}, taken;
    char all[64];
    gdsum(sums, 4, real_work);
    gihigh(most, 2, work);
    gcolx(data, sizes, all);
    gcol(data, me + 1, all, sizeof all, &taken);
    long nodes[2] = {(me + 1) % NODES, (me + 2) % NODES};
    gsendx(50, data, 9, nodes, 2);
    crecv(50, got, sizeof got);
    crecv(50, got, sizeof got);
    gsync();
    if (me == 0)
        printf("%g %ld %ld\n", sums[3], most[0], taken);
}

int main(void)
{
    long me = mynode(), right = (me + 1) % NODES, left = (me + NODES - 1) % NODES;
    ring(me, right);
    requests(me, right, left);
    together(me);
    return 0;
}
