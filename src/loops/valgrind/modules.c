/* modules.c: see modules.h
 *
 * A module is loaded when code of it is about to run for the first time: by then it is mapped, and
 * Valgrind knows its file. Its plan is made by another program, unless it is there already. */
#include "loops/valgrind/modules.h"

#include "loops/valgrind/carried.h"
#include "loops/valgrind/plans.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_seqmatch.h"

/* A binary that is counted. */
struct module {
    struct plans_plan plan;
    Addr moved;
    Addr low, high; /* range of its code and data, as linked */
    struct modules_function *functions;
    struct modules_block **blocks; /* sorted by address */
    UInt block_count;
};

/* A range of mapped addresses that was checked. */
struct range {
    Addr start, end;
    struct module *module; /* NULL: nothing is counted there */
};

static const HChar *patterns; /* of libraries, with commas in between; may be NULL */
static struct module **modules;
static UInt module_count, module_room;
static struct range *ranges;
static UInt range_count, range_room;
static struct format_module *records;
static UInt record_room;
static ULong program_device, program_inode;

/* Finds the program's file, as execvp() does: a name without a slash is searched in PATH. Returns
 * False if there is none. */
static Bool find_program(const HChar *name, struct vg_stat *status)
{
    HChar path[BASE_PATH];
    const HChar *at = VG_(getenv)("PATH");
    if (VG_(strchr)(name, '/'))
        return !sr_isError(VG_(stat)(name, status));
    while (at && *at) {
        UInt size = 0;
        while (at[size] && at[size] != ':')
            size++;
        if (size + VG_(strlen)(name) + 2 <= sizeof path) {
            VG_(memcpy)(path, at, size);
            VG_(sprintf)(path + size, "/%s", name);
            if (!sr_isError(VG_(stat)(size ? path : name, status)) && VKI_S_ISREG(status->mode) &&
                status->mode & 0111)
                return True;
        }
        at += size;
        at += *at == ':';
    }
    return False;
}

void modules_begin(const HChar *archive, const HChar *planner, const HChar *libraries)
{
    struct vg_stat status;
    patterns = libraries;
    plans_begin(archive, planner);
    if (find_program(VG_(args_the_exename), &status)) {
        program_device = status.dev;
        program_inode = status.ino;
    }
}

/* True if the file name of a library matches one of the user's patterns. */
static Bool is_asked_for(const HChar *path)
{
    HChar pattern[256];
    const HChar *name = VG_(basename)(path), *at = patterns;
    while (at && *at) {
        UInt size = 0;
        while (at[size] && at[size] != ',')
            size++;
        if (size && size < sizeof pattern) {
            VG_(memcpy)(pattern, at, size);
            pattern[size] = '\0';
            if (VG_(string_match)(pattern, name))
                return True;
        }
        at += size + (at[size] == ',');
    }
    return False;
}

static Addr address_of(const struct modules_block *block)
{
    return block->function->described[block->node - 1].address;
}

static Int by_address(const void *a, const void *b)
{
    Addr left = address_of(*(struct modules_block *const *)a);
    Addr right = address_of(*(struct modules_block *const *)b);
    return left < right ? -1 : left > right;
}

/* Notes an edge at the blocks at its ends. */
static void look_at_edge(struct modules_block *blocks, const struct format_edge *edge, UInt number)
{
    if (edge->to && edge->from) {
        blocks[edge->to - 1].in_count++;
    } else if (edge->to) {
        blocks[edge->to - 1].enter = number;
    } else {
        struct modules_block *from = &blocks[edge->from - 1];
        if (edge->kind == FORMAT_EDGE_LOST)
            from->lost = number;
        else if (from->leave == MODULES_NONE)
            from->leave = number;
    }
}

/* Lists the edges into each block, all in one array. */
static void join_edges(struct modules_function *function)
{
    const struct format_function *plan = function->plan;
    UInt count = 0;
    struct modules_edge *all = VG_(calloc)("triptych", plan->edges + 1, sizeof *all);
    for (UInt i = 0; i < plan->edges; i++)
        look_at_edge(function->blocks, &function->edges[i], i);
    for (UInt i = 0; i < plan->blocks; i++) {
        function->blocks[i].in = all + count;
        count += function->blocks[i].in_count;
        function->blocks[i].in_count = 0;
    }
    for (UInt i = 0; i < plan->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (!edge->from || !edge->to)
            continue;
        struct modules_block *to = &function->blocks[edge->to - 1];
        all[to->in + to->in_count++ - all] = (struct modules_edge){edge->from, i, edge->kind};
    }
    function->blocks[function->edges[0].to - 1].is_entry = True;
}

/* Describes a function by the module's plan; `first` is the number of the module's first function.
 */
static void describe(struct module *module, UInt number, UInt first)
{
    const struct plans_plan *plan = &module->plan;
    struct modules_function *function = &module->functions[number];
    *function = (struct modules_function){
        .number = first + number,
        .first = first,
        .moved = module->moved,
        .plan = &plan->functions[number],
        .edges = plan->edges + plan->functions[number].first_edge,
        .slots = plan->slots + plan->functions[number].first_slot,
        .loops = plan->loops + plan->functions[number].first_loop,
        .described = plan->blocks + plan->functions[number].first_block,
    };
    if (function->plan->flags & FORMAT_FUNCTION_NATIVE || !function->plan->edges)
        return;
    function->blocks =
        VG_(calloc)("triptych", function->plan->blocks + 1, sizeof *function->blocks);
    for (UInt i = 0; i < function->plan->blocks; i++) {
        function->blocks[i] = (struct modules_block){.function = function,
                                                     .node = i + 1,
                                                     .enter = MODULES_NONE,
                                                     .leave = MODULES_NONE,
                                                     .lost = MODULES_NONE};
        if (function->described[i].bytes) /* not a hub */
            module->blocks[module->block_count++] = &function->blocks[i];
    }
    for (UInt i = 0; i < function->plan->loops; i++)
        function->has_visits |= function->loops[i].visits != MODULES_NONE;
    join_edges(function);
}

