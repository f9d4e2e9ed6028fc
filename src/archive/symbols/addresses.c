/* addresses.c: see addresses.h */
#include "archive/symbols/addresses.h"

#include "archive/symbols/call_line.h"
#include "archive/symbols/demangle.h"
#include "archive/symbols/module.h"
#include "archive/symbols/omp_lines.h"
#include "archive/symbols/source_line.h"
#include "archive/symbols/symbols.h"
#include "archive/symbols/unit_names.h"
#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct known_module {
    struct module *module; /* NULL: it does not exist, or is newer */
    struct symbols *symbols;
};

struct addresses {
    struct interned *paths; /* of modules */
    struct known_module *modules;
    size_t room;
    struct interned *texts; /* texts that are in no module */
    char **kept;            /* copies of these, which do not move */
    size_t kept_room;
    struct interned *scopes; /* scopes whose chain of inlined functions was asked for */
    const char **chains;     /* by scope: that chain */
    size_t chain_room;
    struct omp_sources *sources;
};

struct addresses *archive_addresses_new(void)
{
    struct addresses *addresses = memory_zeroed(1, sizeof *addresses);
    addresses->paths = interned_new();
    addresses->texts = interned_new();
    addresses->scopes = interned_new();
    addresses->sources = omp_sources_new();
    return addresses;
}

void archive_addresses_free(struct addresses *addresses)
{
    if (!addresses)
        return;
    for (uint32_t i = 0; i < interned_count(addresses->paths); i++) {
        symbols_free(addresses->modules[i].symbols);
        module_close(addresses->modules[i].module);
    }
    for (uint32_t i = 0; i < interned_count(addresses->texts); i++)
        free(addresses->kept[i]);
    free(addresses->kept);
    free(addresses->chains);
    free(addresses->modules);
    interned_free(addresses->paths);
    interned_free(addresses->texts);
    interned_free(addresses->scopes);
    omp_sources_free(addresses->sources);
    free(addresses);
}

static const char *keep(struct addresses *addresses, const char *text, size_t size)
{
    uint32_t before = interned_count(addresses->texts);
    uint32_t number = interned_add(addresses->texts, text, size);
    addresses->kept = memory_grow(addresses->kept, &addresses->kept_room, (size_t)number + 1,
                                  sizeof *addresses->kept);
    if (number == before)
        addresses->kept[number] = memory_string(interned_text(addresses->texts, number));
    return addresses->kept[number];
}

static const struct known_module *module_of(struct addresses *addresses, const char *path,
                                            uint64_t newest)
{
    uint32_t before = interned_count(addresses->paths);
    uint32_t number = interned_add_text(addresses->paths, path);
    if (number == before) {
        addresses->modules = memory_grow(addresses->modules, &addresses->room, (size_t)number + 1,
                                         sizeof *addresses->modules);
        struct module *module = module_open(path, newest);
        addresses->modules[number] =
            (struct known_module){module, module ? symbols_new(module) : NULL};
    }
    return &addresses->modules[number];
}

/* Returns the name without the suffix of a function that gcc made from part of a routine. */
static const char *without_ending(struct addresses *addresses, const char *name)
{
    const char *ending = strstr(name, "._omp_fn");
    if (!ending)
        ending = strstr(name, "._omp_cpyfn");
    return ending && ending > name ? keep(addresses, name, (size_t)(ending - name)) : name;
}

/* Returns the name that the mangled symbol of a C++ or Rust function stands for; NULL: it is not
 * mangled. */
static const char *demangled(struct addresses *addresses, const char *symbol)
{
    char *name = archive_symbols_demangle(symbol);
    const char *kept = name ? keep(addresses, name, strlen(name)) : NULL;
    free(name);
    return kept;
}

/* Returns the symbol that a procedure has without Triptych: `triptych fc` adds a prefix to those of
 * a procedure with an entry, which has its symbol (triptych/entry.h). */
static const char *without_prefix(const char *name)
{
    static const char *const prefixes[] = {"tri_probed_", "tri_plain_", "tri_body_"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (!strncmp(name, prefixes[i], strlen(prefixes[i])))
            return name + strlen(prefixes[i]);
    }
    return name;
}

/* Converts gfortran's symbol of a module procedure, __grid_MOD_step, to grid::step, as in the
 * tables of regions, and mangled symbols to names. Suffixes of the optimiser are removed. */
static const char *without_module(struct addresses *addresses, const char *name)
{
    name = without_prefix(name);
    const char *plain = demangled(addresses, name);
    if (plain)
        return plain;
    const char *middle = strncmp(name, "__", 2) ? NULL : strstr(name, "_MOD_");
    if (!middle)
        return symbols_names_program(without_ending(addresses, name));
    const char *own = middle + strlen("_MOD_");
    char *joined = memory_printf("%.*s::%.*s", (int)(middle - name - 2), name + 2,
                                 (int)strcspn(own, "."), own);
    name = keep(addresses, joined, strlen(joined));
    free(joined);
    return name;
}

