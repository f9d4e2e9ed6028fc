/* carried_access.c: finds the dependences of one access: see carried.h */
#include "loops/valgrind/carried_records.h"

#include "loops/valgrind/follow.h"
#include "loops/valgrind/registers.h"

#include "pub_tool_vkiscnums.h"

/* The dependence that was found last in the same access: a wide access is one, not one for each
 * piece of memory. */
struct last {
    UInt kind, other;
    ULong distance;
};

/* An access during a visit. */
struct access {
    UInt loop;
    struct carried_visit *visit;
    UInt number;
    Addr start;
    SizeT size;
    struct last last[FORMAT_CARRIED_KINDS];
};

/* Adds a dependence of an access on an earlier one, unless it was added for the piece of memory
 * before. */
static void add(struct access *access, UInt kind, UInt other, ULong trip)
{
    struct last *last = &access->last[kind];
    ULong distance = access->visit->now - trip;
    if (last->kind == kind && last->other == other && last->distance == distance)
        return;
    *last = (struct last){kind, other, distance};
    struct carried_place place = carried_place_of(access->visit, access->start, access->size,
                                                  instructions_of(access->number)->one->address);
    carried_record(access->loop, kind, other, access->number, distance, &place);
}

static struct instructions_one *writer_of(const struct shadow_cell *cell)
{
    return instructions_of(cell->writer)->one;
}

/* Notes that a load reads the value of an update, unless it is the load of the next update. */
static void observe(const struct access *access, struct instructions_point *point,
                    const struct shadow_cell *cell)
{
    struct instructions_one *writer = writer_of(cell);
    writer->memory.decides |= point->decides & 1U << access->loop;
    if (point->may_update && (!point->pending || point->pending == writer))
        point->pending = writer;
    else
        writer->memory.is_observed = True;
}

static void read_cell(struct access *access, struct instructions_point *point,
                      struct shadow_cell *cell)
{
    const struct carried_visit *visit = access->visit;
    if (cell->wrote >= visit->first) {
        if (cell->wrote < visit->now)
            add(access, FORMAT_CARRIED_TRUE, cell->writer, cell->wrote);
        observe(access, point, cell);
    }
    if (cell->read != visit->now) {
        cell->before = cell->read;
        cell->before_reader = cell->reader;
    }
    cell->read = visit->now;
    cell->reader = access->number;
}

static void write_cell(struct access *access, struct shadow_cell *cell)
{
    const struct carried_visit *visit = access->visit;
    ULong read = cell->read < visit->now ? cell->read : cell->before;
    UInt reader = cell->read < visit->now ? cell->reader : cell->before_reader;
    if (read >= visit->first)
        add(access, FORMAT_CARRIED_ANTI, reader, read);
    if (cell->wrote >= visit->first && cell->wrote < visit->now)
        add(access, FORMAT_CARRIED_OUTPUT, cell->writer, cell->wrote);
    *cell = (struct shadow_cell){.wrote = visit->now, .writer = access->number};
}

/* Follows an access in the shadow memory of a visit. */
static void follow_access(struct access *access, struct instructions_point *point, Bool is_store)
{
    Addr at = access->start;
    for (SizeT left = access->size; left;) {
        UInt count;
        SizeT bytes;
        struct shadow_cell *cells = shadow_cells(access->visit->shadow, at, left, &count, &bytes);
        for (UInt i = 0; i < count; i++) {
            if (is_store)
                write_cell(access, &cells[i]);
            else
                read_cell(access, point, &cells[i]);
        }
        at += bytes;
        left -= bytes;
    }
}

/* True if the loop's function itself makes the access, not one that it calls. */
static Bool is_in_loop(const struct carried_visit *visit, const struct instructions_one *one)
{
    return follow_depth() == visit->frame + 1 && carried_is_own(one->address);
}

/* True if an access of a called function is to the stack below the loop's frame, which is not
 * there before the call nor after it. */
static Bool is_below(const struct carried_visit *visit, Addr address)
{
    return address < visit->stack && address >= visit->stack_low;
}

/* Returns the block of the loop's function with the call that led to an access. */
static const struct modules_block *site_of(const struct carried_visit *visit)
{
    struct follow_frame open;
    return follow_frame(visit->frame, &open) ? open.block : NULL;
}

/* True if the memory of the last access of a load was not written during the visit. */
static Bool is_unwritten(const struct carried_visit *visit, const struct instructions_point *load)
{
    return shadow_cell(visit->shadow, load->last)->wrote < visit->first;
}

