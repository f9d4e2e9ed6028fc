/* trace_regions.c: see trace.h. Maps the regions of a trace to those of an archive. */
#include "export/otf2/trace.h"

#include "archive/messages/mpi_calls.h"
#include "util/buffer.h"
#include "util/interned.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The kind and flags of a region in an archive. */
struct meaning {
    uint32_t kind, flags;
};

static bool begins_with(const char *name, const char *word)
{
    return !strncasecmp(name, word, strlen(word));
}

/* Returns what the MPI collector would record for a function. */
static struct meaning mpi_meaning(const char *name)
{
    uint32_t mpi = archive_mpi_facts_of_function(name);
    switch (format_mpi_kind(mpi)) {
    case FORMAT_MPI_IO:
        return (struct meaning){TRI_KIND_IO, 0};
    case FORMAT_MPI_COLLECTIVE:
        if (format_mpi_operation(mpi) != FORMAT_MPI_BARRIER)
            return (struct meaning){TRI_KIND_COMM, TRI_READS | TRI_WRITES};
        return (struct meaning){mpi & FORMAT_MPI_BEGINS ? TRI_KIND_COMM : TRI_KIND_CLOCK, 0};
    case FORMAT_MPI_WAIT:
    case FORMAT_MPI_PROBE:
    case FORMAT_MPI_RECEIVE:
        return (struct meaning){TRI_KIND_COMM, TRI_READS};
    case FORMAT_MPI_START:
        return (struct meaning){TRI_KIND_COMM, TRI_READS | TRI_WRITES};
    case FORMAT_MPI_SEND:
    case FORMAT_MPI_EXCHANGE:
    case FORMAT_MPI_MEMORY:
        break;
    default:
        return (struct meaning){TRI_KIND_COMM, 0};
    }
    enum format_mpi_peer peer = format_mpi_peer(mpi);
    bool reads = peer == FORMAT_MPI_SOURCE || peer == FORMAT_MPI_BOTH;
    bool writes = peer == FORMAT_MPI_DESTINATION || peer == FORMAT_MPI_BOTH;
    return (struct meaning){TRI_KIND_COMM, (reads ? TRI_READS : 0) | (writes ? TRI_WRITES : 0)};
}

/* Guesses from its name whether an I/O function reads or writes. */
static struct meaning io_meaning(const char *name)
{
    bool reads = strcasestr(name, "read") || strcasestr(name, "scanf") || strcasestr(name, "get");
    bool writes = strcasestr(name, "write") || strcasestr(name, "print") || strcasestr(name, "put");
    return (struct meaning){TRI_KIND_IO, (reads ? TRI_READS : 0) | (writes ? TRI_WRITES : 0)};
}

/* Returns the kind of a region by its role and programming model. */
static struct meaning role_meaning(uint64_t role, uint64_t paradigm)
{
    switch (role) {
    case OTF2_REGION_ROLE_LOOP:
        return (struct meaning){paradigm == OTF2_PARADIGM_OPENMP ? TRI_KIND_WORK : TRI_KIND_LOOP,
                                0};
    case OTF2_REGION_ROLE_SECTIONS:
    case OTF2_REGION_ROLE_SECTION:
    case OTF2_REGION_ROLE_SINGLE:
    case OTF2_REGION_ROLE_WORKSHARE:
        return (struct meaning){TRI_KIND_WORK, 0};
    case OTF2_REGION_ROLE_PARALLEL:
        return (struct meaning){TRI_KIND_PARALLEL, 0};
    case OTF2_REGION_ROLE_BARRIER:
    case OTF2_REGION_ROLE_IMPLICIT_BARRIER:
        return (struct meaning){TRI_KIND_CLOCK, 0};
    case OTF2_REGION_ROLE_CRITICAL:
    case OTF2_REGION_ROLE_ATOMIC:
    case OTF2_REGION_ROLE_ORDERED:
        return (struct meaning){TRI_KIND_ATOMIC, 0};
    case OTF2_REGION_ROLE_TASK:
    case OTF2_REGION_ROLE_TASK_UNTIED:
        return (struct meaning){TRI_KIND_TASK, 0};
    case OTF2_REGION_ROLE_TASK_CREATE:
    case OTF2_REGION_ROLE_THREAD_CREATE:
        return (struct meaning){TRI_KIND_SPAWN, 0};
    case OTF2_REGION_ROLE_TASK_WAIT:
    case OTF2_REGION_ROLE_THREAD_WAIT:
        return (struct meaning){TRI_KIND_FINISH, 0};
    case OTF2_REGION_ROLE_COLL_ONE2ALL:
    case OTF2_REGION_ROLE_COLL_ALL2ONE:
    case OTF2_REGION_ROLE_COLL_ALL2ALL:
    case OTF2_REGION_ROLE_COLL_OTHER:
    case OTF2_REGION_ROLE_POINT2POINT:
    case OTF2_REGION_ROLE_RMA:
    case OTF2_REGION_ROLE_DATA_TRANSFER:
        return (struct meaning){TRI_KIND_COMM, TRI_READS | TRI_WRITES};
    default:
        return (struct meaning){TRI_KIND_ROUTINE, 0};
    }
}

