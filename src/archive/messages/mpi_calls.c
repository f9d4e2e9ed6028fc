/* mpi_calls.c: see mpi_calls.h */
#include "archive/messages/mpi_calls.h"

#include <string.h>
#include <triptych/probes.h>

/* Regions of kind COMM are such calls; barriers and I/O are told by their names. */
bool mpi_is_call(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    if (kind == TRI_KIND_COMM)
        return true;
    return (kind == TRI_KIND_CLOCK || kind == TRI_KIND_IO) &&
           !strncmp(archive_text(archive, archive->regions.name[region]), "MPI_", 4);
}

/* Kinds of functions by the beginnings of their names after MPI_, in the order in which they are
 * tried; a word that ends with a dot is a whole name. */
static const struct kind {
    const char *kind, *words;
} by_name[] = {
    {"other", "Reduce_local."},
    {"collective", "Allgather Allreduce Alltoall Barrier Bcast Exscan Gather Neighbor Reduce Scan "
                   "Scatter Iallgather Iallreduce Ialltoall Ibarrier Ibcast Iexscan Igather "
                   "Ineighbor Ireduce Iscan Iscatter"},
    {"memory", "Win_ Put Get. Accumulate Rput Rget Raccumulate Get_accumulate Fetch_and_op "
               "Compare_and_swap"},
    {"wait", "Wait Test"},
    {"probe", "Probe Iprobe Mprobe Improbe"},
    {"start", "Start"},
    {"communicator", "Comm_ Group_ Cart Graph_ Dist_graph_ Dims_ Topo_ Intercomm_"},
    {"datatype", "Type_"},
};

static bool is_one_of(const char *name, const char *words)
{
    for (size_t size; *words; words += size + (words[size] == ' ')) {
        size = strcspn(words, " ");
        bool whole = words[size - 1] == '.';
        size_t letters = size - whole;
        if (!strncasecmp(name, words, letters) && (!whole || !name[letters]))
            return true;
    }
    return false;
}

const char *mpi_call_kind(const struct archive *archive, uint32_t region)
{
    uint32_t flags = archive->regions.flags[region];
    bool reads = flags & TRI_READS, writes = flags & TRI_WRITES;
    const char *name = archive_text(archive, archive->regions.name[region]);
    if (archive->regions.kind[region] == TRI_KIND_IO)
        return "I/O";
    name += strncmp(name, "MPI_", 4) ? 0 : 4;
    for (size_t i = 0; i < sizeof by_name / sizeof by_name[0]; i++) {
        if (is_one_of(name, by_name[i].words))
            return by_name[i].kind;
    }
    return reads && writes ? "exchange" : writes ? "send" : reads ? "receive" : "other";
}
