/* names.c: tables of names, and the meaning of a name in a unit. */
#include "instrument/fortran/reader/names.h"

#include "format/hash.h"
#include "instrument/fortran/reader/intrinsics.h"

#include <ctype.h>
#include <string.h>

/* One name of a table. */
struct name {
    struct name *next;
    unsigned flags;
    long long value; /* NAME_HAS_VALUE */
    size_t length;
    char text[];
};

/* A module that a unit uses. */
struct names_used {
    struct names_used *next;
    const struct names *module;
};

struct names *names_new(struct arena *arena, const struct names *file)
{
    struct names *names = arena_zeroed(arena, sizeof *names);
    names->arena = arena;
    names->file = file ? file : names;
    return names;
}

/* Returns the hash of a name. */
static size_t hash(const char *text, size_t length)
{
    uint64_t value = format_hash(FORMAT_HASH_START, text, length);
    return value ^ value >> 29;
}

/* Finds a name in the table itself; or NULL. */
static struct name *find(const struct names *names, const char *text, size_t length)
{
    if (!names->slot_count)
        return NULL;
    struct name *name = names->slots[hash(text, length) & (names->slot_count - 1)];
    while (name && (name->length != length || memcmp(name->text, text, length) != 0))
        name = name->next;
    return name;
}

/* Makes the hash table larger. */
static void grow(struct names *names)
{
    size_t count = names->slot_count ? names->slot_count * 4 : 16;
    struct name **slots = arena_zeroed(names->arena, count * sizeof *slots);
    for (size_t i = 0; i < names->slot_count; i++) {
        for (struct name *name = names->slots[i], *next; name; name = next) {
            next = name->next;
            struct name **slot = &slots[hash(name->text, name->length) & (count - 1)];
            name->next = *slot;
            *slot = name;
        }
    }
    names->slots = slots;
    names->slot_count = count;
}

/* Finds a name, or adds it. */
static struct name *add(struct names *names, const char *text, size_t length)
{
    struct name *name = find(names, text, length);
    if (!name) {
        if (names->count >= names->slot_count)
            grow(names);
        name = arena_zeroed(names->arena, sizeof *name + length + 1);
        name->length = length;
        memcpy(name->text, text, length);
        struct name **slot = &names->slots[hash(text, length) & (names->slot_count - 1)];
        name->next = *slot;
        *slot = name;
        names->count++;
    }
    return name;
}

void names_note(struct names *names, const char *text, size_t length, unsigned flags)
{
    add(names, text, length)->flags |= flags;
}

void names_note_value(struct names *names, const char *text, size_t length, long long value)
{
    struct name *name = add(names, text, length);
    name->flags |= NAME_IS_CONSTANT | NAME_HAS_VALUE;
    name->value = value;
}

void names_use(struct names *names, const struct names *module)
{
    struct names_used *used = arena_zeroed(names->arena, sizeof *used);
    used->module = module;
    used->next = names->used;
    names->used = used;
    names->open |= module->open;
}

/* Modules that use each other in a circle cannot be compiled, but can be written. */
enum { DEEPEST = 32 };

/* Finds a public name of a module, or of a module that it uses; or NULL. */
static const struct name *find_public(const struct names *module, const char *text, size_t length,
                                      unsigned depth)
{
    const struct name *said = module->access ? find(module->access, text, length) : NULL;
    bool shown = said ? said->flags == NAME_IS_PUBLIC : !module->hides;
    const struct name *name = find(module, text, length);
    if (!shown || depth >= DEEPEST)
        return NULL;
    for (const struct names_used *used = module->used; used && !name; used = used->next)
        name = find_public(used->module, text, length, depth + 1);
    return name;
}

unsigned names_public(const struct names *module, const char *text, long long *value)
{
    const struct name *name = find_public(module, text, strlen(text), 0);
    if (name && value)
        *value = name->value;
    return name ? name->flags : 0;
}

/* Finds a name in the table or in the modules that it uses; or NULL. */
static const struct name *find_here(const struct names *names, const char *text)
{
    size_t length = strlen(text);
    const struct name *name = find(names, text, length);
    for (const struct names_used *used = names->used; used && !name; used = used->next)
        name = find_public(used->module, text, length, 0);
    return name;
}

unsigned names_flags(const struct names *names, const char *name, bool *found)
{
    const struct name *noted = find_here(names, name);
    if (found)
        *found = noted != NULL;
    return noted ? noted->flags : 0;
}

