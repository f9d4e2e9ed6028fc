/* addresses.c: see addresses.h */
#include "archive/addresses.h"

#include "archive/module.h"
#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <dwarf.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 }; /* scopes in each other that are looked into */

struct addresses {
    struct interned *paths; /* of modules */
    struct module **modules;
    size_t room;
    struct interned *texts; /* that are nowhere in a module */
    char **kept;            /* these, where they stay */
    size_t kept_room;
};

struct addresses *addresses_new(void)
{
    struct addresses *addresses = memory_zeroed(1, sizeof *addresses);
    addresses->paths = interned_new();
    addresses->texts = interned_new();
    return addresses;
}

void addresses_free(struct addresses *addresses)
{
    if (!addresses)
        return;
    for (uint32_t i = 0; i < interned_count(addresses->paths); i++)
        module_close(addresses->modules[i]);
    for (uint32_t i = 0; i < interned_count(addresses->texts); i++)
        free(addresses->kept[i]);
    free(addresses->kept);
    free(addresses->modules);
    interned_free(addresses->paths);
    interned_free(addresses->texts);
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

static struct module *module_of(struct addresses *addresses, const char *path, uint64_t newest)
{
    uint32_t before = interned_count(addresses->paths);
    uint32_t number = interned_add_text(addresses->paths, path);
    if (number == before) {
        addresses->modules = memory_grow(addresses->modules, &addresses->room, (size_t)number + 1,
                                         sizeof *addresses->modules);
        addresses->modules[number] = module_open(path, newest);
    }
    return addresses->modules[number];
}

static const char *text_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute value;
    const char *text = dwarf_formstring(dwarf_attr_integrate(die, attribute, &value));
    return text ? text : "";
}

/* As the compiler was given it: libdw puts the folder where it ran in front. */
static const char *as_given(Dwarf_Die *unit, const char *path)
{
    const char *dir = text_of(unit, DW_AT_comp_dir);
    size_t size = strlen(dir);
    if (*text_of(unit, DW_AT_name) != '/' && size > 1 && !strncmp(path, dir, size) &&
        path[size] == '/')
        path += size + 1;
    return strncmp(path, "./", 2) ? path : path + 2;
}

/* A part of a routine that the compiler made a function of its own of: gcc says of which one. */
static const char *without_ending(struct addresses *addresses, const char *name)
{
    const char *ending = strstr(name, "._omp_fn");
    if (!ending)
        ending = strstr(name, "._omp_cpyfn");
    return ending && ending > name ? keep(addresses, name, (size_t)(ending - name)) : name;
}

/* gfortran's name for a procedure of a module, __grid_MOD_step, as the tables have it: grid::step.
 * What optimising puts behind a dot is no part of it. */
static const char *without_module(struct addresses *addresses, const char *name)
{
    const char *middle = strncmp(name, "__", 2) ? NULL : strstr(name, "_MOD_");
    if (!middle)
        return without_ending(addresses, name);
    const char *own = middle + strlen("_MOD_");
    char *joined = memory_printf("%.*s::%.*s", (int)(middle - name - 2), name + 2,
                                 (int)strcspn(own, "."), own);
    name = keep(addresses, joined, strlen(joined));
    free(joined);
    return name;
}

/* One of the two may be relative to where the compiler ran. */
static bool is_same_file(const char *a, const char *b)
{
    size_t a_size = strlen(a), b_size = strlen(b);
    const char *longer = a_size > b_size ? a : b, *shorter = a_size > b_size ? b : a;
    size_t apart = a_size > b_size ? a_size - b_size : b_size - a_size;
    return !strcmp(longer + apart, shorter) && (!apart || longer[apart - 1] == '/');
}

