/* frames.c: functions and landing pads from .eh_frame and .gcc_except_table.
 *
 * The layouts are in the Linux Standard Base (Exception Frames) and in the Itanium C++ ABI's
 * description of exception tables, which GCC and Clang follow on all machines. */
#include "loops/binary/frame_reader.h"
#include "util/memory.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

/* Reads an encoded pointer, which may be relative to its own address; 0 if it is omitted or null.
 * Indirect pointers never refer to code, so they are not resolved. */
static uint64_t take_pointer(struct frame_reader *reader, unsigned encoding)
{
    uint64_t base = (encoding & 0x70) == DW_EH_PE_pcrel ? reader->address : 0;
    uint64_t value;
    if (encoding == DW_EH_PE_omit)
        return 0;
    switch (encoding & 15) {
    case DW_EH_PE_uleb128:
        value = frame_leb(reader, false);
        break;
    case DW_EH_PE_sleb128:
        value = frame_leb(reader, true);
        break;
    case DW_EH_PE_udata2:
        value = frame_take(reader, 2);
        break;
    case DW_EH_PE_sdata2:
        value = (uint64_t)(int64_t)(int16_t)frame_take(reader, 2);
        break;
    case DW_EH_PE_udata4:
        value = frame_take(reader, 4);
        break;
    case DW_EH_PE_sdata4:
        value = (uint64_t)(int64_t)(int32_t)frame_take(reader, 4);
        break;
    default:
        value = frame_take(reader, 8);
    }
    return value ? base + value : 0;
}

/* A CIE of .eh_frame: the properties that its FDEs share. */
struct common {
    unsigned pointers, tables; /* encodings of addresses, and of pointers to exception tables */
    bool has_size;             /* its FDEs have augmentation data, whose size comes first */
    uint64_t step;             /* bytes by which addresses are counted */
    const uint8_t *program, *end;
};

/* Reads a CIE; returns false if it is damaged or has an unknown augmentation. */
static bool read_common(struct frame_reader reader, struct common *common)
{
    *common = (struct common){.pointers = DW_EH_PE_absptr, .tables = DW_EH_PE_omit};
    uint64_t length = frame_take(&reader, 4);
    if (length > (uint64_t)(reader.end - reader.at))
        return false;
    reader.end = reader.at + length;
    if (frame_take(&reader, 4)) /* an FDE, not a CIE */
        return false;
    uint64_t version = frame_take(&reader, 1);
    const char *letters = (const char *)reader.at;
    while (frame_take(&reader, 1))
        ;
    common->step = frame_leb(&reader, false);
    frame_leb(&reader, true);
    if (version == 1)
        frame_take(&reader, 1);
    else
        frame_leb(&reader, false);
    if (reader.over || (version != 1 && version != 3))
        return false;
    common->has_size = *letters == 'z';
    uint64_t size = common->has_size ? frame_leb(&reader, false) : 0;
    if (size > (uint64_t)(reader.end - reader.at))
        return false;
    common->program = reader.at + size;
    common->end = reader.end;
    for (letters += common->has_size; *letters; letters++) {
        if (*letters == 'R')
            common->pointers = (unsigned)frame_take(&reader, 1);
        else if (*letters == 'L')
            common->tables = (unsigned)frame_take(&reader, 1);
        else if (*letters == 'P')
            take_pointer(&reader, (unsigned)frame_take(&reader, 1));
        else if (!strchr("SBG", *letters))
            return false;
    }
    return !reader.over;
}

static void add_pad(struct loops_binary *binary, struct loops_binary_pad pad)
{
    binary->pads =
        memory_grow(binary->pads, &binary->pad_room, binary->pad_count + 1, sizeof *binary->pads);
    binary->pads[binary->pad_count++] = pad;
}

/* Adds the landing pads of a function that begins at `start` from its table of call sites. */
static void read_pads(struct loops_binary *binary, uint64_t table, uint64_t start)
{
    struct frame_reader reader = {.address = table};
    size_t there;
    reader.at = loops_binary_bytes(binary, table, 1, &there);
    if (!reader.at)
        return;
    reader.end = reader.at + there;
    unsigned encoding = (unsigned)frame_take(&reader, 1);
    uint64_t base = encoding == DW_EH_PE_omit ? start : take_pointer(&reader, encoding);
    if (frame_take(&reader, 1) != DW_EH_PE_omit)
        frame_leb(&reader, false);
    encoding = (unsigned)frame_take(&reader, 1);
    uint64_t size = frame_leb(&reader, false);
    if (reader.over || size > (uint64_t)(reader.end - reader.at))
        return;
    reader.end = reader.at + size;
    while (reader.at < reader.end && !reader.over) {
        uint64_t from = start + take_pointer(&reader, encoding);
        uint64_t to = from + take_pointer(&reader, encoding);
        uint64_t pad = take_pointer(&reader, encoding);
        frame_leb(&reader, false);
        if (pad && !reader.over)
            add_pad(binary, (struct loops_binary_pad){base + pad, from, to});
    }
}

