/* logged.c: see logged.h */
#include "logged.h"

#include "format/sample.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOG_SIZE = FORMAT_PIECES_AT };

static const struct {
    const char *name;
    uint32_t kind, flags;
} whats[LOGGED_WHATS] = {
    [LOGGED_MAIN] = {"main", TRI_KIND_ROUTINE, 0},
    [LOGGED_SOLVE] = {"solve", TRI_KIND_ROUTINE, 0},
    [LOGGED_LOOP] = {"sweep", TRI_KIND_LOOP, 0},
    [LOGGED_WRITE] = {"fwrite", TRI_KIND_IO, TRI_WRITES},
    [LOGGED_LOCK] = {"pthread_mutex_lock", TRI_KIND_ATOMIC, 0},
    [LOGGED_BARRIER] = {"pthread_barrier_wait", TRI_KIND_CLOCK, 0},
    [LOGGED_SPAWN] = {"pthread_create", TRI_KIND_SPAWN, 0},
    [LOGGED_SEND] = {"MPI_Send", TRI_KIND_COMM, TRI_WRITES},
    [LOGGED_RECEIVE] = {"MPI_Recv", TRI_KIND_COMM, TRI_READS},
    [LOGGED_TASK] = {"task", TRI_KIND_TASK, 0},
    [LOGGED_ALLREDUCE] = {"MPI_Allreduce", TRI_KIND_COMM, TRI_WRITES | TRI_READS},
    [LOGGED_MPI_BARRIER] = {"MPI_Barrier", TRI_KIND_CLOCK, 0},
    [LOGGED_MPI_WAIT] = {"MPI_Wait", TRI_KIND_COMM, 0},
    [LOGGED_MPI_INIT] = {"MPI_Init", TRI_KIND_COMM, 0},
    [LOGGED_MPI_WTIME] = {"MPI_Wtime", TRI_KIND_COMM, 0},
};

static void add_lane(struct logged *logged, struct made_place *place, int lane)
{
    struct made_profile *profile = made_add_profile(place);
    uint32_t *node = logged->lane[lane].node;
    uint32_t root = made_lane(profile, (uint32_t)lane, "a", MADE_START, MADE_START + LOGGED_END);
    logged->lane[lane].root = root;
    profile->records[root - 1].lane.flags = lane ? FORMAT_LANE_POOL : 0;
    for (int i = 0; i < LOGGED_WHATS; i++) {
        uint32_t parent = i == LOGGED_MAIN   ? root
                          : i == LOGGED_LOOP ? node[LOGGED_SOLVE]
                                             : node[LOGGED_MAIN];
        node[i] = made_node(profile, parent, logged->region[i], 0, 0);
    }
    char *log = calloc(1, LOG_SIZE);
    assert(log);
    *(struct format_events *)log = (struct format_events){.magic = FORMAT_EVENTS_MAGIC,
                                                          .version = FORMAT_VERSION,
                                                          .profile = (uint32_t)lane,
                                                          .kinds = FORMAT_EVENTS_ALL,
                                                          .keep = FORMAT_KEEP_FIRST,
                                                          .pieces = 1};
    struct format_piece *piece = (struct format_piece *)(log + FORMAT_SLOTS_AT);
    piece->sequence = 1;
    logged->lane[lane].log = log;
    logged->lane[lane].next = (struct format_event *)(piece + 1);
}

struct logged *logged_new(void)
{
    struct logged *logged = calloc(1, sizeof *logged);
    assert(logged);
    logged->made = made_new();
    struct made_place *place = made_add_place(logged->made);
    place->record.state = FORMAT_PLACE_EXITED;
    place->record.end = MADE_START + LOGGED_END;
    for (uint32_t i = 0; i < LOGGED_WHATS; i++)
        logged->region[i] = made_region(
            place,
            (struct format_region){.kind = whats[i].kind, .flags = whats[i].flags, .line = i + 1},
            whats[i].name, "src/a.c", "");
    for (int i = 0; i < LOGGED_LANES; i++)
        add_lane(logged, place, i);
    return logged;
}

void logged_free(struct logged *logged)
{
    for (int i = 0; i < LOGGED_LANES; i++)
        free(logged->lane[i].log);
    made_free(logged->made);
    free(logged);
}

