/* source.c: see source.h
 *
 * A loop of the binary is left, and continued, by branches. All of them lie in its source loop, as
 * seen from the function that contains that loop: the innermost source loop that contains them all.
 * If one of them is in its condition, the origin is certain. */
#include "archive/loops/source.h"

#include "util/memory.h"

#include <stdlib.h>

/* The branches by which a loop is left or continued. */
struct deciding {
    uint32_t *nodes;
    size_t count, room;
};

static void add(struct deciding *deciding, uint32_t node)
{
    if (deciding->count && deciding->nodes[deciding->count - 1] == node)
        return;
    deciding->nodes =
        memory_grow(deciding->nodes, &deciding->room, deciding->count + 1, sizeof *deciding->nodes);
    deciding->nodes[deciding->count++] = node;
}

static void find_deciding(const struct archive_loops_function *function, uint32_t loop,
                          struct deciding *deciding)
{
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (!edge->from || edge->kind == FORMAT_EDGE_LOST ||
            !archive_loops_function_branches(function, edge->from) ||
            !archive_loops_function_is_in(function, edge->from, loop))
            continue;
        if (archive_loops_function_goes_back(function, edge, loop) ||
            !archive_loops_function_is_in(function, edge->to, loop))
            add(deciding, edge->from);
    }
    if (!deciding->count)
        add(deciding, function->loops[loop].head);
}

/* Returns the line entry of an instruction of a node; NULL: not known. */
static const struct format_symbols_row *row_of(const struct archive_loops_source *source,
                                               uint32_t node, uint64_t at)
{
    const struct format_symbols_row *row = archive_symbols_unit_row(source->unit, at);
    return row && row->address >= source->known_from[node] ? row : NULL;
}

struct archive_loops_place archive_loops_source_place(const struct archive_loops_source *source,
                                                      uint32_t node, uint64_t at, uint32_t scope)
{
    const struct archive_symbols_unit *unit = source->unit;
    const struct format_symbols_row *row = row_of(source, node, at);
    uint32_t own = archive_symbols_unit_scope(unit, at);
    if (own == scope)
        return row ? (struct archive_loops_place){row->file,
                                                  archive_source_spot(row->line, row->column)}
                   : (struct archive_loops_place){0};
    while (own != FORMAT_SYMBOLS_NONE && unit->scopes[own].parent != scope)
        own = unit->scopes[own].parent;
    if (own == FORMAT_SYMBOLS_NONE)
        return (struct archive_loops_place){0};
    const struct format_symbols_scope *called = &unit->scopes[own];
    return (struct archive_loops_place){
        called->call_file, archive_source_spot(called->call_line, called->call_column)};
}

uint64_t archive_loops_source_next(const struct archive_loops_source *source, uint64_t at,
                                   uint64_t end)
{
    const struct archive_symbols_unit *unit = source->unit;
    const struct format_symbols_row *row = archive_symbols_unit_row(unit, at);
    bool known = row && row + 1 < unit->rows + unit->head->rows && row[1].address > at;
    uint64_t next = known ? row[1].address : at + 1;
    return next < end ? next : end;
}

/* Returns the address of the last instruction of a block, or of the last one before it with a
 * line. */
static uint64_t end_address(const struct archive_loops_source *source, uint32_t node)
{
    const struct format_block *block = &source->function->blocks[node - 1];
    uint64_t at = block->address + block->bytes - 1;
    while (at > block->address && !row_of(source, node, at))
        at--;
    return at;
}

struct archive_loops_place archive_loops_source_end_of(const struct archive_loops_source *source,
                                                       uint32_t node, uint32_t scope)
{
    if (!source->function->blocks[node - 1].bytes)
        return (struct archive_loops_place){0};
    return archive_loops_source_place(source, node, end_address(source, node), scope);
}

bool archive_loops_source_tells_end(const struct archive_loops_source *source, uint32_t node)
{
    const struct format_block *block = &source->function->blocks[node - 1];
    if (!block->bytes)
        return false;
    return archive_loops_source_tells(source, node, end_address(source, node));
}

bool archive_loops_source_tells(const struct archive_loops_source *source, uint32_t node,
                                uint64_t at)
{
    const struct format_symbols_row *row = archive_symbols_unit_row(source->unit, at);
    return row && row->address >= source->function->blocks[node - 1].address;
}