/* True if two paths are the same file; one may be relative to where the compiler ran. */
static bool is_same_file(const char *a, const char *b)
{
    size_t a_size = strlen(a), b_size = strlen(b);
    const char *longer = a_size > b_size ? a : b, *shorter = a_size > b_size ? b : a;
    size_t apart = a_size > b_size ? a_size - b_size : b_size - a_size;
    return !strcmp(longer + apart, shorter) && (!apart || longer[apart - 1] == '/');
}

/* Returns the last routine that begins before a line of a file; NULL: none. clang does not tell
 * which routine an outlined function belongs to, and gcc gives calls without a line that of a
 * neighbour, which may have been inlined from another function. */
static const struct format_symbols_routine *find_by_line(const struct archive_symbols_unit *unit,
                                                         const struct source_line *line)
{
    const struct format_symbols_routine *best = NULL;
    const char *path = archive_symbols_unit_file(unit, line->file);
    for (uint32_t i = 0; i < unit->head->routines; i++) {
        const struct format_symbols_routine *routine = &unit->routines[i];
        if (routine->is_listed && routine->line && routine->line <= line->line &&
            (!best || routine->line > best->line) &&
            is_same_file(archive_symbols_unit_file(unit, routine->file), path))
            best = routine;
    }
    return best;
}

static const struct format_symbols_routine *routine_of(const struct archive_symbols_unit *unit,
                                                       uint32_t scope)
{
    return &unit->routines[unit->scopes[scope].routine];
}

/* Returns the innermost scope whose function has a name. */
static uint32_t named_scope(const struct archive_symbols_unit *unit, uint32_t scope)
{
    while (scope != FORMAT_SYMBOLS_NONE &&
           !*archive_symbols_unit_text(unit, routine_of(unit, scope)->name))
        scope = unit->scopes[scope].parent;
    return scope;
}

/* True if a scope is an inlined instance of a function with a name. */
static bool is_inlined(const struct archive_symbols_unit *unit, uint32_t scope)
{
    return unit->scopes[scope].parent != FORMAT_SYMBOLS_NONE &&
           *archive_symbols_unit_text(unit, routine_of(unit, scope)->name);
}

/* Returns the name of a scope's function, qualified by classes. */
static const char *scope_name(const struct archive_symbols_unit *unit, uint32_t scope)
{
    const struct format_symbols_routine *routine = routine_of(unit, scope);
    bool is_qualified = !(unit->head->flags & FORMAT_SYMBOLS_FORTRAN) && routine->full;
    return archive_symbols_unit_text(unit, is_qualified ? routine->full : routine->name);
}

/* Returns the functions that code of a scope was inlined from, the innermost first: "a <- b". */
static const char *chain_of(struct addresses *addresses, const struct archive_symbols_unit *unit,
                            uint32_t inner)
{
    const uint64_t key[] = {(uint64_t)(uintptr_t)unit, inner};
    uint32_t before = interned_count(addresses->scopes);
    uint32_t number = interned_add(addresses->scopes, key, sizeof key);
    if (number < before)
        return addresses->chains[number];
    struct buffer chain = {0};
    for (uint32_t scope = inner; scope != FORMAT_SYMBOLS_NONE; scope = unit->scopes[scope].parent) {
        if (!is_inlined(unit, scope))
            continue;
        buffer_add(&chain, chain.used ? " <- " : "");
        buffer_add(&chain, scope_name(unit, scope));
    }
    addresses->chains = memory_grow(addresses->chains, &addresses->chain_room, (size_t)number + 1,
                                    sizeof *addresses->chains);
    addresses->chains[number] = chain.used ? keep(addresses, chain.text, chain.used) : "";
    buffer_free(&chain);
    return addresses->chains[number];
}

void archive_addresses_chain(struct addresses *addresses, const struct archive_symbols_unit *unit,
                             uint32_t scope, struct archive_address *address)
{
    struct call_line from;
    address->inlined_count = 0;
    for (uint32_t at = scope; at != FORMAT_SYMBOLS_NONE; at = unit->scopes[at].parent)
        address->inlined_count += is_inlined(unit, at);
    address->inlined = chain_of(addresses, unit, scope);
    if (!call_line_find(unit, scope, &from))
        return;
    address->called = scope_name(unit, from.scope);
    address->from_file = archive_symbols_unit_file(unit, from.file);
    address->from_line = from.line;
}

