/* carried_write.c: decides what the dependences of watched loops mean, and writes them. */
#include "loops/valgrind/carried_records.h"

#include "loops/valgrind/files.h"

#include "pub_tool_debuginfo.h"

/* Returns the role of a variable that each trip changes by the same amount. What optimised code
 * does so with in registers follows from the loop's own counter; memory may be that of any other
 * counter. */
static UInt role_of_steps(const struct format_carried *record,
                          const struct instructions_update *update)
{
    if (record->storage == FORMAT_CARRIED_REGISTER || update->decides & 1U << record->loop)
        return FORMAT_CARRIED_INDUCTION;
    return update->is_observed ? FORMAT_CARRIED_COUNTER : FORMAT_CARRIED_REDUCTION;
}

/* Returns the role of the updates that an instruction makes of the variable of a record. */
static UInt role_of(const struct format_carried *record, const struct instructions_update *update)
{
    if (!update->operation || update->is_broken)
        return FORMAT_CARRIED_DEPENDENCE;
    if (update->operation == FORMAT_CARRIED_SUM && !update->varies)
        return role_of_steps(record, update);
    return update->is_observed ? FORMAT_CARRIED_DEPENDENCE : FORMAT_CARRIED_REDUCTION;
}

static const struct instructions_update *update_of(const struct format_carried *record,
                                                   const struct instructions_access *access)
{
    return record->storage == FORMAT_CARRIED_REGISTER ? &access->one->reg : &access->one->memory;
}

/* Sets the role of a dependence by the instructions at its ends: for all kinds, that which writes
 * the variable decides. */
static void set_role(struct format_carried *record)
{
    const struct instructions_access *from = instructions_of(record->from),
                                     *to = instructions_of(record->to);
    Bool is_true = record->kind == FORMAT_CARRIED_TRUE;
    const struct instructions_update *update = update_of(record, is_true ? from : to);
    record->role = role_of(record, update);
    if (record->storage == FORMAT_CARRIED_REGISTER && record->role == FORMAT_CARRIED_DEPENDENCE &&
        from->one->course.is_steady && !from->one->course.varies)
        record->role = FORMAT_CARRIED_INDUCTION;
    if (record->role == FORMAT_CARRIED_REDUCTION)
        record->operation = update->operation;
    if (from->one->is_atomic && to->one->is_atomic)
        record->role = FORMAT_CARRIED_ATOMIC;
}

static Bool overlaps(const struct format_carried *a, const struct format_carried *b)
{
    if (a->storage == FORMAT_CARRIED_FRAME)
        return (Long)a->low <= (Long)b->high && (Long)b->low <= (Long)a->high;
    return a->low <= b->high && b->low <= a->high;
}

/* True if some trip reads values of earlier trips in the memory of a record. */
static Bool is_read_later(const struct format_carried *record, const struct format_carried *all,
                          UInt count)
{
    for (UInt i = 0; i < count; i++) {
        if (all[i].kind == FORMAT_CARRIED_TRUE && all[i].role == FORMAT_CARRIED_DEPENDENCE &&
            all[i].loop == record->loop && all[i].storage == record->storage &&
            all[i].owner == record->owner && overlaps(&all[i], record))
            return True;
    }
    return False;
}

static void set_roles(struct format_carried *records, UInt count)
{
    instructions_settle();
    for (UInt i = 0; i < count; i++)
        set_role(&records[i]);
    for (UInt i = 0; i < count; i++) {
        struct format_carried *record = &records[i];
        if (record->kind != FORMAT_CARRIED_TRUE && record->role == FORMAT_CARRIED_DEPENDENCE &&
            !is_read_later(record, records, count))
            record->role = FORMAT_CARRIED_PRIVATE;
    }
}

/* Texts of the file. */
struct texts {
    HChar *bytes;
    UInt used, room;
};

static UInt add_text(struct texts *texts, const HChar *text)
{
    UInt size = (UInt)VG_(strlen)(text) + 1, at = texts->used;
    texts->bytes = base_grow(texts->bytes, &texts->room, at + size, 1);
    VG_(memcpy)(texts->bytes + at, text, size);
    texts->used += size;
    return at;
}

/* Describes an access. */
static void describe(struct format_carried_access *to, const struct instructions_access *access,
                     struct texts *texts)
{
    const struct modules_function *function = modules_function_at(access->one->address);
    const HChar *name;
    *to = (struct format_carried_access){.address = access->one->address};
    if (function) {
        to->function = function->number;
        to->address -= function->moved;
    } else if (VG_(get_fnname)(VG_(current_DiEpoch)(), access->one->address, &name)) {
        to->name = add_text(texts, name);
    }
    if (access->site) {
        const struct modules_function *caller = access->site->function;
        const struct format_block *block = &caller->described[access->site->node - 1];
        to->site = block->address + block->bytes - 1;
        to->site_function = caller->number;
    }
}

/* The address of code with a record of a register is that of a loaded module. */
static void link_code(struct format_carried *record)
{
    const struct modules_function *function = NULL;
    if (record->storage == FORMAT_CARRIED_REGISTER)
        function = modules_function_at(record->code);
    if (!function)
        return;
    record->owner = function->number;
    record->code -= function->moved;
}

/* Copies bytes behind those of a file. */
static void put(HChar *bytes, SizeT *at, const void *from, SizeT size)
{
    if (size)
        VG_(memcpy)(bytes + *at, from, size);
    *at += size;
}

void carried_write(const HChar *folder)
{
    UInt loop_count, record_count, access_count = instructions_access_count();
    const struct carried_loop *loops = carried_loops(&loop_count);
    const struct format_carried *found = carried_records(&record_count);
    struct texts texts = {0};
    if (!carried_is_on())
        return;
    struct format_carried *records = VG_(calloc)("triptych", record_count + 1, sizeof *records);
    if (record_count)
        VG_(memcpy)(records, found, record_count * sizeof *records);
    set_roles(records, record_count);
    for (UInt i = 0; i < record_count; i++)
        link_code(&records[i]);
    add_text(&texts, "");
    struct format_carried_access *accesses =
        VG_(calloc)("triptych", access_count, sizeof *accesses);
    for (UInt i = 1; i < access_count; i++)
        describe(&accesses[i], instructions_of(i), &texts);
    struct format_carried_header header = {.magic = FORMAT_CARRIED_MAGIC,
                                           .version = FORMAT_CARRIED_VERSION,
                                           .loops = loop_count,
                                           .accesses = access_count,
                                           .records = record_count,
                                           .text_bytes = texts.used};
    SizeT at = 0, size = sizeof header + loop_count * sizeof loops->counts +
                         access_count * sizeof *accesses + record_count * sizeof *records +
                         texts.used;
    HChar *bytes = VG_(malloc)("triptych", size);
    put(bytes, &at, &header, sizeof header);
    for (UInt i = 0; i < loop_count; i++)
        put(bytes, &at, &loops[i].counts, sizeof loops[i].counts);
    put(bytes, &at, accesses, access_count * sizeof *accesses);
    put(bytes, &at, records, record_count * sizeof *records);
    put(bytes, &at, texts.bytes, texts.used);
    files_write(folder, "carried", bytes, size);
    VG_(free)(bytes);
    VG_(free)(records);
    VG_(free)(accesses);
    VG_(free)(texts.bytes);
}