/* clang does not: it is the last routine that begins before this line of the same file. */
static bool find_by_line(Dwarf_Die *unit, const char *path, int line, Dwarf_Die *found)
{
    Dwarf_Die die;
    int best = 0;
    if (dwarf_child(unit, &die))
        return false;
    do {
        int begin = 0;
        const char *name = dwarf_diename(&die), *file = dwarf_decl_file(&die);
        if (!file) /* number 0 of DWARF 5, which libdw takes for none */
            file = text_of(unit, DW_AT_name);
        if (dwarf_tag(&die) != DW_TAG_subprogram || !name || *name == '.' ||
            !is_same_file(file, path) || dwarf_decl_line(&die, &begin) || begin > line ||
            begin <= best)
            continue;
        best = begin;
        *found = die;
    } while (!dwarf_siblingof(&die, &die));
    return best > 0;
}

static bool has_names(int tag)
{
    return tag == DW_TAG_namespace || tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
           tag == DW_TAG_union_type || tag == DW_TAG_module;
}

static bool is_class(int tag)
{
    return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

/* As it is declared: "Grid::step"; "main::{lambda}::operator()" of what is in a function. */
static const char *full_name(struct addresses *addresses, Dwarf_Die *function)
{
    Dwarf_Die declared = *function, *scopes = NULL;
    Dwarf_Attribute value;
    struct buffer name = {0};
    while (dwarf_formref_die(dwarf_attr(&declared, DW_AT_abstract_origin, &value), &declared) ||
           dwarf_formref_die(dwarf_attr(&declared, DW_AT_specification, &value), &declared))
        continue;
    int count = dwarf_getscopes_die(&declared, &scopes);
    bool of_class = count > 1 && is_class(dwarf_tag(&scopes[1]));
    for (int i = count; i-- > 0;) {
        int tag = dwarf_tag(&scopes[i]);
        const char *part = dwarf_diename(&scopes[i]);
        if (!part && i == 1 && of_class)
            part = "{lambda}";
        if (part && (!i || has_names(tag) || (of_class && tag == DW_TAG_subprogram)))
            buffer_printf(&name, "%s%s", name.used ? "::" : "", part);
    }
    free(scopes);
    const char *kept = name.used ? keep(addresses, name.text, name.used) : "";
    buffer_free(&name);
    return kept;
}

/* What the function `inner` was inlined into, and into what that was. */
static void set_inlined(struct addresses *addresses, struct address *address, Dwarf_Die *unit,
                        Dwarf_Die *inner)
{
    Dwarf_Die *around = NULL;
    struct buffer chain = {0};
    int count = dwarf_getscopes_die(inner, &around), line = 0;
    for (int i = 0; i < count; i++) {
        int tag = dwarf_tag(&around[i]);
        const char *name = dwarf_diename(&around[i]), *file = dwarf_decl_file(&around[i]);
        if (tag == DW_TAG_inlined_subroutine && name) {
            buffer_printf(&chain, "%s%s", chain.used ? " <- " : "", name);
            address->inlined_count++;
        }
        if (tag != DW_TAG_subprogram)
            continue;
        address->function_file = as_given(unit, file ? file : text_of(unit, DW_AT_name));
        if (!dwarf_decl_line(&around[i], &line) && line > 0)
            address->function_line = (uint32_t)line;
        address->function = full_name(addresses, &around[i]);
        break;
    }
    if (chain.used)
        address->inlined = keep(addresses, chain.text, chain.used);
    buffer_free(&chain);
    free(around);
}

static bool is_function(Dwarf_Die *scope)
{
    int tag = dwarf_tag(scope);
    return (tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine) && dwarf_diename(scope);
}

static int first_function(Dwarf_Die *scopes, int count)
{
    int first = 0;
    while (first < count && !is_function(&scopes[first]))
        first++;
    return first;
}

/* A function inside of another one: of a lambda, or what gcc made of a parallel region. It is not
 * among the other one's addresses, so that libdw does not look there. */
static bool find_nested(Dwarf_Die *around, Dwarf_Addr pc, int depth, Dwarf_Die *found)
{
    Dwarf_Die die;
    if (depth == DEEPEST || dwarf_child(around, &die))
        return false;
    do {
        int tag = dwarf_tag(&die);
        bool is_routine = tag == DW_TAG_subprogram;
        if (is_routine && dwarf_haspc(&die, pc) > 0) {
            *found = die;
            return true;
        }
        if (!is_routine && (!depth || (tag != DW_TAG_lexical_block && !is_class(tag))))
            continue;
        if (find_nested(&die, pc, depth + 1, found))
            return true;
    } while (!dwarf_siblingof(&die, &die));
    return false;
}

/* What is inside of a function around an address, or the function alone. */
static int scopes_in(Dwarf_Die *function, Dwarf_Addr pc, Dwarf_Die **scopes)
{
    free(*scopes);
    *scopes = NULL;
    int count = dwarf_getscopes(function, pc, scopes);
    return count > 0 ? count : dwarf_getscopes_die(function, scopes);
}

/* What is around an address, the innermost first. A module of Fortran has no addresses, so that
 * libdw does not look into it: `module` is its name, or NULL. */
static int find_scopes(Dwarf_Die *unit, Dwarf_Addr pc, Dwarf_Die **scopes, const char **module)
{
    Dwarf_Die outer, inner;
    int count = dwarf_getscopes(unit, pc, scopes), first = first_function(*scopes, count);
    *module = first + 1 < count && dwarf_tag(&(*scopes)[first + 1]) == DW_TAG_module
                  ? dwarf_diename(&(*scopes)[first + 1])
                  : NULL;
    if (first < count || dwarf_child(unit, &outer))
        return count;
    do {
        if (dwarf_tag(&outer) != DW_TAG_module || dwarf_child(&outer, &inner))
            continue;
        do {
            if (dwarf_tag(&inner) != DW_TAG_subprogram || dwarf_haspc(&inner, pc) <= 0)
                continue;
            *module = dwarf_diename(&outer);
            return scopes_in(&inner, pc, scopes);
        } while (!dwarf_siblingof(&inner, &inner));
    } while (!dwarf_siblingof(&outer, &outer));
    return find_nested(unit, pc, 0, &inner) ? scopes_in(&inner, pc, scopes) : count;
}

/* The innermost function, be it inlined: that is where the line is. A Fortran module's name stands
 * before that of its procedure, as it does in the tables of `triptych fc`. */
static void set_routine(struct addresses *addresses, struct address *address, Dwarf_Die *unit,
                        Dwarf_Addr pc, const char *path, bool chain)
{
    Dwarf_Die *scopes = NULL, other;
    const char *module = NULL;
    int count = find_scopes(unit, pc, &scopes, &module), first = first_function(scopes, count);
    int line = 0;
    if (first < count) {
        Dwarf_Die *die = &scopes[first];
        const char *name = dwarf_diename(die);
        if (chain)
            set_inlined(addresses, address, unit, die);
        if (*name == '.' && find_by_line(unit, path, (int)address->line, &other)) {
            die = &other;
            name = dwarf_diename(die);
            module = NULL;
        }
        if (module) {
            char *joined = memory_printf("%s::%s", module, name);
            address->routine = keep(addresses, joined, strlen(joined));
            free(joined);
        } else {
            address->routine = without_ending(addresses, name);
        }
        if (!dwarf_decl_line(die, &line) && line > 0)
            address->routine_line = (uint32_t)line;
    }
    free(scopes);
}

static bool find_line(struct addresses *addresses, struct module *module, uint64_t pc, bool chain,
                      struct address *address)
{
    Dwarf_Die unit;
    Dwarf_Addr bias;
    int line = 0;
    if (!module_unit(module, pc, &unit, &bias))
        return false;
    Dwarf_Line *found = dwarf_getsrc_die(&unit, pc - bias);
    const char *path = found ? dwarf_linesrc(found, NULL, NULL) : NULL;
    if (!path || dwarf_lineno(found, &line) || line <= 0)
        return false;
    address->line = (uint32_t)line;
    address->dir = text_of(&unit, DW_AT_comp_dir);
    address->file = as_given(&unit, path);
    set_routine(addresses, address, &unit, pc - bias, path, chain);
    return true;
}

/* Static variables of functions have a number behind their name. */
static const char *without_number(struct addresses *addresses, const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot > name && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1)
               ? keep(addresses, name, (size_t)(dot - name))
               : name;
}