/* Returns the innermost scope that contains both, or FORMAT_SYMBOLS_NONE. */
static uint32_t common_scope(const struct archive_symbols_unit *unit, uint32_t a, uint32_t b)
{
    while (a != b && a != FORMAT_SYMBOLS_NONE && b != FORMAT_SYMBOLS_NONE) {
        if (a > b) /* a parent comes before its children */
            a = unit->scopes[a].parent;
        else
            b = unit->scopes[b].parent;
    }
    return a == b ? a : FORMAT_SYMBOLS_NONE;
}

static uint32_t scope_of(const struct archive_loops_source *source, const struct deciding *deciding)
{
    uint32_t scope = FORMAT_SYMBOLS_NONE;
    bool first = true;
    for (size_t i = 0; i < deciding->count; i++) {
        uint32_t own =
            archive_symbols_unit_scope(source->unit, end_address(source, deciding->nodes[i]));
        if (own == FORMAT_SYMBOLS_NONE)
            continue;
        scope = first ? own : common_scope(source->unit, scope, own);
        first = false;
    }
    return scope;
}

static const struct archive_source_loops *loops_of(const struct archive_loops_source *source,
                                                   uint32_t file)
{
    const struct archive_symbols_unit *unit = source->unit;
    return archive_source_files_loops(
        source->files, archive_symbols_unit_text(unit, unit->head->dir),
        archive_symbols_unit_file(unit, file), source->function->plan->header.changed);
}

static bool contains(const struct archive_source_loop *loop, uint64_t spot)
{
    return archive_source_span_has(&(struct archive_source_span){loop->keyword, loop->end}, spot);
}

/* Returns the innermost loop that contains all the positions, or SOURCE_NONE. */
static uint32_t innermost(const struct archive_source_loops *loops, const uint64_t *spots,
                          size_t count)
{
    for (size_t i = loops->count; i-- > 0;) {
        size_t in = 0;
        while (in < count && contains(&loops->all[i], spots[in]))
            in++;
        if (in == count)
            return (uint32_t)i;
    }
    return SOURCE_NONE;
}

/* Finds the source loop as seen from an instance of a function; `tests`: one of the branches is in
 * its condition. */
static struct archive_loops_origin find_in_scope(const struct archive_loops_source *source,
                                                 const struct deciding *deciding, uint32_t scope,
                                                 bool *tests)
{
    struct archive_loops_origin found = {.scope = scope};
    uint64_t *spots = memory_zeroed(deciding->count + 1, sizeof *spots);
    uint8_t *told = memory_zeroed(deciding->count + 1, 1);
    size_t count = 0;
    for (size_t i = 0; i < deciding->count; i++) {
        struct archive_loops_place place =
            archive_loops_source_end_of(source, deciding->nodes[i], scope);
        if (!place.file || (found.file && place.file != found.file))
            continue;
        found.file = place.file;
        told[count] = archive_loops_source_tells_end(source, deciding->nodes[i]);
        spots[count++] = place.spot;
    }
    const struct archive_source_loops *loops = count ? loops_of(source, found.file) : NULL;
    uint32_t number = loops ? innermost(loops, spots, count) : SOURCE_NONE;
    if (number != SOURCE_NONE)
        found.loop = &loops->all[number];
    *tests = false;
    for (size_t i = 0; found.loop && i < count; i++) {
        bool decides = archive_source_loop_tests(found.loop, spots[i]);
        *tests |= decides;
        found.is_told |= decides && told[i];
    }
    free(spots);
    free(told);
    return found;
}

/* Returns the first position of a node's code in the body of the source loop; UINT64_MAX: none. */
static uint64_t first_spot(const struct archive_loops_source *source,
                           const struct archive_loops_origin *origin, uint32_t node)
{
    const struct format_block *block = &source->function->blocks[node - 1];
    struct archive_source_span body = {origin->loop->body, origin->loop->end};
    uint64_t first = UINT64_MAX, end = block->address + block->bytes;
    for (uint64_t at = block->address; at < end; at = archive_loops_source_next(source, at, end)) {
        struct archive_loops_place place =
            archive_loops_source_place(source, node, at, origin->scope);
        if (place.file == origin->file && archive_source_span_has(&body, place.spot) &&
            place.spot < first)
            first = place.spot;
    }
    return first;
}