static void add(struct logged *logged, int lane, struct format_event event)
{
    assert((char *)(logged->lane[lane].next + 1) <=
           logged->lane[lane].log + FORMAT_SLOTS_AT + FORMAT_PIECE_SIZE);
    *logged->lane[lane].next++ = event;
}

void logged_act(struct logged *logged, int lane, enum logged_what what, uint64_t start,
                uint64_t end)
{
    struct format_node *node =
        made_at(&logged->made->places[0].profiles[lane], logged->lane[lane].node[what]);
    node->count++;
    node->time += end - start;
    add(logged, lane,
        (struct format_event){MADE_START + start,
                              format_event_rest(FORMAT_EVENT_ACT, logged->lane[lane].node[what],
                                                (uint32_t)(end - start))});
}

static void add_value(struct logged *logged, int lane, enum format_value what, uint64_t value)
{
    add(logged, lane, (struct format_event){value, format_event_rest(FORMAT_EVENT_VALUE, what, 0)});
}

void logged_bytes(struct logged *logged, int lane, uint64_t bytes)
{
    add_value(logged, lane, FORMAT_VALUE_BYTES, bytes);
}

void logged_holder(struct logged *logged, int lane, uint64_t activity)
{
    add_value(logged, lane, FORMAT_VALUE_HOLDER, activity);
}

static void append(struct logged *logged, const void *bytes, size_t size)
{
    assert(logged->samples_size + size <= sizeof logged->samples);
    memcpy(logged->samples + logged->samples_size, bytes, size);
    logged->samples_size += size;
}

void logged_sample(struct logged *logged, int lane, uint64_t from, uint64_t to,
                   const struct logged_entry entries[3])
{
    struct format_samples header = {.magic = FORMAT_SAMPLES_MAGIC, .version = FORMAT_VERSION};
    struct format_sample_part part = {
        .lane = (uint32_t)lane, .from = MADE_START + from, .to = MADE_START + to};
    while (part.entries < 3 && entries[part.entries].time)
        part.entries++;
    struct format_sample head = {.mark = FORMAT_SAMPLE_MARK, .parts = 1};
    head.size = sizeof head + sizeof part + part.entries * sizeof(struct format_sample_entry);
    if (!logged->samples_size)
        append(logged, &header, sizeof header);
    append(logged, &head, sizeof head);
    append(logged, &part, sizeof part);
    for (uint32_t i = 0; i < part.entries; i++) {
        struct format_sample_entry entry = {.region = logged->region[entries[i].what],
                                            .time = entries[i].time,
                                            .visits = entries[i].visits};
        append(logged, &entry, sizeof entry);
    }
}

static struct archive_folder folder_of(struct logged *logged)
{
    static const char *const paths[LOGGED_LANES] = {"places/0/events-0", "places/0/events-1"};
    struct archive_folder folder = made_folder(logged->made);
    memcpy(logged->files, folder.files, folder.file_count * sizeof logged->files[0]);
    for (int i = 0; !logged->has_no_log && i < LOGGED_LANES; i++)
        logged->files[folder.file_count++] =
            (struct archive_folder_memory_file){paths[i], logged->lane[i].log, LOG_SIZE};
    if (logged->samples_size)
        logged->files[folder.file_count++] = (struct archive_folder_memory_file){
            "places/0/samples", logged->samples, logged->samples_size};
    return (struct archive_folder){.files = logged->files, .file_count = folder.file_count};
}

struct archive *logged_read(struct logged *logged)
{
    struct error error = {0};
    struct archive_folder folder = folder_of(logged);
    struct archive *archive = archive_read(&folder, "made.tri", &error);
    assert(archive);
    return archive;
}

void logged_write(struct logged *logged, const char *path)
{
    made_write(logged->made, path);
    for (int i = 0; i < LOGGED_LANES; i++) {
        char full[4096];
        snprintf(full, sizeof full, "%s/places/0/events-%d", path, i);
        FILE *file = fopen(full, "w");
        assert(file);
        fwrite(logged->lane[i].log, 1, LOG_SIZE, file);
        fclose(file);
    }
}

uint32_t logged_row(const struct archive *archive, enum logged_what what)
{
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (!strcmp(archive_text(archive, archive->regions.name[i]), whats[what].name))
            return i;
    }
    return ARCHIVE_NONE;
}