/* Sets the functions that `inner` was inlined through, and the one that contains them. */
static void set_inlined(struct addresses *addresses, struct archive_address *address,
                        const struct archive_symbols_unit *unit, uint32_t inner)
{
    uint32_t outermost = inner;
    while (unit->scopes[outermost].parent != FORMAT_SYMBOLS_NONE)
        outermost = unit->scopes[outermost].parent;
    const struct format_symbols_routine *routine = routine_of(unit, outermost);
    address->function_file = archive_symbols_unit_file(unit, routine->file);
    address->function_line = routine->line;
    address->function = archive_symbols_unit_text(unit, routine->full);
    archive_addresses_chain(addresses, unit, inner, address);
}

static void set_name(struct addresses *addresses, struct archive_address *address,
                     const struct archive_symbols_unit *unit,
                     const struct format_symbols_routine *routine)
{
    const char *full = archive_symbols_unit_text(unit, routine->full);
    bool is_known = unit->head->flags & FORMAT_SYMBOLS_FORTRAN && *full;
    address->routine =
        without_module(addresses, is_known ? full : archive_symbols_unit_text(unit, routine->name));
    address->routine_line = routine->line;
    address->is_main = routine->is_main;
}

/* Sets the innermost function, even if it is inlined: it contains the line. Fortran routines are
 * qualified as in the tables of `triptych fc`. */
static void set_routine(struct addresses *addresses, struct archive_address *address,
                        const struct archive_symbols_unit *unit, const struct source_line *line,
                        uint32_t scope, bool is_call)
{
    const struct format_symbols_routine *routine = &unit->routines[routine_of(unit, scope)->host];
    bool is_told = unit->head->flags & (FORMAT_SYMBOLS_C | FORMAT_SYMBOLS_FORTRAN);
    bool by_line = (is_call && is_told) || *archive_symbols_unit_text(unit, routine->name) == '.';
    const struct format_symbols_routine *other = by_line ? find_by_line(unit, line) : NULL;
    set_name(addresses, address, unit, other ? other : routine);
}

static bool find_line(struct addresses *addresses, struct symbols *symbols, uint64_t pc, bool chain,
                      struct archive_address *address)
{
    const struct archive_symbols_unit *unit = symbols_unit_at(symbols, pc);
    struct source_line line;
    if (!unit || (!(address->is_entry && source_line_of_entry(unit, pc, &line)) &&
                  !source_line_find(unit, pc, &line)))
        return false;
    address->line = line.line;
    address->dir = archive_symbols_unit_text(unit, unit->head->dir);
    address->file = archive_symbols_unit_file(unit, line.file);
    uint32_t scope = named_scope(unit, archive_symbols_unit_scope(unit, pc));
    if (scope == FORMAT_SYMBOLS_NONE)
        return true;
    if (chain)
        set_inlined(addresses, address, unit, scope);
    set_routine(addresses, address, unit, &line, scope, !chain);
    return true;
}

/* Removes the number behind the name of a function's static variable. */
static const char *without_number(struct addresses *addresses, const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot > name && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1)
               ? keep(addresses, name, (size_t)(dot - name))
               : name;
}

struct archive_address archive_addresses_find(struct addresses *addresses, const char *path,
                                              uint64_t at, enum archive_address_of what,
                                              uint64_t newest)
{
    struct archive_address address = {.file = "",
                                      .dir = "",
                                      .routine = "",
                                      .symbol = "",
                                      .inlined = "",
                                      .called = "",
                                      .from_file = "",
                                      .function_file = "",
                                      .function = ""};
    const struct known_module *known = module_of(addresses, path, newest);
    struct module *module = known->module;
    if (!module)
        return address;
    address.machine = module_machine(module);
    bool code = module_is_code(module, at);
    struct module_symbol symbol;
    bool is_asked = !code || what == ADDRESS_OF_ENTRY; /* otherwise it is not needed */
    bool is_found = is_asked && module_symbol(module, at, &symbol);
    bool is_entry = what == ADDRESS_OF_ENTRY && is_found && symbol.start == at;
    address.is_entry = is_entry;
    uint64_t pc = code && !is_entry && what != ADDRESS_OF_ITSELF && at ? at - 1 : at;
    if (!code) {
        if (!is_found)
            return address;
        address.kind = ADDRESS_DATA;
        address.symbol = without_number(addresses, symbol.name);
        address.offset = at - symbol.start;
        address.size = symbol.size;
        return address;
    }
    if (find_line(addresses, known->symbols, pc, what == ADDRESS_OF_ITSELF, &address))
        address.kind = ADDRESS_LINE;
    if (!*address.routine && module_symbol(module, pc, &symbol))
        address.routine = without_module(addresses, symbol.name);
    if (!address.kind && *address.routine)
        address.kind = ADDRESS_ROUTINE;
    address.is_main |= !strcmp(address.routine, "main");
    return address;
}