/* True if a loop contains the beginning of the body of a source loop: no code outside it has an
 * earlier position. Otherwise it is another loop inside that one, made of jumps. */
static bool has_beginning(const struct archive_loops_source *source,
                          const struct archive_loops_origin *origin, uint32_t loop)
{
    uint64_t inside = UINT64_MAX, outside = UINT64_MAX;
    for (uint32_t node = 1; node <= source->function->raw->blocks; node++) {
        uint64_t spot = first_spot(source, origin, node);
        uint64_t *first =
            archive_loops_function_is_in(source->function, node, loop) ? &inside : &outside;
        *first = spot < *first ? spot : *first;
    }
    return inside <= outside;
}

/* Finds the source loop of a loop. If the condition is in an inlined function, the loop is in one
 * of the scopes around it. */
static struct archive_loops_origin find_origin(const struct archive_loops_source *source,
                                               uint32_t loop)
{
    struct deciding deciding = {0};
    find_deciding(source->function, loop, &deciding);
    uint32_t scope = scope_of(source, &deciding);
    struct archive_loops_origin first = {0}, found = {0};
    bool tests = false;
    for (uint32_t at = scope; at != FORMAT_SYMBOLS_NONE && !tests;
         at = source->unit->scopes[at].parent) {
        found = find_in_scope(source, &deciding, at, &tests);
        if (at == scope)
            first = found;
    }
    free(deciding.nodes);
    found.is_sure = true;
    if (tests)
        return found;
    first.is_sure = first.loop && first.loop->test.start >= first.loop->test.end;
    if (first.is_sure && !has_beginning(source, &first, loop))
        first.loop = NULL;
    return first;
}

/* True if two loops of the binary, one around the other, seem to be the same source loop. */
static bool seem_same(const struct archive_loops_origin *a, const struct archive_loops_origin *b)
{
    return a->loop && a->loop == b->loop && a->scope == b->scope && a->is_sure && b->is_sure;
}

/* Drops the origins of loops that seem to be the same as one around or inside them only by a line
 * that may not be their own. */
static void drop_untold(struct archive_loops_source *source)
{
    const struct archive_loops_function *function = source->function;
    uint32_t count = function->raw->loops;
    uint8_t *drops = memory_zeroed((size_t)count + 1, 1);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t around = function->loops[i].parent; around != LOOPS_NONE;
             around = function->loops[around].parent) {
            if (!seem_same(&source->origins[i], &source->origins[around]))
                continue;
            drops[i] |= !source->origins[i].is_told;
            drops[around] |= !source->origins[around].is_told;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (drops[i])
            source->origins[i] = (struct archive_loops_origin){0};
    }
    free(drops);
}

static bool has_loops_in_it(const struct archive_loops_function *function, uint32_t loop)
{
    for (uint32_t i = loop + 1; i < function->raw->loops; i++) {
        if (function->loops[i].parent == loop)
            return true;
    }
    return false;
}

/* Returns the positions of a loop's code in one file, as seen from an instance of a function; the
 * caller frees them. */
static uint64_t *spots_in(const struct archive_loops_source *source, uint32_t loop, uint32_t scope,
                          uint32_t file, size_t *count)
{
    const struct archive_loops_function *function = source->function;
    uint64_t *spots = NULL;
    size_t room = 0;
    *count = 0;
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        const struct format_block *block = &function->blocks[node - 1];
        uint64_t end = block->address + block->bytes;
        if (!archive_loops_function_is_in(function, node, loop))
            continue;
        for (uint64_t at = block->address; at < end;
             at = archive_loops_source_next(source, at, end)) {
            struct archive_loops_place place = archive_loops_source_place(source, node, at, scope);
            if (!place.file || place.file != file)
                continue;
            spots = memory_grow(spots, &room, *count + 1, sizeof *spots);
            spots[(*count)++] = place.spot;
        }
    }
    return spots;
}

/* True if all code of a loop is in a source loop, and not in a loop inside that; `anywhere`: loops
 * inside it are allowed. */