static struct meaning meaning_of(uint64_t role, uint64_t paradigm, const char *name)
{
    if (begins_with(name, "MPI_"))
        return mpi_meaning(name);
    if (role == OTF2_REGION_ROLE_FILE_IO || role == OTF2_REGION_ROLE_FILE_IO_METADATA)
        return io_meaning(name);
    return role_meaning(role, paradigm);
}

static struct archive_raw_write_region plain_region(const struct foreign_trace *trace,
                                                    size_t number)
{
    const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_REGION, number);
    const char *name = foreign_trace_text(trace, values[TRACE_REGION_NAME]);
    struct meaning meaning =
        meaning_of(values[TRACE_REGION_ROLE], values[TRACE_REGION_PARADIGM], name);
    return (struct archive_raw_write_region){
        .kind = meaning.kind,
        .flags = meaning.flags,
        .line = (uint32_t)values[TRACE_REGION_LINE],
        .end_line = (uint32_t)values[TRACE_REGION_END],
        .name = name,
        .file = foreign_trace_text(trace, values[TRACE_REGION_FILE]),
    };
}

/* Finds, for each region, the first one whose definition has the same texts and numbers. */
static void find_same(struct foreign_trace *trace, size_t count)
{
    struct interned *keys = interned_new();
    size_t room = 0;
    uint32_t *first = NULL;
    trace->same = memory_zeroed(count + 1, sizeof *trace->same);
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t *values = foreign_trace_at(trace, FOREIGN_DEFINITION_REGION, i);
        struct buffer key = {0};
        for (int j = 1; j <= TRACE_REGION_END; j++) {
            bool text = j < TRACE_REGION_ROLE || j == TRACE_REGION_FILE;
            if (text)
                buffer_printf(&key, "%s\n", foreign_trace_text(trace, values[j]));
            else
                buffer_printf(&key, "%llu\n", (unsigned long long)values[j]);
        }
        uint32_t before = interned_count(keys);
        uint32_t number = interned_add(keys, key.text, key.used);
        first = memory_grow(first, &room, (size_t)number + 1, sizeof *first);
        if (number == before)
            first[number] = i;
        trace->same[i] = first[number];
        buffer_free(&key);
    }
    free(first);
    interned_free(keys);
}

/* Numbers different regions that would be one row of the archive's table, so that each can be found
 * again. Loops are numbered from 1. */
static void number_regions(struct foreign_trace *trace)
{
    size_t count = foreign_trace_count(trace, FOREIGN_DEFINITION_REGION), room = 0;
    struct interned *keys = interned_new();
    uint32_t *used = NULL;
    find_same(trace, count);
    trace->seq = memory_zeroed(count + 1, sizeof *trace->seq);
    for (size_t i = 0; i < count; i++) {
        if (trace->same[i] != i) {
            trace->seq[i] = trace->seq[trace->same[i]];
            continue;
        }
        struct archive_raw_write_region region = plain_region(trace, i);
        char *key =
            memory_printf("%u %u %s\n%s", region.kind, region.line, region.name, region.file);
        uint32_t before = interned_count(keys), number = interned_add_text(keys, key);
        used = memory_grow(used, &room, (size_t)number + 1, sizeof *used);
        if (number == before)
            used[number] = region.kind == TRI_KIND_LOOP;
        trace->seq[i] = used[number]++;
        free(key);
    }
    free(used);
    interned_free(keys);
}

uint32_t foreign_trace_same(struct foreign_trace *trace, uint32_t number)
{
    if (!trace->seq)
        number_regions(trace);
    return trace->same[number];
}

struct archive_raw_write_region foreign_trace_region(struct foreign_trace *trace, size_t number)
{
    if (!trace->seq)
        number_regions(trace);
    struct archive_raw_write_region region = plain_region(trace, number);
    region.seq = trace->seq[number];
    return region;
}
