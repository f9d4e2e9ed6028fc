/* gather.c: see gather.h
 *
 * Ranks form a binomial tree: the children of rank r are r + 1, r + 2, r + 4, ..., as long as the
 * added number is less than r's lowest bit. First the definitions go up; each rank adds its own to
 * those of its children, without duplicates: if all ranks run the same program, there are as many
 * for a thousand ranks as for one. Rank 0 broadcasts the result, which numbers them. Then the
 * profiles go up in pieces, and rank 0 writes them to a file as they arrive. No rank needs memory
 * for more than the definitions and one piece. */
#include "measure/mpi/gather.h"

#include "measure/folder.h"
#include "measure/mpi/gather_place.h"
#include "measure/mpi/real.h"
#include "measure/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TAG = 2 };

#define FAILED UINT64_MAX     /* sent instead of a size */
#define LAST_PIECE UINT32_MAX /* sent instead of a rank: the end of the pieces */

struct gathering {
    MPI_Comm comm;
    int rank, size;
    struct defined set;
    struct stream stream;
    /* On rank 0: */
    int fd; /* -1: none */
    uint64_t bytes;
    char part[PATH_MAX], whole[PATH_MAX];
};

static int parent_of(int rank)
{
    return rank & (rank - 1);
}

/* Returns the limit below which the children of a rank are: it plus 1, 2, 4, ... */
static int limit_of(const struct gathering *all)
{
    return all->rank ? all->rank & -all->rank : INT_MAX / 2;
}

static void send_bytes(const struct gathering *all, const void *bytes, size_t size, int to)
{
    WRAP_REAL(PMPI_Send)(bytes, (int)size, handles.byte, to, TAG, all->comm);
}

static void receive_bytes(const struct gathering *all, void *bytes, size_t size, int from)
{
    WRAP_REAL(PMPI_Recv)(bytes, (int)size, handles.byte, from, TAG, all->comm, MPI_STATUS_IGNORE);
}

/* Receives the definitions of a child in pieces, since the size of a message is a signed number.
 * Messages are received even if there is no memory for them. */
static void take_definitions(struct gathering *all, int child)
{
    uint64_t size = FAILED;
    receive_bytes(all, &size, sizeof size, child);
    if (size == FAILED) {
        all->set.failed = true;
        return;
    }
    char *bytes = malloc(size ? size : 1);
    for (uint64_t at = 0; at < size; at += FORMAT_GATHERED_PIECE) {
        uint64_t part = size - at < FORMAT_GATHERED_PIECE ? size - at : FORMAT_GATHERED_PIECE;
        receive_bytes(all, bytes ? bytes + at : all->stream.piece.bytes, part, child);
    }
    if (bytes)
        defined_merge(&all->set, bytes, size);
    else
        all->set.failed = true;
    free(bytes);
}

static void give_definitions(const struct gathering *all)
{
    uint64_t size = all->set.failed ? FAILED : all->set.used;
    int parent = parent_of(all->rank);
    send_bytes(all, &size, sizeof size, parent);
    for (uint64_t at = 0; size != FAILED && at < size; at += FORMAT_GATHERED_PIECE) {
        uint64_t part = size - at < FORMAT_GATHERED_PIECE ? size - at : FORMAT_GATHERED_PIECE;
        send_bytes(all, all->set.bytes + at, part, parent);
    }
}

/* Broadcasts the definitions of rank 0; false if there are none. A rank without memory for them
 * sends no profile. */
static bool share_definitions(struct gathering *all)
{
    uint64_t size = all->set.failed ? FAILED : all->set.used;
    WRAP_REAL(PMPI_Bcast)(&size, 1, handles.number, 0, all->comm);
    if (size == FAILED)
        return false;
    char *bytes = all->rank ? malloc(size ? size : 1) : all->set.bytes;
    for (uint64_t at = 0; at < size; at += FORMAT_GATHERED_PIECE) {
        uint64_t part = size - at < FORMAT_GATHERED_PIECE ? size - at : FORMAT_GATHERED_PIECE;
        WRAP_REAL(PMPI_Bcast)
        (bytes ? bytes + at : all->stream.piece.bytes, (int)part, handles.byte, 0, all->comm);
    }
    if (!all->rank)
        return true;
    defined_free(&all->set);
    if (bytes)
        defined_merge(&all->set, bytes, size);
    all->set.failed |= !bytes;
    free(bytes);
    return true;
}

static void write_bytes(struct gathering *all, const void *bytes, size_t size)
{
    const char *at = bytes;
    all->bytes += size;
    while (all->fd >= 0 && size) {
        ssize_t wrote = write(all->fd, at, size);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0) {
            close(all->fd);
            unlink(all->part);
            all->fd = -1;
            return;
        }
        at += wrote;
        size -= (size_t)wrote;
    }
}