struct address addresses_find(struct addresses *addresses, const char *path, uint64_t at,
                              enum address_of what, uint64_t newest)
{
    struct address address = {.file = "",
                              .dir = "",
                              .routine = "",
                              .symbol = "",
                              .inlined = "",
                              .function_file = "",
                              .function = ""};
    struct module *module = module_of(addresses, path, newest);
    if (!module)
        return address;
    address.machine = module_machine(module);
    bool code = module_is_code(module, at);
    const struct module_symbol *entry = module_symbol(module, at);
    bool is_entry = what == ADDRESS_OF_ENTRY && entry && entry->start == at;
    address.is_entry = is_entry;
    uint64_t pc = code && !is_entry && what != ADDRESS_OF_ITSELF && at ? at - 1 : at;
    const struct module_symbol *symbol = module_symbol(module, pc);
    if (!code) {
        if (!symbol)
            return address;
        address.kind = ADDRESS_DATA;
        address.symbol = without_number(addresses, symbol->name);
        address.offset = at - symbol->start;
        address.size = symbol->size;
        return address;
    }
    if (find_line(addresses, module, pc, what == ADDRESS_OF_ITSELF, &address))
        address.kind = ADDRESS_LINE;
    if (!*address.routine && symbol)
        address.routine = without_module(addresses, symbol->name);
    if (!address.kind && *address.routine)
        address.kind = ADDRESS_ROUTINE;
    return address;
}

