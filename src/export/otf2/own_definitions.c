/* own_definitions.c: see own_trace.h. Writes the definitions. */
#include "export/otf2/own_trace.h"

#include "archive/messages/mpi_calls.h"
#include "format/communicator.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

static bool check(struct own_trace *own, OTF2_ErrorCode code)
{
    return trace_out_check(own->out, code);
}

/* Returns the number of a string, which is defined if it is new. */
static uint32_t text(struct own_trace *own, const char *bytes)
{
    uint32_t before = interned_count(own->strings);
    uint32_t number = interned_add_text(own->strings, bytes);
    if (number == before)
        check(own, OTF2_GlobalDefWriter_WriteString(own->writer, number, bytes));
    return number;
}

static void write_clock(struct own_trace *own)
{
    const struct archive *archive = own->archive;
    const struct archive_places *places = &archive->places;
    uint64_t start = archive_start(archive), real = OTF2_UNDEFINED_TIMESTAMP;
    bool at_least;
    uint64_t length = archive_end(archive, &at_least) - start;
    if (places->rows && places->real_start[0] > places->start[0] - start)
        real = places->real_start[0] - (places->start[0] - start);
    check(own, OTF2_GlobalDefWriter_WriteClockProperties(own->writer, UINT64_C(1000000000), start,
                                                         length + 1, real));
}

/* Defines a node for each host, below one for the machine; a host's node has the number of its name
 * plus 1. Returns the nodes by place. The caller frees the array. */
static uint32_t *write_hosts(struct own_trace *own)
{
    const struct archive_places *places = &own->archive->places;
    struct interned *hosts = interned_new();
    uint32_t *node = memory_zeroed(places->rows + 1, sizeof *node);
    check(own, OTF2_GlobalDefWriter_WriteSystemTreeNode(own->writer, 0, text(own, "machine"),
                                                        text(own, "machine"),
                                                        OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    for (size_t i = 0; i < places->rows; i++) {
        const char *host = archive_text(own->archive, places->host[i]);
        uint32_t before = interned_count(hosts), number = interned_add_text(hosts, host);
        node[i] = number + 1;
        if (number == before)
            check(own, OTF2_GlobalDefWriter_WriteSystemTreeNode(own->writer, node[i],
                                                                text(own, *host ? host : "host"),
                                                                text(own, "node"), 0));
    }
    interned_free(hosts);
    return node;
}

/* Defines the location groups and locations. */
static void write_places(struct own_trace *own)
{
    const struct archive *archive = own->archive;
    uint32_t *node = write_hosts(own);
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        char *name = export_labels_place(archive, i);
        check(own, OTF2_GlobalDefWriter_WriteLocationGroup(own->writer, i, text(own, name),
                                                           OTF2_LOCATION_GROUP_TYPE_PROCESS,
                                                           node[i], OTF2_UNDEFINED_LOCATION_GROUP));
        free(name);
    }
    free(node);
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        char *name = export_labels_lane(archive, i);
        check(own, OTF2_GlobalDefWriter_WriteLocation(
                       own->writer, i, text(own, name), OTF2_LOCATION_TYPE_CPU_THREAD,
                       own->out->events[i], archive->lanes.place[i]));
        free(name);
    }
}

/* Returns the role of an MPI function. */
static OTF2_RegionRole mpi_role(const struct archive *archive, uint32_t region)
{
    if (archive_mpi_kind(archive, region) == FORMAT_MPI_COLLECTIVE) {
        switch (archive_mpi_collective(archive, region)) {
        case ARCHIVE_COLLECTIVE_BARRIER:
            return OTF2_REGION_ROLE_BARRIER;
        case ARCHIVE_COLLECTIVE_1_TO_N:
            return OTF2_REGION_ROLE_COLL_ONE2ALL;
        case ARCHIVE_COLLECTIVE_N_TO_1:
            return OTF2_REGION_ROLE_COLL_ALL2ONE;
        case ARCHIVE_COLLECTIVE_N_TO_N:
            return OTF2_REGION_ROLE_COLL_ALL2ALL;
        default:
            return OTF2_REGION_ROLE_COLL_OTHER;
        }
    }
    return archive->regions.flags[region] & (TRI_READS | TRI_WRITES) ? OTF2_REGION_ROLE_POINT2POINT
                                                                     : OTF2_REGION_ROLE_FUNCTION;
}

/* True for MPI functions. */
static bool is_of_mpi(const struct archive *archive, uint32_t region)
{
    uint32_t mpi = archive->regions.mpi[region];
    return mpi && !(mpi & FORMAT_MPI_ALIEN);
}