/* Sends a piece to the parent rank, or writes it to the file on rank 0. */
static void pass_on(void *to, const void *piece, size_t size)
{
    struct gathering *all = to;
    if (all->rank)
        send_bytes(all, piece, size, parent_of(all->rank));
    else
        write_bytes(all, piece, size);
}

/* Sends the own pieces, then those of the children, one after the other. */
static void pass_pieces(struct gathering *all)
{
    struct format_gathered_piece *head = &all->stream.piece.head;
    all->stream.send = pass_on;
    all->stream.to = all;
    head->rank = (uint32_t)all->rank;
    head->size = 0;
    if (all->rank && !all->set.failed)
        gather_place(&all->set, &all->stream);
    stream_flush(&all->stream);
    for (int step = 1; step < limit_of(all) && all->rank + step < all->size; step *= 2) {
        for (;;) {
            head->size = 0;
            receive_bytes(all, &all->stream.piece, sizeof all->stream.piece, all->rank + step);
            if (head->rank == LAST_PIECE)
                break;
            pass_on(all, &all->stream.piece, sizeof *head + head->size);
        }
    }
    *head = (struct format_gathered_piece){.rank = LAST_PIECE};
    if (all->rank)
        send_bytes(all, head, sizeof *head, parent_of(all->rank));
}

static void open_file(struct gathering *all)
{
    const struct format_gathered header = {0};
    int size = snprintf(all->whole, sizeof all->whole, "%s/%s",
                        measure_place_page() ? measure_place_folder() : "", FORMAT_GATHERED_FILE);
    all->fd = -1;
    if (!measure_place_page() || size < 0 || size + 8 >= (int)sizeof all->whole)
        return;
    snprintf(all->part, sizeof all->part, "%.*s.part", size, all->whole);
    all->fd = measure_folder_open_of_place(all->part, O_WRONLY | O_CREAT | O_EXCL);
    write_bytes(all, &header, sizeof header);
    write_bytes(all, all->set.bytes, all->set.used);
}

/* Writes the header last, then renames the file. */
static void close_file(struct gathering *all)
{
    const struct format_gathered header = {.magic = FORMAT_GATHERED_MAGIC,
                                           .version = FORMAT_GATHERED_VERSION,
                                           .ranks = (uint32_t)all->size,
                                           .definitions = all->set.used,
                                           .bytes = all->bytes};
    if (all->fd < 0)
        return;
    bool good = pwrite(all->fd, &header, sizeof header, 0) == (ssize_t)sizeof header;
    good &= close(all->fd) == 0;
    if (!good || rename(all->part, all->whole) != 0)
        unlink(all->part);
}

/* True if all ranks want to gather, with the same version. */
static bool agree(const struct gathering *all)
{
    const char *setting = secure_getenv("TRIPTYCH_GATHER");
    bool never = setting && !strcmp(setting, "never");
    const uint64_t version = FORMAT_GATHERED_VERSION;
    const uint64_t own[3] = {version, INT_MAX - version, never};
    uint64_t most[3] = {0};
    return WRAP_REAL(PMPI_Allreduce)(own, most, 3, handles.number, handles.max, all->comm) ==
               MPI_SUCCESS &&
           most[0] == version && most[1] == INT_MAX - version && !most[2];
}

/* With TRIPTYCH_GATHER=last, measuring ends here: what is gathered is complete. */
static void end_measuring(void)
{
    const char *setting = secure_getenv("TRIPTYCH_GATHER");
    if (measure_place_page() && setting && !strcmp(setting, "last")) {
        measure_place_page()->stop = FORMAT_STOP_ASKED;
        measure_place_heed();
    }
}

void gather(MPI_Comm comm)
{
    static struct gathering gathering; /* static: it must exist, or the other ranks would wait */
    struct gathering *all = &gathering;
    all->comm = comm;
    if (WRAP_REAL(PMPI_Comm_rank)(comm, &all->rank) != MPI_SUCCESS ||
        WRAP_REAL(PMPI_Comm_size)(comm, &all->size) != MPI_SUCCESS || all->size < 2 || !agree(all))
        return;
    end_measuring();
    gather_place(&all->set, NULL);
    for (int step = 1; step < limit_of(all) && all->rank + step < all->size; step *= 2)
        take_definitions(all, all->rank + step);
    if (all->rank)
        give_definitions(all);
    if (share_definitions(all)) {
        if (!all->rank)
            open_file(all);
        pass_pieces(all);
        if (!all->rank)
            close_file(all);
    }
    defined_free(&all->set);
}
