/* make.c: see door.h */
#include "loops/door/described.h"
#include "loops/door/door.h"
#include "loops/door/vectors.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The doors while they are made. */
struct making {
    struct loops_binary *binary;
    struct door_table table;
    struct loops_plan plan;
    struct buffer doors;
};

static bool make_code(struct making *making, struct loops_door *door)
{
    return making->binary->architecture->machine == EM_X86_64 ? loops_door_x86_64(door)
                                                              : loops_door_aarch64(door);
}

/* Sets the reason why a function cannot have a door; true if there is one. */
static bool has_trouble(const struct making *making, const struct door_described *one,
                        struct loops_door *door)
{
    const struct door_described *all = making->table.all;
    if (!one->start && one->clone)
        snprintf(door->why, sizeof door->why,
                 "the compiler has left only %s of it, whose arguments may differ", one->clone);
    else if (one->is_double)
        snprintf(door->why, sizeof door->why, "the program has several functions of this name");
    else if (one->is_chosen)
        snprintf(door->why, sizeof door->why, "it is chosen among others when the program starts");
    for (const struct door_described *other = all; !door->why[0] && other < one; other++) {
        if (other->start == one->start && !other->is_called)
            snprintf(door->why, sizeof door->why, "it is the same code as %s", other->symbol);
    }
    return door->why[0];
}

static void make_door(struct making *making, const struct door_described *one)
{
    struct loops_door door = {
        .binary = making->binary,
        .plan = &making->plan,
        .start = one->start,
        .end = one->end,
        .next = door_table_next(&making->table, one->start),
    };
    struct format_door made = {.address = one->start, .function = one->number, .stub = UINT32_MAX};
    if (!one->start && (!one->clone || one->is_called))
        return;
    if (!one->is_called && !has_trouble(making, one, &door) && make_code(making, &door)) {
        made.stub = door.stub;
        made.real = door.real;
    }
    if (one->start && !one->is_chosen)
        made.vectors = loops_door_vectors(making->binary, one->start);
    made.why = loops_plan_text(&making->plan, door.why);
    buffer_add_bytes(&making->doors, (const char *)&made, sizeof made);
}

static void add_padded(struct buffer *to, const struct buffer *from)
{
    static const char zeros[8];
    if (from->used)
        buffer_add_bytes(to, from->text, from->used);
    buffer_add_bytes(to, zeros, -from->used & 7);
}

/* Puts the parts of the file together. */
static void put_together(const struct making *making, const struct stat *status, struct buffer *to)
{
    const struct buffer *sections = making->plan.sections;
    const struct buffer *patches = &sections[FORMAT_PLAN_PATCHES];
    struct format_doors header = {
        .magic = FORMAT_DOORS_MAGIC,
        .version = FORMAT_DOORS_VERSION,
        .machine = making->binary->architecture->machine,
        .size = (uint64_t)status->st_size,
        .changed = (uint64_t)status->st_mtim.tv_sec * UINT64_C(1000000000) +
                   (uint64_t)status->st_mtim.tv_nsec,
        .low = UINT64_MAX,
        .doors = (uint32_t)(making->doors.used / sizeof(struct format_door)),
        .moves = (uint32_t)(sections[FORMAT_PLAN_MOVES].used / sizeof(struct format_move)),
        .patches = (uint32_t)(patches->used / sizeof(struct format_patch)),
        .code = (uint32_t)sections[FORMAT_PLAN_CODE].used,
        .texts = (uint32_t)sections[FORMAT_PLAN_TEXTS].used,
        .flags = making->table.is_stripped ? FORMAT_DOORS_STRIPPED : 0,
    };
    for (uint32_t i = 0; i < header.patches; i++) {
        struct format_patch patch;
        memcpy(&patch, patches->text + i * sizeof patch, sizeof patch);
        header.low = patch.address < header.low ? patch.address : header.low;
        header.high = patch.address > header.high ? patch.address : header.high;
    }
    buffer_add_bytes(to, (const char *)&header, sizeof header);
    add_padded(to, &making->doors);
    add_padded(to, &sections[FORMAT_PLAN_MOVES]);
    add_padded(to, patches);
    add_padded(to, &sections[FORMAT_PLAN_CODE]);
    add_padded(to, &sections[FORMAT_PLAN_TEXTS]);
    header.sum = format_sum(0, to->text, to->used / 8);
    memcpy(to->text, &header, sizeof header);
}

static bool put_bytes(const void *data, FILE *file)
{
    const struct buffer *bytes = data;
    return fwrite(bytes->text, bytes->used, 1, file) == 1;
}

bool loops_door_make(const char *library, const char *binary, const char *file, struct error *error)
{
    struct stat status;
    struct making making = {.binary = loops_binary_open_bare(binary, error)};
    struct buffer bytes = {0};
    bool good = making.binary && door_table_read(&making.table, library, error);
    if (good && stat(binary, &status))
        good = error_errno(error, "%s cannot be read", binary);
    if (good) {
        door_table_find(&making.table, making.binary);
        for (size_t i = 0; i < making.table.count; i++)
            make_door(&making, &making.table.all[i]);
        put_together(&making, &status, &bytes);
        good = loops_plan_write(file, put_bytes, &bytes, error);
    }
    buffer_free(&bytes);
    buffer_free(&making.doors);
    loops_plan_discard(&making.plan);
    door_table_free(&making.table);
    if (making.binary)
        loops_binary_close(making.binary);
    return good;
}