/* Returns the role of a region by its kind. */
static OTF2_RegionRole role_of(const struct archive *archive, uint32_t region)
{
    switch (archive->regions.kind[region]) {
    case TRI_KIND_LOOP:
    case TRI_KIND_WORK:
        return OTF2_REGION_ROLE_LOOP;
    case TRI_KIND_IO:
        return OTF2_REGION_ROLE_FILE_IO;
    case TRI_KIND_TASK:
        return OTF2_REGION_ROLE_TASK;
    case TRI_KIND_SPAWN:
        return OTF2_REGION_ROLE_THREAD_CREATE;
    case TRI_KIND_PARALLEL:
        return OTF2_REGION_ROLE_PARALLEL;
    case TRI_KIND_FINISH:
        return OTF2_REGION_ROLE_THREAD_WAIT;
    case TRI_KIND_CLOCK:
        return OTF2_REGION_ROLE_BARRIER;
    case TRI_KIND_ATOMIC:
        return OTF2_REGION_ROLE_CRITICAL;
    case TRI_KIND_PAUSE:
        return OTF2_REGION_ROLE_ARTIFICIAL;
    case TRI_KIND_USER:
        return OTF2_REGION_ROLE_CODE;
    case TRI_KIND_COMM:
        return is_of_mpi(archive, region) ? mpi_role(archive, region)
                                          : OTF2_REGION_ROLE_POINT2POINT;
    default:
        return OTF2_REGION_ROLE_FUNCTION;
    }
}

/* Returns the programming model of a region. */
static OTF2_Paradigm paradigm_of(const struct archive *archive, uint32_t region)
{
    if (is_of_mpi(archive, region))
        return OTF2_PARADIGM_MPI;
    if (!strncmp(archive_text(archive, archive->regions.name[region]), "pthread_", 8))
        return OTF2_PARADIGM_PTHREAD;
    switch (archive->regions.kind[region]) {
    case TRI_KIND_TASK:
    case TRI_KIND_PARALLEL:
    case TRI_KIND_WORK:
    case TRI_KIND_SPAWN:
    case TRI_KIND_FINISH:
    case TRI_KIND_CLOCK:
    case TRI_KIND_ATOMIC:
    case TRI_KIND_RELEASE:
        return OTF2_PARADIGM_OPENMP;
    case TRI_KIND_USER:
    case TRI_KIND_LOOP:
        return OTF2_PARADIGM_USER;
    case TRI_KIND_PAUSE:
        return OTF2_PARADIGM_MEASUREMENT_SYSTEM;
    default:
        return OTF2_PARADIGM_COMPILER;
    }
}

/* True for regions that can have visits: not for files and objects. */
static bool is_defined(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return kind && kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT;
}

void own_number_regions(struct own_trace *own)
{
    uint32_t next = 0;
    own->regions = memory_zeroed(own->archive->regions.rows + 1, sizeof *own->regions);
    for (uint32_t i = 0; i < own->archive->regions.rows; i++)
        own->regions[i] = is_defined(own->archive, i) ? next++ : OTF2_UNDEFINED_REGION;
}

/* Returns the description of a region: its note, or the data that a call of MPI sends and
 * receives. */
static uint32_t describe(struct own_trace *own, uint32_t region)
{
    const struct archive_regions *all = &own->archive->regions;
    uint32_t data = all->data[region], received = all->received_data[region];
    if (all->note[region] || (!data && !received))
        return text(own, archive_text(own->archive, all->note[region]));
    struct buffer words = {0};
    if (data)
        buffer_printf(&words, "sends %s", archive_text(own->archive, data));
    if (received)
        buffer_printf(&words, "%sreceives %s", data ? ", " : "",
                      archive_text(own->archive, received));
    uint32_t number = text(own, words.text);
    buffer_free(&words);
    return number;
}

/* Defines the regions. */
static void write_regions(struct own_trace *own)
{
    const struct archive_regions *all = &own->archive->regions;
    for (uint32_t i = 1; i < all->rows; i++) {
        const char *name = archive_text(own->archive, all->name[i]);
        if (!is_defined(own->archive, i))
            continue;
        /* An MPI call is named after its function, wherever the call is. */
        const char *label = is_of_mpi(own->archive, i) ? name : own->labels.name[i];
        const char *file = own->labels.file[i];
        check(own,
              OTF2_GlobalDefWriter_WriteRegion(
                  own->writer, own->regions[i], text(own, label), text(own, own->labels.name[i]),
                  describe(own, i), role_of(own->archive, i), paradigm_of(own->archive, i),
                  OTF2_REGION_FLAG_NONE, *file ? text(own, file) : OTF2_UNDEFINED_STRING,
                  all->line[i], all->end_line[i]));
    }
}

