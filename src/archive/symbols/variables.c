/* variables.c: see variables.h */
#include "archive/symbols/variables.h"

#include "archive/symbols/module.h"
#include "util/memory.h"

#include <ctype.h>
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEPEST = 64,
    MOST_ENTRIES = 8 << 20, /* entries of debugging information that are read */
    POINTER_SIZE = 8,
};

/* A variable with an address of its own. */
struct variable {
    uint64_t start, size;
    Dwarf_Die die;
};

/* A COMMON block of Fortran. Optimised code has no addresses of its variables. */
struct common {
    const char *symbol, *name;
};

struct variables {
    struct module *module;
    struct variable *all;
    size_t count, room;
    struct common *commons;
    size_t common_count, common_room;
    size_t entries;
};

/* Finds the address of a variable, as it was linked. False if it has none. */
static bool address_of(Dwarf_Die *die, Dwarf_Addr bias, uint64_t *address)
{
    Dwarf_Attribute attribute, indirect;
    Dwarf_Op *operations;
    Dwarf_Addr at;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || !count || count > 2)
        return false;
    if (operations[0].atom == DW_OP_addr)
        at = operations[0].number;
    else if ((operations[0].atom != DW_OP_addrx && operations[0].atom != DW_OP_GNU_addr_index) ||
             dwarf_getlocation_attr(&attribute, &operations[0], &indirect) != 0 ||
             dwarf_formaddr(&indirect, &at) != 0)
        return false;
    if (count == 2 && operations[1].atom != DW_OP_plus_uconst)
        return false;
    *address = at + (count == 2 ? operations[1].number : 0) + bias;
    return true;
}

static void add_variable(struct variables *variables, Dwarf_Die *die, Dwarf_Addr bias)
{
    uint64_t start;
    if (!address_of(die, bias, &start))
        return;
    uint64_t size = variable_path_size(die);
    struct module_symbol symbol;
    if (!size && module_symbol(variables->module, start, &symbol) && symbol.start == start)
        size = symbol.size;
    variables->all =
        memory_grow(variables->all, &variables->room, variables->count + 1, sizeof *variables->all);
    variables->all[variables->count++] = (struct variable){start, size, *die};
}

static void add_common(struct variables *variables, Dwarf_Die *die)
{
    Dwarf_Attribute attribute;
    const char *symbol =
        dwarf_attr(die, DW_AT_linkage_name, &attribute) ? dwarf_formstring(&attribute) : NULL;
    const char *name = dwarf_diename(die);
    if (!symbol || !name)
        return;
    variables->commons = memory_grow(variables->commons, &variables->common_room,
                                     variables->common_count + 1, sizeof *variables->commons);
    variables->commons[variables->common_count++] = (struct common){symbol, name};
}

/* Collects the variables below an entry. The depth is that of blocks in the source. */
static void collect(struct variables *variables, Dwarf_Die *above, Dwarf_Addr bias, unsigned depth)
{
    Dwarf_Die die;
    if (depth > DEEPEST || dwarf_child(above, &die) != 0)
        return;
    do {
        if (++variables->entries > MOST_ENTRIES)
            return;
        switch (dwarf_tag(&die)) {
        case DW_TAG_variable:
            add_variable(variables, &die, bias);
            break;
        case DW_TAG_common_block:
            add_common(variables, &die);
            collect(variables, &die, bias, depth + 1);
            break;
        case DW_TAG_subprogram:
        case DW_TAG_lexical_block:
        case DW_TAG_namespace:
        case DW_TAG_module:
            collect(variables, &die, bias, depth + 1);
            break;
        default:
            break;
        }
    } while (dwarf_siblingof(&die, &die) == 0);
}

struct variables *archive_variables_new(const char *path, uint64_t newest)
{
    struct module *module = module_open(path, newest);
    if (!module)
        return NULL;
    struct variables *variables = memory_zeroed(1, sizeof *variables);
    variables->module = module;
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    Dwarf_Addr bias;
    Dwarf *dwarf = module_dwarf(module, &bias);
    while (dwarf && !dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL))
        collect(variables, &die, bias, 0);
    return variables;
}

void archive_variables_free(struct variables *variables)
{
    if (!variables)
        return;
    module_close(variables->module);
    free(variables->all);
    free(variables->commons);
    free(variables);
}

