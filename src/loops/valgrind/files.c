/* files.c: see files.h */
#include "loops/valgrind/files.h"

#include "loops/valgrind/tree.h"

#include "pub_tool_vkiscnums.h"

/* A function of Valgrind's core: its interface for tools has none to make a folder. */
extern SysRes VG_(do_syscall)(UWord number, UWord, UWord, UWord, UWord, UWord, UWord, UWord, UWord);

/* True if others may read the archive: see measure/folder.c. */
static Bool is_shared(void)
{
    const HChar *text = VG_(getenv)("TRIPTYCH_SHARED");
    return text && VG_STREQ(text, "1");
}

static UWord file_mode(void)
{
    return is_shared() ? 0666 : 0600;
}

/* Makes a folder; returns 0 or the error number. */
static UWord make_folder(const HChar *path)
{
    SysRes result = VG_(do_syscall)(__NR_mkdirat, (UWord)VKI_AT_FDCWD, (UWord)path,
                                    is_shared() ? 0777 : 0700, 0, 0, 0, 0, 0);
    return sr_isError(result) ? sr_Err(result) : 0;
}

/* Returns a new number for this process, by appending a byte to a file that all processes share. */
static UInt draw_number(const HChar *archive)
{
    HChar path[BASE_PATH];
    VG_(sprintf)(path, "%s/places/next", archive);
    Int fd = VG_(fd_open)(path, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_APPEND, (Int)file_mode());
    if (fd < 0)
        return 0;
    Off64T after = VG_(write)(fd, ".", 1) == 1 ? VG_(lseek)(fd, 0, VKI_SEEK_CUR) : 0;
    VG_(close)(fd);
    return after > 0 ? (UInt)after - 1 : 0;
}

Bool files_make_place(const HChar *archive, HChar *folder, SizeT room, UInt *number)
{
    if (VG_(strlen)(archive) + 64 > room)
        return False;
    VG_(sprintf)(folder, "%s/" FORMAT_LOOPS_FOLDER, archive);
    make_folder(folder);
    VG_(sprintf)(folder, "%s/places", archive);
    make_folder(folder);
    for (*number = draw_number(archive);; ++*number) {
        VG_(sprintf)(folder, "%s/places/%u", archive, *number);
        UWord why = make_folder(folder);
        if (why != VKI_EEXIST)
            return !why;
    }
}

SizeT files_read(const HChar *path, HChar *into, SizeT size)
{
    Int fd = VG_(fd_open)(path, VKI_O_RDONLY, 0);
    if (fd < 0)
        return 0;
    Int got = VG_(read)(fd, into, (Int)size);
    VG_(close)(fd);
    return got > 0 ? (SizeT)got : 0;
}

static Bool put(Int fd, const void *bytes, SizeT size)
{
    const HChar *at = bytes;
    while (size) {
        Int wrote = VG_(write)(fd, at, size > 1 << 24 ? 1 << 24 : (Int)size);
        if (wrote <= 0)
            return False;
        at += wrote;
        size -= (SizeT)wrote;
    }
    return True;
}

void files_write(const HChar *folder, const HChar *name, const void *bytes, SizeT size)
{
    HChar path[BASE_PATH + 64], part[BASE_PATH + 64];
    VG_(sprintf)(path, "%s/%s", folder, name);
    VG_(sprintf)(part, "%s.part", path);
    Int fd = VG_(fd_open)(part, VKI_O_WRONLY | VKI_O_CREAT | VKI_O_EXCL, (Int)file_mode());
    Bool good = fd >= 0 && put(fd, bytes, size);
    if (fd >= 0)
        VG_(close)(fd);
    if (!good || VG_(rename)(part, path) != 0)
        VG_(umsg)("%s cannot be written; its counts are lost\n", path);
}

/* Returns the number of records that a context takes in the file. */
static UInt records_of(const struct tree_context *context)
{
    SizeT values = 0;
    if (context->function)
        values = context->function->plan->counters + context->function->plan->slots;
    return (
        UInt)((sizeof(struct format_context) + values * sizeof(ULong) + FORMAT_CONTEXT_RECORD - 1) /
              FORMAT_CONTEXT_RECORD);
}

/* The records of calls that did not return. */
struct lost {
    struct format_lost *all; /* element 0 is the header */
    UInt count, room;
};

/* Adds calls that did not return, or visits of a node that was left in the middle, to those of the
 * same node. */
static void add_lost(struct lost *lost, const struct tree_context *context, UInt node, ULong count,
                     ULong skipped)
{
    struct format_lost *last = &lost->all[lost->count - 1];
    for (; last > lost->all && last->context == context->record; last--) {
        if (last->node == node) {
            last->count += count;
            last->skipped += skipped;
            return;
        }
    }
    lost->all = base_grow(lost->all, &lost->room, lost->count + 1, sizeof *lost->all);
    lost->all[lost->count++] = (struct format_lost){
        .context = context->record, .node = node, .count = count, .skipped = skipped};
}

/* Copies the counters of a context; calls that did not return are moved to `lost`. */
static void fill_values(struct format_context *to, const struct tree_context *context,
                        struct lost *lost)
{
    const struct modules_function *function = context->function;
    for (UInt i = 0; i < function->plan->counters; i++) {
        if (i >= function->plan->edges || function->edges[i].kind != FORMAT_EDGE_LOST)
            to->values[i] = context->values[i];
        else if (context->values[i])
            add_lost(lost, context, function->edges[i].from, context->values[i], 0);
    }
    for (UInt i = 0; i < context->cut_count; i++)
        add_lost(lost, context, context->cuts[i].node, context->cuts[i].count,
                 context->cuts[i].skipped);
}

static void fill_context(struct format_context *to, const struct tree_context *context,
                         struct lost *lost)
{
    to->self = context->record;
    to->above = context->parent ? context->parent->record : 0;
    to->site = context->site;
    to->lane = context->lane;
    to->records = records_of(context);
    to->closed = !context->parent;
    to->function = context->kind;
    if (context->function) {
        to->function = context->function->number;
        to->counted = context->function->plan->counters;
        fill_values(to, context, lost);
    }
}

static void write_lost(const HChar *folder, struct lost *lost)
{
    *(struct format_lost_header *)(void *)lost->all = (struct format_lost_header){
        .magic = FORMAT_LOST_MAGIC, .version = FORMAT_LOOPS_VERSION, .used = lost->count};
    files_write(folder, "lost-0", lost->all, lost->count * sizeof *lost->all);
    VG_(free)(lost->all);
}

void files_write_contexts(const HChar *folder)
{
    ULong used = 1; /* record 0 is the header */
    for (struct tree_context *at = tree_first(); at; at = at->younger) {
        at->record = (UInt)used;
        used += records_of(at);
    }
    HChar *bytes = VG_(calloc)("triptych", used, FORMAT_CONTEXT_RECORD);
    struct lost lost = {VG_(calloc)("triptych", 16, sizeof *lost.all), 1, 16};
    *(struct format_contexts *)(void *)bytes = (struct format_contexts){
        .magic = FORMAT_CONTEXTS_MAGIC, .version = FORMAT_LOOPS_VERSION, .used = used};
    for (struct tree_context *at = tree_first(); at; at = at->younger)
        fill_context(
            (struct format_context *)(void *)(bytes + (SizeT)at->record * FORMAT_CONTEXT_RECORD),
            at, &lost);
    files_write(folder, "loops-0", bytes, used * FORMAT_CONTEXT_RECORD);
    write_lost(folder, &lost);
    VG_(free)(bytes);
}
