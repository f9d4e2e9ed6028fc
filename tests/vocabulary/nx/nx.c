/* nx.c: a small NX on MPI, in C and Fortran: as much of the Paragon's message library as tests
 * need. */

#include "nx.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { REQUESTS = 64, TYPES = 30 };
enum { TYPE, COUNT, NODE, PTYPE }; /* in an array that tells of a message */
#define MASK (1L << 31)            /* a type selector of bits 0 to 29, each one a type */

static MPI_Comm messages, collectives;
static long info_of_last[8];
static struct request {
    MPI_Request request;
    long typesel, size, nodesel;
    char *buffer;
    long *info;
    int used, receives, posted;
} requests[REQUESTS];

static void stop(void)
{
    MPI_Finalize();
}

static void start(void)
{
    int done;
    MPI_Initialized(&done);
    if (done)
        return;
    MPI_Init(NULL, NULL);
    MPI_Comm_dup(MPI_COMM_WORLD, &messages);
    MPI_Comm_dup(MPI_COMM_WORLD, &collectives);
    atexit(stop);
}

long mynode(void)
{
    int rank;
    start();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

long numnodes(void)
{
    int size;
    start();
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
}

long myptype(void)
{
    return 0;
}

/* Looks for a message that a selector matches; returns its type, or -1. */
static long find(long typesel, long nodesel, MPI_Status *status)
{
    int source = nodesel < 0 ? MPI_ANY_SOURCE : (int)nodesel, found = 0;
    if (typesel < 0 || !(typesel & MASK))
        MPI_Iprobe(source, typesel < 0 ? MPI_ANY_TAG : (int)typesel, messages, &found, status);
    for (int type = 0; typesel >= 0 && typesel & MASK && type < TYPES && !found; type++) {
        if (typesel >> type & 1)
            MPI_Iprobe(source, type, messages, &found, status);
    }
    return found ? status->MPI_TAG : -1;
}

static void note(const MPI_Status *status, long *info)
{
    int count;
    MPI_Get_count(status, MPI_BYTE, &count);
    info[TYPE] = status->MPI_TAG;
    info[COUNT] = count;
    info[NODE] = status->MPI_SOURCE;
    info[PTYPE] = 0;
}

static void send_to(long type, char *buffer, long size, long node)
{
    MPI_Send(buffer, (int)size, MPI_BYTE, (int)node, (int)type, messages);
}

void csend(long type, char *buffer, long size, long node, long ptype)
{
    long me = mynode(), count = numnodes();
    (void)ptype;
    for (long i = 0; i < count; i++) {
        if (node == i || (node < 0 && i != me)) /* -1: all others */
            send_to(type, buffer, size, i);
    }
}

void crecvx(long typesel, char *buffer, long size, long nodesel, long ptypesel, long info[])
{
    MPI_Status status;
    (void)ptypesel;
    start();
    while (find(typesel, nodesel, &status) < 0)
        sched_yield();
    MPI_Recv(buffer, (int)size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, messages, &status);
    note(&status, info);
}

void crecv(long typesel, char *buffer, long size)
{
    crecvx(typesel, buffer, size, -1, -1, info_of_last);
}

long csendrecv(long type, char *sent, long sent_size, long node, long ptype, long typesel,
               char *received, long received_size)
{
    csend(type, sent, sent_size, node, ptype);
    crecv(typesel, received, received_size);
    return info_of_last[COUNT];
}

static long add_request(struct request made)
{
    long id = 0;
    while (requests[id].used)
        id++;
    requests[id] = made;
    requests[id].used = 1;
    return id;
}

long isend(long type, char *buffer, long size, long node, long ptype)
{
    struct request made = {0};
    (void)ptype;
    start();
    MPI_Isend(buffer, (int)size, MPI_BYTE, (int)node, (int)type, messages, &made.request);
    return add_request(made);
}

long irecvx(long typesel, char *buffer, long size, long nodesel, long ptypesel, long info[])
{
    struct request made = {.typesel = typesel,
                           .size = size,
                           .nodesel = nodesel,
                           .buffer = buffer,
                           .info = info,
                           .receives = 1};
    (void)ptypesel;
    start();
    made.posted = typesel < 0 || !(typesel & MASK);
    if (made.posted) /* other selectors are looked for later */
        MPI_Irecv(buffer, (int)size, MPI_BYTE, nodesel < 0 ? MPI_ANY_SOURCE : (int)nodesel,
                  typesel < 0 ? MPI_ANY_TAG : (int)typesel, messages, &made.request);
    return add_request(made);
}

long irecv(long typesel, char *buffer, long size)
{
    return irecvx(typesel, buffer, size, -1, -1, info_of_last);
}

long msgdone(long id)
{
    struct request *one = &requests[id];
    MPI_Status status;
    int done = 0;
    if (one->receives && !one->posted) {
        done = find(one->typesel, one->nodesel, &status) >= 0;
        if (done)
            MPI_Recv(one->buffer, (int)one->size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG,
                     messages, &status);
    } else {
        MPI_Test(&one->request, &done, &status);
    }
    if (done && one->receives)
        note(&status, one->info);
    if (done)
        one->used = 0;
    return done;
}

void msgwait(long id)
{
    while (!msgdone(id))
        sched_yield();
}

long iprobe(long typesel)
{
    MPI_Status status;
    start();
    if (find(typesel, -1, &status) < 0)
        return 0;
    note(&status, info_of_last);
    return 1;
}

void cprobe(long typesel)
{
    while (!iprobe(typesel))
        sched_yield();
}

long infotype(void)
{
    return info_of_last[TYPE];
}

long infocount(void)
{
    return info_of_last[COUNT];
}

long infonode(void)
{
    return info_of_last[NODE];
}

long infoptype(void)
{
    return info_of_last[PTYPE];
}

void gsync(void)
{
    start();
    MPI_Barrier(collectives);
}

static void reduce(void *x, void *work, long count, MPI_Datatype type, MPI_Op operation)
{
    int size;
    start();
    MPI_Type_size(type, &size);
    MPI_Allreduce(x, work, (int)count, type, operation, collectives);
    memcpy(x, work, (size_t)(count * size));
}

void gdsum(double x[], long count, double work[])
{
    reduce(x, work, count, MPI_DOUBLE, MPI_SUM);
}

void gisum(long x[], long count, long work[])
{
    reduce(x, work, count, MPI_LONG, MPI_SUM);
}

void gihigh(long x[], long count, long work[])
{
    reduce(x, work, count, MPI_LONG, MPI_MAX);
}

void gcolx(char x[], long sizes[], char y[])
{
    int count = (int)numnodes(), lengths[count], starts[count];
    for (int i = 0; i < count; i++) {
        lengths[i] = (int)sizes[i];
        starts[i] = i ? starts[i - 1] + lengths[i - 1] : 0;
    }
    MPI_Allgatherv(x, lengths[mynode()], MPI_BYTE, y, lengths, starts, MPI_BYTE, collectives);
}

void gcol(char x[], long size, char y[], long room, long *taken)
{
    int count = (int)numnodes();
    long sizes[count];
    MPI_Allgather(&size, 1, MPI_LONG, sizes, 1, MPI_LONG, collectives);
    *taken = 0;
    for (int i = 0; i < count; i++)
        *taken += sizes[i];
    if (*taken > room)
        abort();
    gcolx(x, sizes, y);
}

void gsendx(long type, char *buffer, long size, long nodes[], long count)
{
    start();
    for (long i = 0; i < count; i++)
        send_to(type, buffer, size, nodes[i]);
}

/* Fortran: arguments by reference, integers of 4 bytes. */

int mynode_(void)
{
    return (int)mynode();
}

int numnodes_(void)
{
    return (int)numnodes();
}

int infocount_(void)
{
    return (int)infocount();
}

int infonode_(void)
{
    return (int)infonode();
}

int infotype_(void)
{
    return (int)infotype();
}

void csend_(const int *type, char *buffer, const int *size, const int *node, const int *ptype)
{
    csend(*type, buffer, *size, *node, *ptype);
}

void crecv_(const int *typesel, char *buffer, const int *size)
{
    crecv(*typesel, buffer, *size);
}

int isend_(const int *type, char *buffer, const int *size, const int *node, const int *ptype)
{
    return (int)isend(*type, buffer, *size, *node, *ptype);
}

int irecv_(const int *typesel, char *buffer, const int *size)
{
    return (int)irecv(*typesel, buffer, *size);
}

void msgwait_(const int *id)
{
    msgwait(*id);
}

void gsync_(void)
{
    gsync();
}

void gdsum_(double *x, const int *count, double *work)
{
    gdsum(x, *count, work);
}