/* Returns the name of both ends of a range in a variable: if the parts differ, that of the whole
 * variable. NULL if there is none. */
static char *name_of(Dwarf_Die *die, uint64_t first, uint64_t last, enum variable_part part)
{
    struct buffer name = {0}, other = {0};
    bool good = variable_path(die, first, part, &name) &&
                (first == last || variable_path(die, last, part, &other));
    if (good && first != last && strcmp(name.text, other.text) != 0) {
        buffer_free(&name);
        buffer_add(&name, dwarf_diename(die));
    }
    buffer_free(&other);
    if (!good)
        buffer_free(&name);
    return good ? buffer_take(&name) : NULL;
}

/* Adds a possible name. If it is another one than before, none is certain. */
static void join(char **name, char *found, bool *is_certain)
{
    if (*name && found && strcmp(*name, found) != 0)
        *is_certain = false;
    if (*name)
        free(found);
    else
        *name = found;
}

static char *if_certain(char *name, bool is_certain)
{
    if (is_certain)
        return name;
    free(name);
    return NULL;
}

/* Returns the name of a variable as the source writes it, without what compilers add to a symbol:
 * "u" for "__field_MOD_u" of Fortran, "/edges/" for the COMMON block "edges_", "row" for "row.3".
 * NULL if the compiler made it itself. */
static char *name_of_symbol(const struct variables *variables, const char *symbol)
{
    for (size_t i = 0; i < variables->common_count; i++) {
        if (!strcmp(variables->commons[i].symbol, symbol))
            return memory_printf("/%s/", variables->commons[i].name);
    }
    const char *of_module = strstr(symbol, "_MOD_");
    if (!strncmp(symbol, "__", 2) && of_module)
        symbol = of_module + strlen("_MOD_");
    if (!isalpha((unsigned char)*symbol) && *symbol != '_')
        return NULL;
    size_t size = strcspn(symbol, ".@");
    if (symbol[size] == '.' && symbol[size + 1 + strspn(symbol + size + 1, "0123456789")])
        return NULL;
    return memory_printf("%.*s", (int)size, symbol);
}

static char *at_symbol(struct variables *variables, uint64_t first, uint64_t last,
                       enum variable_part part)
{
    struct module_symbol symbol;
    if (!module_symbol(variables->module, first, &symbol) || last - symbol.start >= symbol.size ||
        module_is_code(variables->module, first))
        return NULL;
    if (part == VARIABLE_POINTER && (first != symbol.start || symbol.size != POINTER_SIZE) &&
        (first != symbol.start || !strstr(symbol.name, "_MOD_")))
        return NULL;
    return name_of_symbol(variables, symbol.name);
}

char *archive_variables_at(struct variables *variables, uint64_t first, uint64_t last,
                           enum variable_part part)
{
    char *name = NULL;
    bool is_certain = true, is_known = false;
    for (size_t i = 0; i < variables->count; i++) {
        struct variable *variable = &variables->all[i];
        if (first < variable->start || last < first || last - variable->start >= variable->size)
            continue;
        is_known = true;
        join(&name, name_of(&variable->die, first - variable->start, last - variable->start, part),
             &is_certain);
    }
    if (is_known)
        return if_certain(name, is_certain);
    return last >= first ? at_symbol(variables, first, last, part) : NULL;
}

/* Finds what the addresses of a function's variables count from, relative to its canonical address:
 * that address itself, as with gcc; or, as with clang, the frame pointer, below which clang saves
 * nothing but itself and the return address, or the stack pointer, if `stack` is known. */
static bool base_of(Dwarf_Die *function, int64_t stack, int64_t *base)
{
    enum { SAVED = 16, ARM_FRAME = DW_OP_reg29, ARM_STACK = DW_OP_reg31, INTEL_FRAME = DW_OP_reg6 };
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (!dwarf_attr_integrate(function, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1)
        return false;
    switch (operations[0].atom) {
    case DW_OP_call_frame_cfa:
        *base = 0;
        return true;
    case ARM_FRAME:
    case INTEL_FRAME:
        *base = -SAVED;
        return true;
    case ARM_STACK:
        *base = stack;
        return stack != VARIABLES_NO_STACK;
    default:
        return false;
    }
}

/* Finds the place of a variable in its frame. False if it is elsewhere. */
static bool place_of(Dwarf_Die *die, Dwarf_Addr code, int64_t *start)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation_addr(&attribute, code, &operations, &count, 1) != 1 || count != 1 ||
        operations[0].atom != DW_OP_fbreg)
        return false;
    *start = (int64_t)operations[0].number;
    return true;
}