static bool stands_in(const struct archive_loops_source *source, uint32_t loop,
                      const struct archive_loops_origin *origin, bool anywhere)
{
    const struct archive_source_loops *loops = loops_of(source, origin->file);
    size_t count;
    uint64_t *spots = spots_in(source, loop, origin->scope, origin->file, &count);
    uint32_t number = loops && count ? innermost(loops, spots, count) : SOURCE_NONE;
    free(spots);
    if (number == SOURCE_NONE)
        return false;
    const struct archive_source_loop *found = &loops->all[number];
    return found == origin->loop || (anywhere && contains(origin->loop, found->keyword));
}

/* Finds vectorised loops without a line in the condition. If the code of a loop belongs to the body
 * of a source loop, and the loop is beside another one that certainly is that source loop, and not
 * in it, it can only be the vectorised part, and the other loop does the remaining iterations:
 * compilers give no line to conditions that they generate. If the other loop has no loops inside
 * it, they were all unrolled or replaced by a formula, and the code may be in these, too. */
static void join_unsure(struct archive_loops_source *source)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        struct archive_loops_origin *own = &source->origins[i];
        if (own->is_sure || has_loops_in_it(function, i))
            continue;
        for (uint32_t k = 0; k < function->raw->loops && !own->is_joined; k++) {
            const struct archive_loops_origin *other = &source->origins[k];
            if (k == i || !other->loop || !other->is_sure || other->is_joined ||
                function->loops[k].parent != function->loops[i].parent ||
                !stands_in(source, i, other, !has_loops_in_it(function, k)))
                continue;
            *own = *other;
            own->is_told = false;
            own->is_joined = true;
        }
    }
}

/* True if code beside a loop, outside of all loops, has a branch in the condition of the source
 * loop that the code of the loop belongs to. */
static bool has_condition_beside(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    const struct archive_loops_origin *origin = &source->origins[loop];
    for (uint32_t node = 1; node <= function->raw->blocks; node++) {
        struct archive_loops_place place;
        if (function->blocks[node - 1].loop != function->loops[loop].parent ||
            !archive_loops_function_branches(function, node) ||
            !archive_loops_source_tells_end(source, node))
            continue;
        place = archive_loops_source_end_of(source, node, origin->scope);
        if (place.file == origin->file && archive_source_span_has(&origin->loop->test, place.spot))
            return true;
    }
    return false;
}

/* Finds the same of loops that leave their remaining iterations to code outside of loops, which has
 * the condition. A source loop that contains neither loops nor calls has no other loop in its body.
 */
static void join_alone(struct archive_loops_source *source)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        struct archive_loops_origin *own = &source->origins[i];
        if (own->is_sure || !own->loop || !own->loop->is_simple || function->loops[i].factor <= 1 ||
            has_loops_in_it(function, i) || !stands_in(source, i, own, false) ||
            !has_condition_beside(source, i))
            continue;
        own->is_told = false;
        own->is_sure = own->is_joined = true;
    }
}

/* True if a source loop is inside another one. */
static bool is_inside(const struct archive_loops_origin *inner,
                      const struct archive_loops_origin *outer)
{
    return inner->loop && outer->loop && inner->loop != outer->loop &&
           inner->scope == outer->scope && inner->file == outer->file &&
           contains(outer->loop, inner->loop->keyword);
}

uint32_t archive_loops_source_around(const struct archive_loops_source *source,
                                     const struct archive_loops_origin *origin)
{
    const struct archive_source_loops *loops = loops_of(source, origin->file);
    uint32_t count = 0;
    for (size_t i = 0; loops && i < loops->count; i++) {
        const struct archive_source_loop *loop = &loops->all[i];
        count += loop != origin->loop && loop->test.start < loop->test.end &&
                 contains(loop, origin->loop->keyword);
    }
    return count;
}

bool archive_loops_source_has_complex(const struct archive_loops_source *source, uint32_t loop)
{
    const struct archive_loops_function *function = source->function;
    uint64_t head = function->blocks[function->loops[loop].head - 1].address;
    const struct format_symbols_row *row = archive_symbols_unit_row(source->unit, head);
    const struct archive_source_loops *loops =
        row && row->file ? loops_of(source, row->file) : NULL;
    return loops && loops->has_complex;
}

/* Marks loops beside each other whose source loops are nested, if the outer one has no loops inside
 * it: then the inner one was replaced by a formula there, and both do iterations of the outer one;
 * or one iteration of the outer one was put beside its loop. */