const struct block *names_host(const struct block *unit)
{
    const struct block *parent = unit->parent;
    return parent && (parent->kind == BLOCK_UNIT || parent->kind == BLOCK_FILE) ? parent : NULL;
}

enum implicit names_implicit(const struct block *unit, char letter)
{
    if (!islower((unsigned char)letter))
        return IMPLICIT_OTHER;
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        enum implicit rule = unit->names->implicit[letter - 'a'];
        if (rule != IMPLICIT_HOST)
            return rule;
    }
    return letter >= 'i' && letter <= 'n' ? IMPLICIT_INTEGER : IMPLICIT_OTHER;
}

bool names_may_be_statement_function(const struct block *unit, const char *name)
{
    bool found;
    if (!unit)
        return true;
    unsigned flags = names_flags(unit->names, name, &found);
    if (found)
        return !(flags & (NAME_IS_ARRAY | NAME_IS_PROCEDURE | NAME_IS_FOREIGN));
    if (names_implicit(unit, *name) == IMPLICIT_NONE)
        return false;
    while ((unit = names_host(unit)) && unit->kind == BLOCK_UNIT) {
        if (names_flags(unit->names, name, NULL) & NAME_IS_ARRAY)
            return false;
    }
    return true;
}

/* Returns the meaning of a declared name. */
static enum name_class class_of(unsigned flags)
{
    if (flags & (NAME_IS_SCOPED | NAME_IS_FOREIGN))
        return NAME_UNKNOWN;
    if (flags & NAME_IS_PROCEDURE)
        return NAME_PROCEDURE;
    return flags & NAME_IS_ARRAY ? NAME_ARRAY : NAME_VARIABLE;
}

enum name_class names_class(const struct block *unit, const char *name)
{
    const struct names *file = unit->names->file;
    bool found;
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        unsigned flags = names_flags(unit->names, name, &found);
        if (found)
            return class_of(flags);
    }
    if (intrinsics_is_function(name))
        return NAME_INTRINSIC;
    return names_flags(file, name, NULL) & NAME_IS_PROCEDURE ? NAME_PROCEDURE : NAME_UNKNOWN;
}

bool names_is_argument(const struct block *unit, const char *name)
{
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        const struct names *arguments = unit->names->arguments;
        if (arguments && find(arguments, name, strlen(name)))
            return true;
        if (find(unit->names, name, strlen(name)))
            return false;
    }
    return false;
}

bool names_is_integer(const struct block *unit, const char *name)
{
    const struct block *inner = unit;
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        bool found;
        unsigned flags = names_flags(unit->names, name, &found);
        if (found) {
            if (class_of(flags) != NAME_VARIABLE)
                return false;
            bool own = find(unit->names, name, strlen(name)) != NULL;
            return flags & NAME_IS_TYPED ? (flags & NAME_IS_INTEGER) != 0
                                         : own && names_implicit(unit, *name) == IMPLICIT_INTEGER;
        }
        enum implicit rule = names_implicit(unit, *name);
        if (unit->names->open || (rule != IMPLICIT_INTEGER && rule != IMPLICIT_NONE))
            return false; /* without implicit types, it is a name of the host */
    }
    return names_implicit(inner, *name) == IMPLICIT_INTEGER;
}

/* Finds a name in the unit or in its hosts; NULL: it is not declared. open: it may come from a
 * module. */
static const struct name *find_anywhere(const struct block *unit, const char *name, bool *open)
{
    *open = false;
    for (; unit && unit->kind == BLOCK_UNIT; unit = names_host(unit)) {
        const struct names *arguments = unit->names->arguments;
        const struct name *found = find_here(unit->names, name);
        if (!found && arguments)
            found = find(arguments, name, strlen(name));
        if (found)
            return found;
        *open = *open || unit->names->open;
    }
    return NULL;
}

bool names_constant(const struct block *unit, const char *text, long long *value)
{
    bool open;
    const struct name *name = find_anywhere(unit, text, &open);
    if (!name || !(name->flags & NAME_HAS_VALUE) ||
        name->flags & (NAME_IS_SCOPED | NAME_IS_FOREIGN | NAME_IS_ARRAY))
        return false;
    *value = name->value;
    return true;
}

bool names_keeps_value(const struct block *unit, const char *text)
{
    bool open;
    const struct name *name = find_anywhere(unit, text, &open);
    if (!name)
        return !open && !intrinsics_is_function(text);
    return class_of(name->flags) == NAME_VARIABLE &&
           !(name->flags & (NAME_IS_ALIASED | NAME_IS_VOLATILE | NAME_IS_DERIVED));
}