/* The sections of the linker's stubs, which have frames on some machines but are no functions. */
struct stubs {
    struct loops_binary_range sections[4];
};

static struct stubs find_stubs(const struct loops_binary *binary)
{
    static const char *const names[] = {".plt", ".plt.sec", ".plt.got", ".iplt"};
    struct stubs stubs = {0};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        stubs.sections[i] = loops_binary_range_of(binary, names[i]);
    return stubs;
}

/* True if the frame is already set up where the code begins: then this is a cold part of another
 * function. The code of a whole function executes something before its frame changes. */
static bool begins_in_the_middle(struct frame_reader reader)
{
    uint64_t first = frame_take(&reader, 1);
    return !reader.over && (first == DW_CFA_def_cfa_offset || first == DW_CFA_def_cfa ||
                            (first & 0xc0) == DW_CFA_offset);
}

/* Reads an FDE: adds its function, frame and landing pads. */
static void read_frame(struct loops_binary *binary, struct found *found, struct frame_reader reader,
                       const struct common *common, const struct stubs *stubs)
{
    uint64_t start = take_pointer(&reader, common->pointers);
    uint64_t size = take_pointer(&reader, common->pointers & 15);
    uint64_t table = 0;
    if (common->has_size) {
        uint64_t rest = frame_leb(&reader, false);
        struct frame_reader augmentation = reader;
        table = take_pointer(&augmentation, common->tables);
        reader.over |= augmentation.over || rest > (uint64_t)(reader.end - reader.at);
        if (!reader.over)
            reader.at += rest;
    }
    if (reader.over || !start || !size)
        return;
    for (size_t i = 0; i < sizeof stubs->sections / sizeof stubs->sections[0]; i++) {
        if (start >= stubs->sections[i].start && start < stubs->sections[i].end)
            return;
    }
    size_t before = binary->pad_count;
    found_add(found, start, start + size, NULL,
              BINARY_FRAME | (begins_in_the_middle(reader) ? BINARY_MOVED : 0));
    binary->frames = memory_grow(binary->frames, &binary->frame_room, binary->frame_count + 1,
                                 sizeof *binary->frames);
    binary->frames[binary->frame_count++] = (struct loops_binary_frame){
        start, start + size, common->program, common->end, reader.at, reader.end, common->step};
    if (table)
        read_pads(binary, table, start);
    found->functions[found->count - 1].first_pad = (uint32_t)before;
    found->functions[found->count - 1].pad_count = (uint32_t)(binary->pad_count - before);
}

static int by_start(const void *a, const void *b)
{
    const struct loops_binary_frame *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

/* Reads all entries of .eh_frame, up to the first that is damaged. */
static void read_frames(struct loops_binary *binary, struct found *found)
{
    struct frame_reader reader = {0};
    struct stubs stubs = find_stubs(binary);
    size_t size;
    if (!loops_binary_section(binary, ".eh_frame", &reader.address, &reader.at, &size))
        return;
    const uint8_t *first = reader.at;
    uint64_t first_address = reader.address;
    reader.end = reader.at + size;
    while (reader.at < reader.end) {
        uint64_t length = frame_take(&reader, 4);
        if (length == UINT32_MAX)
            length = frame_take(&reader, 8);
        if (!length || reader.over || length > (uint64_t)(reader.end - reader.at))
            return;
        struct frame_reader entry = reader;
        entry.end = reader.at + length;
        uint64_t here = (uint64_t)(reader.at - first), back = frame_take(&entry, 4);
        struct common common;
        if (back && back <= here) { /* the distance back to its CIE */
            struct frame_reader cie = {first + here - back, reader.end, first_address + here - back,
                                       false};
            if (read_common(cie, &common))
                read_frame(binary, found, entry, &common, &stubs);
        }
        reader.at += length;
        reader.address += length;
    }
}

void frames_find(struct loops_binary *binary, struct found *found)
{
    read_frames(binary, found);
    if (binary->frame_count)
        qsort(binary->frames, binary->frame_count, sizeof *binary->frames, by_start);
}