/* Adds a record for places/P/modules. */
static void add_record(const struct plans_plan *plan, Addr moved)
{
    UInt first = 1;
    if (module_count)
        first = records[module_count - 1].first + records[module_count - 1].count;
    records = base_grow(records, &record_room, module_count + 1, sizeof *records);
    records[module_count] =
        (struct format_module){.first = first,
                               .count = (UInt)plan->header->sections[FORMAT_PLAN_FUNCTIONS].count,
                               .moved = moved};
    VG_(strncpy)(records[module_count].plan, plan->name, sizeof records->plan - 1);
}

/* Returns the module of a file that is mapped in a segment; NULL if it has no plan. `is_program`:
 * it is the program itself, not a library. */
static struct module *load(const HChar *path, const NSegment *segment, Bool is_program)
{
    struct plans_place place;
    struct plans_plan plan;
    if (!plans_find_place(path, segment->start, (ULong)segment->offset, &place) ||
        !plans_get(path, &plan))
        return NULL;
    for (UInt i = 0; i < module_count; i++) {
        if (!VG_(strcmp)(modules[i]->plan.name, plan.name) && modules[i]->moved == place.moved)
            return modules[i]; /* it was unloaded and is loaded again */
    }
    struct module *module = VG_(calloc)("triptych", 1, sizeof *module);
    module->plan = plan;
    module->moved = place.moved;
    module->low = place.low;
    module->high = place.high;
    add_record(&plan, place.moved);
    const struct format_section *sections = plan.header->sections;
    UInt count = (UInt)sections[FORMAT_PLAN_FUNCTIONS].count;
    module->functions = VG_(calloc)("triptych", count + 1, sizeof *module->functions);
    module->blocks =
        VG_(calloc)("triptych", sections[FORMAT_PLAN_BLOCKS].count + 1, sizeof *module->blocks);
    for (UInt i = 0; i < count; i++)
        describe(module, i, records[module_count].first);
    for (UInt i = 0; is_program && i < count; i++) {
        if (module->functions[i].blocks)
            carried_watch(&module->functions[i]);
    }
    VG_(ssort)(module->blocks, module->block_count, sizeof *module->blocks, by_address);
    modules = base_grow(modules, &module_room, module_count + 1, sizeof(struct module *));
    modules[module_count++] = module;
    return module;
}

/* Returns the range that an address is in, checked now if it is new; NULL if nothing is mapped
 * there. */
static const struct range *range_of(Addr address)
{
    for (UInt i = 0; i < range_count; i++) {
        if (address >= ranges[i].start && address <= ranges[i].end)
            return &ranges[i];
    }
    const NSegment *segment = VG_(am_find_nsegment)(address);
    if (!segment)
        return NULL;
    struct range range = {segment->start, segment->end, NULL};
    const HChar *path = segment->kind == SkFileC ? VG_(am_get_filename)(segment) : NULL;
    NSegment copy = *segment; /* Valgrind may move the segment */
    HChar name[BASE_PATH];
    if (path && VG_(strlen)(path) < sizeof name) {
        VG_(strcpy)(name, path);
        Bool is_program = copy.dev == program_device && copy.ino == program_inode;
        if (is_program || is_asked_for(name))
            range.module = load(name, &copy, is_program);
    }
    ranges = base_grow(ranges, &range_room, range_count + 1, sizeof *ranges);
    ranges[range_count] = range;
    return &ranges[range_count++];
}

struct modules_block *const *modules_at(Addr address, UInt *count)
{
    const struct range *range = range_of(address);
    if (!range || !range->module)
        return NULL;
    const struct module *module = range->module;
    Addr linked = address - module->moved;
    UInt low = 0, high = module->block_count;
    while (low < high) {
        UInt middle = low + (high - low) / 2;
        if (address_of(module->blocks[middle]) < linked)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0;
         low + *count < module->block_count && address_of(module->blocks[low + *count]) == linked;)
        ++*count;
    return *count ? &module->blocks[low] : NULL;
}

const struct modules_function *modules_data_at(Addr address)
{
    for (UInt i = 0; i < module_count; i++) {
        Addr linked = address - modules[i]->moved;
        if (linked >= modules[i]->low && linked < modules[i]->high)
            return modules[i]->functions;
    }
    return NULL;
}

const struct modules_function *modules_function_at(Addr address)
{
    const struct modules_function *first = modules_data_at(address);
    for (UInt i = 0; first && i < module_count; i++) {
        if (modules[i]->functions != first)
            continue;
        Addr linked = address - modules[i]->moved;
        UInt count = (UInt)modules[i]->plan.header->sections[FORMAT_PLAN_FUNCTIONS].count;
        for (UInt k = 0; k < count; k++) {
            if (linked >= first[k].plan->start && linked < first[k].plan->end)
                return &first[k];
        }
    }
    return NULL;
}

void modules_unmapped(Addr start, SizeT size)
{
    for (UInt i = 0; i < range_count;) {
        if (ranges[i].start < start + size && ranges[i].end >= start)
            ranges[i] = ranges[--range_count];
        else
            i++;
    }
}

const struct format_module *modules_records(UInt *count)
{
    *count = module_count;
    return records;
}