bool archive_addresses_find_construct(struct addresses *addresses, const char *path, uint64_t at,
                                      const char *name, uint64_t newest,
                                      struct archive_address *address)
{
    struct omp_line found;
    const struct known_module *known = module_of(addresses, path, newest);
    if (!known->module || address->kind != ADDRESS_LINE)
        return false;
    const struct archive_symbols_unit *unit =
        symbols_unit_at(known->symbols, address->is_entry ? at : at - 1);
    if (!unit ||
        !(address->is_entry
              ? omp_line_find_shared(addresses->sources, unit, at, name, newest, &found)
              : omp_line_find(addresses->sources, known->module, unit, at, name, newest, &found)))
        return false;
    address->line = found.line;
    address->file = archive_symbols_unit_file(unit, found.file);
    set_name(addresses, address, unit, &unit->routines[found.routine]);
    return found.is_implicit;
}

const struct archive_symbols_unit *
archive_addresses_unit(struct addresses *addresses, const char *path, uint64_t at, uint64_t newest)
{
    const struct known_module *known = module_of(addresses, path, newest);
    return known->module ? symbols_unit_at(known->symbols, at) : NULL;
}

size_t archive_addresses_inlined(struct addresses *addresses, const char *path, uint64_t at,
                                 uint64_t newest, struct archive_address_inlined *inlined,
                                 size_t most)
{
    const struct archive_symbols_unit *unit = archive_addresses_unit(addresses, path, at, newest);
    uint32_t inner =
        unit ? named_scope(unit, archive_symbols_unit_scope(unit, at)) : FORMAT_SYMBOLS_NONE;
    size_t count = 0;
    for (uint32_t scope = inner; scope != FORMAT_SYMBOLS_NONE && count < most;
         scope = unit->scopes[scope].parent) {
        if (!is_inlined(unit, scope))
            continue;
        const struct format_symbols_routine *routine = routine_of(unit, scope);
        const char *full = archive_symbols_unit_text(unit, routine->full);
        inlined[count++] = (struct archive_address_inlined){
            .name = *full ? full : archive_symbols_unit_text(unit, routine->name),
            .file = archive_symbols_unit_file(unit, routine->file),
            .line = routine->line};
    }
    return count;
}

uint32_t archive_addresses_line(struct addresses *addresses, const char *path, uint64_t at,
                                uint64_t newest)
{
    const struct archive_symbols_unit *unit = archive_addresses_unit(addresses, path, at, newest);
    const struct format_symbols_row *row = unit ? archive_symbols_unit_row(unit, at) : NULL;
    return row ? row->line : 0;
}

const char *archive_addresses_name(struct addresses *addresses, const char *symbol)
{
    return without_module(addresses, symbol);
}

/* The least inlined line has the loop; of several such lines, the first one. */
struct archive_address archive_addresses_find_loop(struct addresses *addresses, const char *module,
                                                   const struct archive_address_loop *loop,
                                                   uint64_t newest)
{
    uint64_t best = loop->head;
    uint32_t line = 0, inlined = UINT32_MAX;
    const char *file = ""; /* points into a module, so it does not move */
    for (size_t i = 0; i <= loop->back_count; i++) {
        bool is_head = i == loop->back_count;
        uint64_t at = is_head ? loop->head : loop->back[i];
        struct archive_address found =
            archive_addresses_find(addresses, module, at, ADDRESS_OF_ITSELF, newest);
        bool is_outer = found.inlined_count < inlined;
        bool is_before = found.inlined_count == inlined && found.line < line &&
                         !strcmp(found.file, file) && !(is_head && loop->tested);
        if (found.kind != ADDRESS_LINE || !(is_outer || is_before))
            continue;
        best = at;
        line = found.line;
        inlined = found.inlined_count;
        file = found.file;
    }
    return archive_addresses_find(addresses, module, best, ADDRESS_OF_ITSELF, newest);
}

/* Returns the suffix of a symbol. The number behind the name of a nested function is skipped, as is
 * the one that LLVM gives to functions that another unit of the program calls. */
static const char *ending_of(const char *symbol)
{
    const char *dot = strchr(symbol + archive_symbols_mangled_size(symbol), '.');
    if (!dot || dot == symbol || !strncmp(dot, ".llvm.", strlen(".llvm.")))
        return "";
    size_t digits = strspn(dot + 1, "0123456789");
    return digits || !dot[1] ? dot + 1 + digits : dot;
}

const char *archive_addresses_function(struct addresses *addresses, const char *declared,
                                       const char *symbol)
{
    const char *known = *declared ? declared
                        : *symbol ? archive_addresses_name(addresses, symbol)
                                  : "";
    if (!*known || !*ending_of(symbol) || strchr(known, '.'))
        return known;
    char *made = memory_printf("%s%s", known, ending_of(symbol));
    known = keep(addresses, made, strlen(made));
    free(made);
    return known;
}