uint32_t addresses_line(struct addresses *addresses, const char *path, uint64_t at, uint64_t newest)
{
    Dwarf_Die unit;
    Dwarf_Addr bias;
    int line = 0;
    struct module *module = module_of(addresses, path, newest);
    if (!module || !module_unit(module, at, &unit, &bias))
        return 0;
    Dwarf_Line *found = dwarf_getsrc_die(&unit, at - bias);
    return found && !dwarf_lineno(found, &line) && line > 0 ? (uint32_t)line : 0;
}

const char *addresses_name(struct addresses *addresses, const char *symbol)
{
    return without_module(addresses, symbol);
}

/* The outermost of all lines has the loop; of several there, it is the first one. */
struct address addresses_find_loop(struct addresses *addresses, const char *module,
                                   const struct address_loop *loop, uint64_t newest)
{
    uint64_t best = loop->head;
    uint32_t line = 0, inlined = UINT32_MAX;
    const char *file = ""; /* it stays where it is: only what was put together may move */
    for (size_t i = 0; i <= loop->back_count; i++) {
        bool is_head = i == loop->back_count;
        uint64_t at = is_head ? loop->head : loop->back[i];
        struct address found = addresses_find(addresses, module, at, ADDRESS_OF_ITSELF, newest);
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
    return addresses_find(addresses, module, best, ADDRESS_OF_ITSELF, newest);
}

/* Behind the name of a function that is inside of another one there is only a number. */
static const char *ending_of(const char *symbol)
{
    const char *dot = strchr(symbol, '.');
    return dot && dot > symbol && dot[1 + strspn(dot + 1, "0123456789")] ? dot : "";
}

const char *addresses_function(struct addresses *addresses, const char *declared,
                               const char *symbol)
{
    const char *known = *declared ? declared : *symbol ? addresses_name(addresses, symbol) : "";
    if (!*known || !*ending_of(symbol) || strchr(known, '.'))
        return known;
    char *made = memory_printf("%s%s", known, ending_of(symbol));
    known = keep(addresses, made, strlen(made));
    free(made);
    return known;
}