static void find_contested(struct archive_loops_source *source)
{
    const struct archive_loops_function *function = source->function;
    for (uint32_t i = 0; i < function->raw->loops; i++) {
        struct archive_loops_origin *inner = &source->origins[i];
        for (uint32_t k = 0; inner->loop && inner->is_sure && k < function->raw->loops; k++) {
            struct archive_loops_origin *outer = &source->origins[k];
            if (function->loops[k].parent != function->loops[i].parent || !outer->is_sure ||
                !is_inside(inner, outer) || has_loops_in_it(function, k))
                continue;
            inner->is_contested = true;
            outer->is_contested = true;
        }
    }
}

static bool is_same_line(const struct format_symbols_row *a, const struct format_symbols_row *b)
{
    return a && b && a->file == b->file && a->line == b->line && a->column == b->column;
}

/* True if the code behind an edge continues the line of the code before it: it falls through, or
 * was reached by a jump within the line. */
static bool goes_on(const struct archive_loops_source *source, const struct format_edge *edge)
{
    const struct format_block *blocks = source->function->blocks;
    if (!edge->from || !edge->to || !blocks[edge->from - 1].bytes)
        return false;
    bool runs = edge->kind == FORMAT_EDGE_NEXT || edge->kind == FORMAT_EDGE_BACK;
    uint64_t end = blocks[edge->from - 1].address + blocks[edge->from - 1].bytes;
    return (runs && edge->from == edge->to - 1) ||
           is_same_line(archive_symbols_unit_row(source->unit, end - 1),
                        archive_symbols_unit_row(source->unit, blocks[edge->to - 1].address));
}

/* Finds from which address on line entries apply to each node: instructions without a line seem to
 * have that of the code at the address before them. What a node continues by falling through may
 * itself have no line; a jump from earlier code of the line tells, then. Edges are in the order of
 * the nodes that they begin at. */
static void find_known_from(struct archive_loops_source *source)
{
    const struct archive_loops_function *function = source->function;
    uint32_t count = function->raw->blocks;
    uint64_t *known_from = memory_zeroed((size_t)count + 1, sizeof *known_from);
    source->known_from = known_from;
    for (uint32_t node = 1; node <= count; node++)
        known_from[node] = function->blocks[node - 1].address;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (!goes_on(source, edge))
            continue;
        uint32_t before = edge->from < edge->to ? edge->from : edge->to - 1;
        if (known_from[before] < known_from[edge->to])
            known_from[edge->to] = known_from[before];
    }
}

/* True if a source file of the function can be read, and has loops or complex numbers: otherwise
 * nothing can be found for any loop of the function. */
static bool has_source(const struct archive_loops_source *source)
{
    enum { MOST_FILES = 32 };
    const struct archive_symbols_unit *unit = source->unit;
    const struct format_function *raw = source->function->raw;
    uint32_t files[MOST_FILES], count = 0;
    size_t first = archive_symbols_unit_rows_until(unit, raw->start);
    for (size_t i = first ? first - 1 : 0; i < unit->head->rows && unit->rows[i].address < raw->end;
         i++) {
        uint32_t file = unit->rows[i].file, k = 0;
        while (k < count && files[k] != file)
            k++;
        if (k < count || !file)
            continue;
        const struct archive_source_loops *loops = loops_of(source, file);
        if ((loops && (loops->count || loops->has_complex)) || count == MOST_FILES)
            return true;
        files[count++] = file;
    }
    return false;
}

bool archive_loops_source_begin(struct archive_loops_source *source,
                                const struct archive_loops_function *function,
                                struct addresses *addresses, struct source_files *files)
{
    const struct archive_loops_plan *plan = function->plan;
    uint32_t count = function->raw->loops;
    *source = (struct archive_loops_source){.function = function, .files = files};
    source->unit =
        archive_addresses_unit(addresses, plan->path, function->raw->start, plan->header.changed);
    if (!source->unit || !count || !has_source(source))
        return false;
    find_known_from(source);
    source->origins = memory_zeroed((size_t)count + 1, sizeof *source->origins);
    for (uint32_t i = 0; i < count; i++)
        source->origins[i] = find_origin(source, i);
    drop_untold(source);
    join_unsure(source);
    join_alone(source);
    find_contested(source);
    return true;
}

void archive_loops_source_end(struct archive_loops_source *source)
{
    free(source->origins);
    free(source->known_from);
    *source = (struct archive_loops_source){0};
}