/* True if an update changes its variable by the same amount in all trips. */
static Bool is_steady(const struct carried_visit *visit, const struct instructions_source *source)
{
    switch ((enum instructions_step)source->step) {
    case STEP_CONSTANT:
        return True;
    case STEP_REGISTER:
        return visit->wrote[source->step_slot] < visit->first;
    case STEP_LOAD:
        return is_unwritten(visit, source->step_load);
    default:
        return False;
    }
}

/* Notes an update that an instruction makes during a visit. */
static void note_update(struct carried_visit *visit, struct instructions_update *update,
                        const struct instructions_source *source, Addr address)
{
    if (update->visit != visit->number) {
        update->visit = visit->number;
        update->runs = 0;
        update->address = address;
        update->step_address = source->step == STEP_LOAD ? source->step_load->last : 0;
        visit->updates = base_grow(visit->updates, &visit->update_room, visit->update_count + 1,
                                   sizeof(struct instructions_update *));
        visit->updates[visit->update_count++] = update;
    }
    update->runs++;
    if (update->operation && update->operation != source->operation)
        update->is_broken = True;
    update->operation = source->operation;
    update->is_observed |= source->is_used;
    update->varies |=
        address != update->address || !is_steady(visit, source) ||
        (source->step == STEP_LOAD && source->step_load->last != update->step_address);
}

/* Notes that an update continues what another one wrote: by another operation, neither of them is
 * one of a reduction. */
static void continue_update(struct instructions_update *update, UInt operation,
                            struct instructions_update *before)
{
    if (before->operation != operation)
        update->is_broken = before->is_broken = True;
}

/* Finds out whether a store writes an updated value back to where it was loaded from. */
static void see_update(struct carried_visit *visit, const struct instructions_point *store,
                       Addr address)
{
    struct instructions_update *update = &store->one->memory;
    for (UInt i = 0; i < store->source_count; i++) {
        const struct instructions_source *source = &store->sources[i];
        if (source->load->last != address)
            continue;
        ((struct instructions_point *)source->load)->pending = NULL;
        const struct shadow_cell *cell = shadow_cell(visit->shadow, address);
        if (cell->wrote >= visit->first)
            continue_update(update, source->operation, &writer_of(cell)->memory);
        note_update(visit, update, source, address);
        return;
    }
    update->is_broken = True;
}

/* Follows an access in all visits that are open. */
static void follow_all(struct instructions_point *point, Addr address, UWord size, Bool is_store)
{
    UInt count;
    struct carried_loop *loops = (struct carried_loop *)carried_loops(&count);
    for (UInt i = 0; i < count; i++) {
        struct carried_visit *visit = carried_visit(i);
        if (!visit)
            continue;
        Bool in_loop = is_in_loop(visit, point->one);
        if (!in_loop && is_below(visit, address)) {
            loops[i].counts.below++;
            continue;
        }
        *(is_store ? &loops[i].counts.stores : &loops[i].counts.loads) += 1;
        UInt number = instructions_access(point->one, in_loop ? NULL : site_of(visit));
        struct access access = {
            .loop = i, .visit = visit, .number = number, .start = address, .size = size};
        if (is_store)
            see_update(visit, point, address);
        follow_access(&access, point, is_store);
    }
}

void carried_load(struct instructions_point *point, Addr address, UWord size)
{
    if (!size)
        return;
    if (point->pending) {
        point->pending->memory.is_observed = True;
        point->pending = NULL;
    }
    point->last = address;
    follow_all(point, address, size, False);
}

void carried_store(struct instructions_point *point, Addr address, UWord size)
{
    if (size)
        follow_all(point, address, size, True);
}

/* Notes that an instruction reads the value of a register that another one wrote. */
static void read_register(UInt loop, struct carried_visit *visit, struct instructions_one *one,
                          UInt number, UShort slot)
{
    ULong wrote = visit->wrote[slot];
    if (wrote < visit->first)
        return;
    struct instructions_one *writer = instructions_of(visit->writer[slot])->one;
    if (writer->source.slot == slot && one->source.slot != slot)
        writer->reg.is_observed = True;
    if (writer->feeds)
        writer->feeds->memory.is_observed = True;
    if (wrote == visit->now)
        return;
    struct carried_place place = {.storage = FORMAT_CARRIED_REGISTER,
                                  .owner = slot,
                                  .code = one->address,
                                  .low = registers_dwarf(slot),
                                  .high = registers_dwarf(slot)};
    carried_record(loop, FORMAT_CARRIED_TRUE, visit->writer[slot], number, visit->now - wrote,
                   &place);
}

