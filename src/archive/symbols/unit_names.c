/* unit_names.c: see unit_names.h */
#include "archive/symbols/unit_names.h"

#include "util/memory.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64 }; /* limit of holders in a name */

struct names_unit {
    Dwarf_Off die;
    Dwarf *dwarf;
    struct walk walk;
};

struct symbols_names {
    struct names_unit **units; /* not moved */
    size_t count, room;
};

/* A function's declaration, and the holder that contains it. */
struct declared {
    Dwarf_Die die;
    const struct names_unit *unit;
    uint32_t parent; /* holder; WALK_NONE: none, or not known */
};

struct symbols_names *symbols_names_new(void)
{
    return memory_zeroed(1, sizeof(struct symbols_names));
}

void symbols_names_free(struct symbols_names *names)
{
    if (!names)
        return;
    for (size_t i = 0; i < names->count; i++) {
        walk_free(&names->units[i]->walk);
        free(names->units[i]);
    }
    free(names->units);
    free(names);
}

static struct names_unit *find_unit(const struct symbols_names *names, Dwarf_Die *unit)
{
    Dwarf_Off die = dwarf_dieoffset(unit);
    Dwarf *dwarf = dwarf_cu_getdwarf(unit->cu);
    for (size_t i = names->count; i-- > 0;) {
        if (names->units[i]->die == die && names->units[i]->dwarf == dwarf)
            return names->units[i];
    }
    return NULL;
}

static struct names_unit *add_unit(struct symbols_names *names, Dwarf_Die *unit)
{
    struct names_unit *added = memory_zeroed(1, sizeof *added);
    added->die = dwarf_dieoffset(unit);
    added->dwarf = dwarf_cu_getdwarf(unit->cu);
    names->units = memory_grow(names->units, &names->room, names->count + 1, sizeof *names->units);
    names->units[names->count++] = added;
    return added;
}

void symbols_names_take(struct symbols_names *names, Dwarf_Die *unit, struct walk *walk)
{
    struct names_unit *found = find_unit(names, unit);
    if (!found)
        found = add_unit(names, unit);
    walk_free(&found->walk);
    found->walk = (struct walk){.holders = walk->holders, .holder_count = walk->holder_count};
    walk->holders = NULL;
}

/* Follows an instance of a function, or a definition of one that is declared elsewhere, to the
 * declaration. */
static struct declared find_declared(struct symbols_names *names, Dwarf_Die *function)
{
    struct declared found = {.die = *function, .parent = WALK_NONE};
    Dwarf_Attribute value;
    Dwarf_Die unit;
    for (int i = 0; i < DEEPEST; i++) {
        if (!dwarf_formref_die(dwarf_attr(&found.die, DW_AT_abstract_origin, &value), &found.die) &&
            !dwarf_formref_die(dwarf_attr(&found.die, DW_AT_specification, &value), &found.die))
            break;
    }
    if (!dwarf_diecu(&found.die, &unit, NULL, NULL))
        return found;
    struct names_unit *in = find_unit(names, &unit);
    if (!in) {
        in = add_unit(names, &unit);
        walk_unit(&in->walk, &unit, true);
    }
    found.unit = in;
    uint32_t own = walk_find(&in->walk, dwarf_dieoffset(&found.die));
    if (own != WALK_NONE)
        found.parent = in->walk.holders[own].parent;
    return found;
}

static bool is_class(int tag)
{
    return tag == DW_TAG_class_type || tag == DW_TAG_structure_type || tag == DW_TAG_union_type;
}

static void add_part(struct buffer *to, const char *part)
{
    buffer_printf(to, "%s%s", to->used ? "::" : "", part);
}

/* Removes the module from gfortran's "module.submodule". */
static const char *without_parent(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* Appends the name of a holder. Functions are part of the name only of what is in a class inside
 * them, such as a lambda, and in Fortran. */
static void add_holder(const struct declared *declared, uint32_t number, bool fortran,
                       struct buffer *to)
{
    const struct walk_holder *holders = declared->unit->walk.holders;
    const struct walk_holder *holder = &holders[number];
    bool of_class = is_class(holders[declared->parent].tag);
    Dwarf_Die die;
    if (holder->tag == DW_TAG_subprogram && !of_class && !fortran)
        return;
    const char *part =
        dwarf_offdie(declared->unit->dwarf, holder->die, &die) ? dwarf_diename(&die) : NULL;
    if (!part && of_class && number == declared->parent)
        part = "{lambda}";
    if (part && fortran)
        part = holder->tag == DW_TAG_module ? without_parent(part) : symbols_names_program(part);
    if (part)
        add_part(to, part);
}

const char *symbols_names_program(const char *name)
{
    return strcmp(name, "MAIN__") ? name : "main";
}

static bool is_outlined(Dwarf_Die *function)
{
    Dwarf_Attribute value;
    bool is_artificial = false;
    const char *name = dwarf_diename(function);
    return name && strstr(name, "._omp_") &&
           !dwarf_formflag(dwarf_attr(function, DW_AT_artificial, &value), &is_artificial) &&
           is_artificial;
}

bool symbols_names_host(struct symbols_names *names, Dwarf_Die *function, Dwarf_Die *host)
{
    struct declared declared = find_declared(names, function);
    uint32_t at = declared.parent;
    if (!is_outlined(&declared.die))
        return false;
    while (at != WALK_NONE) {
        const struct walk_holder *holder = &declared.unit->walk.holders[at];
        if (!dwarf_offdie(declared.unit->dwarf, holder->die, host))
            return false;
        if (holder->tag == DW_TAG_subprogram && !is_outlined(host))
            return true;
        at = holder->parent;
    }
    return false;
}

/* Removes the module from the name of a function that gfortran made from part of a module
 * procedure: it is named by its symbol, __grid_MOD_step._omp_fn.0. */
static const char *without_module(const char *name)
{
    const char *middle = strncmp(name, "__", 2) ? NULL : strstr(name, "_MOD_");
    return middle ? middle + strlen("_MOD_") : name;
}

void symbols_names_full(struct symbols_names *names, Dwarf_Die *function, bool fortran,
                        struct buffer *to)
{
    struct declared declared = find_declared(names, function);
    uint32_t chain[DEEPEST], count = 0;
    for (uint32_t at = declared.parent; at != WALK_NONE && count < DEEPEST;
         at = declared.unit->walk.holders[at].parent)
        chain[count++] = at;
    while (count-- > 0)
        add_holder(&declared, chain[count], fortran, to);
    const char *own = dwarf_diename(&declared.die);
    if (own)
        add_part(to, fortran ? symbols_names_program(without_module(own)) : without_module(own));
}

const char *symbols_names_module(struct symbols_names *names, Dwarf_Die *function)
{
    struct declared declared = find_declared(names, function);
    Dwarf_Die die;
    if (declared.parent == WALK_NONE ||
        declared.unit->walk.holders[declared.parent].tag != DW_TAG_module ||
        !dwarf_offdie(declared.unit->dwarf, declared.unit->walk.holders[declared.parent].die, &die))
        return NULL;
    return dwarf_diename(&die);
}