static void write_attributes(struct own_trace *own)
{
    check(own,
          OTF2_GlobalDefWriter_WriteAttribute(own->writer, OWN_TRIPS, text(own, "trips"),
                                              text(own, "trips of the loop"), OTF2_TYPE_UINT64));
    check(own, OTF2_GlobalDefWriter_WriteAttribute(own->writer, OWN_BYTES, text(own, "bytes"),
                                                   text(own, "bytes read or written"),
                                                   OTF2_TYPE_UINT64));
}

/* Writes the group of one side of a communicator, as ranks counted over all jobs; returns its
 * number. */
static uint32_t write_group(struct own_trace *own, uint32_t comm, bool other)
{
    uint32_t ref = own->groups++;
    const struct archive *archive = own->archive;
    const struct archive_communicators *all = &archive->communicators;
    uint32_t row = own->comms.row[comm];
    uint32_t size = other ? all->remote_size[row] : all->size[row];
    uint64_t *members = memory_zeroed((size_t)size + 1, sizeof *members);
    uint32_t place = all->place[row];
    uint32_t base = own->comms.first[place] - archive->places.rank[place];
    for (uint32_t i = 0; i < size; i++)
        members[i] = OTF2_UNDEFINED_UINT64;
    uint64_t from = all->first_member[row] + (other ? all->size[row] : 0);
    for (uint32_t i = 0; all->first_member[row] != ARCHIVE_UNKNOWN && i < size; i++)
        members[i] = (uint64_t)base + archive->members.rank[from + i];
    for (size_t i = 0; !other && i < all->rows;
         i++) { /* by their own ranks, where no list of members is known */
        if (own->comms.ref[i] == comm && all->rank[i] < size &&
            all->first_member[row] == ARCHIVE_UNKNOWN)
            members[all->rank[i]] = own->comms.first[all->place[i]];
    }
    check(own, OTF2_GlobalDefWriter_WriteGroup(own->writer, ref, text(own, ""),
                                               OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
                                               OTF2_GROUP_FLAG_NONE, size, members));
    free(members);
    return ref;
}

/* Defines a communicator and its groups. */
static void write_comm(struct own_trace *own, uint32_t comm)
{
    const struct archive_communicators *all = &own->archive->communicators;
    uint32_t row = own->comms.row[comm];
    uint64_t id = all->id[row];
    if (id && !(id & UINT32_MAX)) {
        uint32_t group = own->groups++;
        check(own, OTF2_GlobalDefWriter_WriteGroup(own->writer, group, text(own, ""),
                                                   OTF2_GROUP_TYPE_COMM_SELF, OTF2_PARADIGM_MPI,
                                                   OTF2_GROUP_FLAG_NONE, 0, NULL));
        check(own, OTF2_GlobalDefWriter_WriteComm(own->writer, comm, text(own, "MPI_COMM_SELF"),
                                                  group, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
        return;
    }
    char *name = id ? memory_printf("communicator %u", comm) : memory_string("MPI_COMM_WORLD");
    uint32_t group = write_group(own, comm, false);
    if (all->kind[row] == FORMAT_COMMUNICATOR_INTER) {
        uint32_t other = write_group(own, comm, true);
        check(own,
              OTF2_GlobalDefWriter_WriteInterComm(own->writer, comm, text(own, name), group, other,
                                                  OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
    } else {
        check(own, OTF2_GlobalDefWriter_WriteComm(own->writer, comm, text(own, name), group,
                                                  OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
    }
    free(name);
}

static void write_comms(struct own_trace *own)
{
    const struct own_comms *comms = &own->comms;
    if (!comms->location_count)
        return;
    check(own, OTF2_GlobalDefWriter_WriteParadigm(own->writer, OTF2_PARADIGM_MPI, text(own, "MPI"),
                                                  OTF2_PARADIGM_CLASS_PROCESS));
    check(own, OTF2_GlobalDefWriter_WriteGroup(own->writer, own->groups++, text(own, ""),
                                               OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
                                               OTF2_GROUP_FLAG_NONE,
                                               (uint32_t)comms->location_count, comms->locations));
    for (uint32_t i = 0; i < comms->count; i++)
        write_comm(own, i);
}

bool own_write_definitions(struct own_trace *own)
{
    own->writer = OTF2_Archive_GetGlobalDefWriter(own->out->archive);
    if (!own->writer)
        return check(own, OTF2_ERROR_FILE_CAN_NOT_OPEN);
    own->strings = interned_new();
    write_clock(own);
    text(own, "");
    write_attributes(own);
    write_regions(own);
    write_places(own);
    write_comms(own);
    interned_free(own->strings);
    return check(own, OTF2_Archive_CloseGlobalDefWriter(own->out->archive, own->writer));
}