/* Notes the value that an instruction writes to a register during a visit. */
static void follow_course(const struct carried_visit *visit, struct instructions_course *course,
                          Long value)
{
    Bool is_next = course->visit == visit->number && visit->now == course->trip + 1;
    Long step = value - course->value;
    if (course->visit != visit->number)
        course->runs = 0;
    else if (!is_next || (course->runs > 1 && step != course->step))
        course->varies = True;
    course->is_steady |= is_next && course->runs > 1;
    course->visit = visit->number;
    course->trip = visit->now;
    course->value = value;
    course->step = step;
    course->runs++;
}

void carried_course(struct instructions_one *one, ULong value)
{
    UInt count;
    carried_loops(&count);
    for (UInt i = 0; i < count; i++) {
        const struct carried_visit *visit = carried_visit(i);
        if (visit && is_in_loop(visit, one))
            follow_course(visit, &one->course, (Long)value);
    }
}

/* Notes an update of a register. It is none if the old value is not that of the trip before, but
 * another one that this trip has written. */
static void see_register_update(struct carried_visit *visit, struct instructions_one *one)
{
    UShort slot = one->source.slot;
    struct instructions_one *before =
        visit->wrote[slot] >= visit->first ? instructions_of(visit->writer[slot])->one : NULL;
    if (before && before->source.slot != slot)
        one->reg.is_broken = True;
    else if (before)
        continue_update(&one->reg, one->source.operation, &before->reg);
    note_update(visit, &one->reg, &one->source, 0);
}

void carried_registers(struct instructions_one *one)
{
    UInt count;
    carried_loops(&count);
    for (UInt i = 0; i < count; i++) {
        struct carried_visit *visit = carried_visit(i);
        if (!visit)
            continue;
        Bool in_loop = is_in_loop(visit, one);
        UInt number = instructions_access(one, in_loop ? NULL : site_of(visit));
        for (UInt k = 0; k < one->read_count; k++) {
            if (in_loop || registers_is_passed(one->reads[k]))
                read_register(i, visit, one, number, one->reads[k]);
        }
        for (UInt k = 0; k < one->write_count; k++) {
            UShort slot = one->writes[k];
            if (!in_loop && !registers_is_result(slot))
                continue;
            if (in_loop && one->source.slot == slot)
                see_register_update(visit, one);
            visit->wrote[slot] = visit->now;
            visit->writer[slot] = number;
        }
    }
}

/* True for system calls that trips may make in any order. */
static Bool is_harmless(UInt call)
{
    static const UInt harmless[] = {__NR_mmap,          __NR_munmap,
                                    __NR_mremap,        __NR_mprotect,
                                    __NR_madvise,       __NR_brk,
                                    __NR_futex,         __NR_sched_yield,
                                    __NR_clock_gettime, __NR_gettimeofday,
                                    __NR_nanosleep,     __NR_clock_nanosleep,
                                    __NR_gettid,        __NR_getpid,
                                    __NR_tgkill,        __NR_rt_sigprocmask,
                                    __NR_rt_sigreturn,  __NR_pread64,
                                    __NR_getrandom,     __NR_getrusage,
                                    __NR_getcpu,        __NR_sched_getaffinity};
    for (UInt i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        if (call == harmless[i])
            return True;
    }
    return False;
}

/* What a call changes in the system is not seen: each one counts as depending on the last. */
void carried_system(Addr address, UInt call)
{
    UInt count;
    struct instructions_one *one = instructions_at(address);
    const struct carried_place place = {.storage = FORMAT_CARRIED_SYSTEM};
    carried_loops(&count);
    for (UInt i = 0; i < count && !is_harmless(call); i++) {
        struct carried_visit *visit = carried_visit(i);
        if (!visit)
            continue;
        UInt number = instructions_access(one, is_in_loop(visit, one) ? NULL : site_of(visit));
        if (visit->called >= visit->first && visit->called < visit->now)
            carried_record(i, FORMAT_CARRIED_TRUE, visit->caller, number,
                           visit->now - visit->called, &place);
        visit->called = visit->now;
        visit->caller = number;
    }
}