/* Looks at the variables of a scope. */
static void search_scope(Dwarf_Die *scope, Dwarf_Addr code, int64_t first, int64_t last,
                         enum variable_part part, char **name, bool *is_certain)
{
    Dwarf_Die die;
    if (dwarf_child(scope, &die) != 0)
        return;
    do {
        int64_t start;
        int tag = dwarf_tag(&die);
        if ((tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) ||
            !place_of(&die, code, &start) || first < start ||
            last - start >= (int64_t)variable_path_size(&die))
            continue;
        join(name, name_of(&die, (uint64_t)(first - start), (uint64_t)(last - start), part),
             is_certain);
    } while (dwarf_siblingof(&die, &die) == 0);
}

/* Finds the unit with the code at an address. Compilers other than gcc leave out the table of
 * addresses that dwarf_addrdie() needs. */
static bool unit_at(Dwarf *dwarf, Dwarf_Addr code, Dwarf_Die *unit)
{
    Dwarf_CU *next = NULL;
    if (dwarf_addrdie(dwarf, code, unit))
        return true;
    while (!dwarf_get_units(dwarf, next, &next, NULL, NULL, unit, NULL)) {
        if (dwarf_haspc(unit, code) > 0)
            return true;
    }
    return false;
}

/* Returns the innermost function among scopes, from the inside out; NULL: none. */
static Dwarf_Die *function_of(Dwarf_Die *scopes, int count)
{
    for (int i = 0; i < count; i++) {
        if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
            return &scopes[i];
    }
    return NULL;
}

char *archive_variables_in_frame(struct variables *variables, uint64_t code, int64_t stack,
                                 const int64_t *range, enum variable_part part)
{
    Dwarf_Addr bias;
    Dwarf_Die unit, *scopes = NULL;
    Dwarf *dwarf = module_dwarf(variables->module, &bias);
    char *name = NULL;
    bool is_certain = true;
    int64_t base = 0;
    if (!dwarf || range[1] < range[0] || !unit_at(dwarf, code - bias, &unit))
        return NULL;
    int count = dwarf_getscopes(&unit, code - bias, &scopes);
    Dwarf_Die *function = function_of(scopes, count);
    bool is_based = function && base_of(function, stack, &base);
    for (Dwarf_Die *scope = scopes; is_based && scope <= function; scope++)
        search_scope(scope, code - bias, range[0] - base, range[1] - base, part, &name,
                     &is_certain);
    free(scopes);
    return if_certain(name, is_certain);
}

/* True if a variable is in a register at an instruction. */
static bool is_in_register(Dwarf_Die *die, Dwarf_Addr code, unsigned number)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *operations;
    size_t count;
    if (!dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation_addr(&attribute, code, &operations, &count, 1) != 1 || count != 1)
        return false;
    return (number <= DW_OP_reg31 - DW_OP_reg0 && operations[0].atom == DW_OP_reg0 + number) ||
           (operations[0].atom == DW_OP_regx && operations[0].number == number);
}

char *archive_variables_in_register(struct variables *variables, uint64_t code, unsigned number)
{
    Dwarf_Addr bias;
    Dwarf_Die unit, die, *scopes = NULL;
    Dwarf *dwarf = module_dwarf(variables->module, &bias);
    char *name = NULL;
    bool is_certain = true, is_whole = false;
    if (!dwarf || !unit_at(dwarf, code - bias, &unit))
        return NULL;
    int count = dwarf_getscopes(&unit, code - bias, &scopes);
    for (int i = 0; i < count && !is_whole; i++) {
        is_whole = dwarf_tag(&scopes[i]) == DW_TAG_subprogram;
        if (dwarf_child(&scopes[i], &die) != 0)
            continue;
        do {
            int tag = dwarf_tag(&die);
            const char *found = dwarf_diename(&die);
            if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) && found &&
                is_in_register(&die, code - bias, number))
                join(&name, memory_string(found), &is_certain);
        } while (dwarf_siblingof(&die, &die) == 0);
    }
    free(scopes);
    return if_certain(name, is_certain);
}
