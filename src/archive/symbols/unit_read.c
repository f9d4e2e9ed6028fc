/* unit_read.c: see unit_read.h */
#include "archive/symbols/unit_read.h"

#include "archive/symbols/unit.h"
#include "archive/symbols/unit_stretches.h"
#include "format/symbols.h"
#include "util/interned.h"
#include "util/memory.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 }; /* limit of nested functions */

/* The tables while they are made. Texts and files are numbers; texts become offsets at the end. */
struct reading {
    Dwarf_Die *unit;
    uint64_t bias;
    struct symbols_names *names;
    struct interned *texts, *files; /* a file is the number of its text, from 1 */
    struct interned
        *origins; /* declarations of routines: their numbers are those of the routines */
    struct format_symbols_row *rows;
    size_t row_count, row_room;
    struct format_symbols_stretch *stretches;
    size_t stretch_count;
    struct format_symbols_scope *scopes;
    size_t scope_count;
    struct format_symbols_routine *routines;
    size_t routine_count, routine_room;
    const char *dir;
    bool is_absolute; /* the compiler was given an absolute path */
    bool outlined;
    uint32_t flags; /* enum format_symbols_flag */
    struct format_symbols_row
        *hidden; /* rows replaced by another one at the same address: the first one there */
    size_t hidden_count, hidden_room;
    const char *last_path; /* path of the row before */
    uint32_t last_file;
};

static const char *text_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute value;
    const char *text = dwarf_formstring(dwarf_attr_integrate(die, attribute, &value));
    return text ? text : "";
}

static uint32_t number_of(Dwarf_Die *die, unsigned attribute)
{
    Dwarf_Attribute value;
    Dwarf_Word number;
    if (dwarf_formudata(dwarf_attr(die, attribute, &value), &number) || number > INT32_MAX)
        return 0;
    return (uint32_t)number;
}

static uint32_t add_text(struct reading *reading, const char *text)
{
    return interned_add_text(reading->texts, text);
}

/* Returns the path as it was given to the compiler: libdw prepends the folder in which it ran. */
static const char *as_given(const struct reading *reading, const char *path)
{
    size_t size = strlen(reading->dir);
    if (!reading->is_absolute && size > 1 && !strncmp(path, reading->dir, size) &&
        path[size] == '/')
        path += size + 1;
    return strncmp(path, "./", 2) ? path : path + 2;
}

static uint32_t add_file(struct reading *reading, const char *path)
{
    uint32_t text = add_text(reading, as_given(reading, path));
    return interned_add(reading->files, &text, sizeof text) + 1;
}

/* Remembers a row that is replaced: the first row at an address is that of the function that begins
 * there. */
static void hide(struct reading *reading, const struct format_symbols_row *row)
{
    size_t count = reading->hidden_count;
    if (!row->line || (count && reading->hidden[count - 1].address == row->address))
        return;
    reading->hidden =
        memory_grow(reading->hidden, &reading->hidden_room, count + 1, sizeof *reading->hidden);
    reading->hidden[reading->hidden_count++] = *row;
}

/* Adds a row. Of several rows at one address, the last one counts; rows equal to the one before are
 * dropped. */
static void add_row(struct reading *reading, struct format_symbols_row row)
{
    struct format_symbols_row *last =
        reading->row_count ? &reading->rows[reading->row_count - 1] : NULL;
    if (last && last->address == row.address) {
        hide(reading, last);
        last = --reading->row_count ? last - 1 : NULL;
    }
    if (last && last->line == row.line && last->column == row.column && last->file == row.file)
        return;
    reading->rows = memory_grow(reading->rows, &reading->row_room, reading->row_count + 1,
                                sizeof *reading->rows);
    reading->rows[reading->row_count++] = row;
}

/* Returns the number of a row's file. libdw returns the same pointer for the same file. */
static uint32_t file_of_line(struct reading *reading, Dwarf_Line *line)
{
    const char *path = dwarf_linesrc(line, NULL, NULL);
    if (!path)
        return 0;
    if (path != reading->last_path) {
        reading->last_path = path;
        reading->last_file = add_file(reading, path);
    }
    return reading->last_file <= UINT16_MAX ? reading->last_file : 0;
}

static void read_rows(struct reading *reading)
{
    Dwarf_Lines *lines;
    size_t count = 0;
    if (dwarf_getsrclines(reading->unit, &lines, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        Dwarf_Line *line = dwarf_onesrcline(lines, i);
        Dwarf_Addr address;
        int number = 0, column = 0;
        bool ends = false;
        if (dwarf_lineaddr(line, &address) || dwarf_lineendsequence(line, &ends))
            continue;
        struct format_symbols_row row = {.address = address + reading->bias};
        uint32_t file = 0;
        if (!ends && !dwarf_lineno(line, &number) && number > 0)
            file = file_of_line(reading, line);
        if (file) {
            row.line = (uint32_t)number;
            row.file = (uint16_t)file;
        }
        if (file && !dwarf_linecol(line, &column) && column > 0 && column <= UINT16_MAX)
            row.column = (uint16_t)column;
        add_row(reading, row);
    }
}

/* Returns the declaration of an inlined instance, or the function itself. */
static Dwarf_Die origin_of(Dwarf_Die *die)
{
    Dwarf_Attribute value;
    Dwarf_Die origin;
    if (dwarf_formref_die(dwarf_attr(die, DW_AT_abstract_origin, &value), &origin))
        return origin;
    return *die;
}

/* Returns the file of a declaration. libdw takes number 0 of DWARF 5 for no file, but it is the
 * unit's own. */
static uint32_t declared_in(struct reading *reading, Dwarf_Die *die)
{
    const char *file = dwarf_decl_file(die);
    return add_file(reading, file ? file : text_of(reading->unit, DW_AT_name));
}

static void new_routine(struct reading *reading, Dwarf_Die *die)
{
    int line = 0;
    const char *name = dwarf_diename(die), *module = symbols_names_module(reading->names, die);
    reading->routines = memory_grow(reading->routines, &reading->routine_room,
                                    reading->routine_count + 1, sizeof *reading->routines);
    struct format_symbols_routine *routine = &reading->routines[reading->routine_count];
    *routine = (struct format_symbols_routine){.name = add_text(reading, name ? name : ""),
                                               .file = declared_in(reading, die),
                                               .module = add_text(reading, module ? module : ""),
                                               .host = (uint32_t)reading->routine_count};
    if (!dwarf_decl_line(die, &line) && line > 0)
        routine->line = (uint32_t)line;
    reading->outlined |= name && *name == '.';
    reading->routine_count++;
}

/* Sets the qualified name of a routine, once: of functions that have code or were inlined, and of
 * all in Fortran. */
static void name_fully(struct reading *reading, uint32_t number, Dwarf_Die *die)
{
    struct buffer full = {0};
    bool fortran = reading->flags & FORMAT_SYMBOLS_FORTRAN;
    if (reading->routines[number].full)
        return;
    symbols_names_full(reading->names, die, fortran, &full);
    reading->routines[number].full = add_text(reading, full.used ? full.text : "");
    buffer_free(&full);
}

/* Returns the routine of a scope; all instances of one function share it. */
static uint32_t routine_of(struct reading *reading, Dwarf_Die *scope)
{
    Dwarf_Die origin = origin_of(scope), host;
    const void *key = origin.addr;
    uint32_t number = interned_add(reading->origins, &key, sizeof key);
    if (number < reading->routine_count)
        return number;
    new_routine(reading, &origin);
    if (symbols_names_host(reading->names, &origin, &host)) {
        uint32_t other = routine_of(reading, &host);
        name_fully(reading, other, &host);
        reading->routines[number].host = other;
        reading->routines[number].full = reading->routines[other].full;
    } else if (reading->flags & FORMAT_SYMBOLS_FORTRAN) {
        name_fully(reading, number, &origin);
    }
    return number;
}

static uint32_t calling_file(struct reading *reading, Dwarf_Files *files, size_t count,
                             Dwarf_Die *scope)
{
    uint32_t number = number_of(scope, DW_AT_call_file);
    const char *path = number < count && dwarf_hasattr(scope, DW_AT_call_file)
                           ? dwarf_filesrc(files, number, NULL, NULL)
                           : NULL;
    return path ? add_file(reading, path) : 0;
}

static int by_address(const void *key, const void *element)
{
    const uint64_t *address = key;
    const struct format_symbols_row *row = element;
    return *address < row->address ? -1 : *address > row->address;
}

/* Sets the line on which the code of a function begins: its own, not that of a statement that
 * begins there, too. */
static void set_beginning(struct reading *reading, Dwarf_Die *die,
                          struct format_symbols_scope *scope)
{
    Dwarf_Addr start, base, end;
    bool is_found = !dwarf_lowpc(die, &start) || dwarf_ranges(die, 0, &base, &start, &end) > 0;
    if (!is_found || !reading->row_count)
        return;
    start += reading->bias;
    const struct format_symbols_row *row =
        reading->hidden_count ? bsearch(&start, reading->hidden, reading->hidden_count,
                                        sizeof *reading->hidden, by_address)
                              : NULL;
    if (!row)
        row = bsearch(&start, reading->rows, reading->row_count, sizeof *reading->rows, by_address);
    if (!row)
        return;
    scope->call_file = row->file;
    scope->call_line = row->line;
    scope->call_column = row->column;
}

static void read_scopes(struct reading *reading, const struct walk *walk)
{
    Dwarf_Files *files = NULL;
    size_t file_count = 0;
    if (dwarf_getsrcfiles(reading->unit, &files, &file_count))
        file_count = 0;
    reading->scopes = memory_zeroed(walk->scope_count + 1, sizeof *reading->scopes);
    reading->scope_count = walk->scope_count;
    for (size_t i = 0; i < walk->scope_count; i++) {
        struct format_symbols_scope *scope = &reading->scopes[i];
        Dwarf_Die *die = &walk->scopes[i].die;
        scope->parent = walk->scopes[i].parent;
        scope->routine = routine_of(reading, die);
        if (dwarf_tag(die) == DW_TAG_inlined_subroutine) {
            Dwarf_Die origin = origin_of(die);
            name_fully(reading, scope->routine, &origin);
            scope->call_file = calling_file(reading, files, file_count, die);
            scope->call_line = number_of(die, DW_AT_call_line);
            scope->call_column = number_of(die, DW_AT_call_column);
        } else {
            name_fully(reading, scope->routine, die);
            set_beginning(reading, die, scope);
        }
    }
}

/* True if a function is the C main that gfortran makes to call the main program, which has a name
 * of its own: its line is that of the program's first statement. Other external procedures have a
 * symbol that differs from their name. */
static bool is_starter(const struct reading *reading, Dwarf_Die *die, const char *name)
{
    return reading->flags & FORMAT_SYMBOLS_FORTRAN && !strcmp(name, "main") &&
           dwarf_hasattr(die, DW_AT_external) && !dwarf_hasattr(die, DW_AT_linkage_name) &&
           !dwarf_hasattr(die, DW_AT_main_subprogram);
}

static bool is_definition(const struct reading *reading, Dwarf_Die *die)
{
    const char *name = dwarf_tag(die) == DW_TAG_subprogram ? dwarf_diename(die) : NULL;
    return name && *name != '.' && !dwarf_hasattr(die, DW_AT_declaration) &&
           !dwarf_hasattr(die, DW_AT_artificial) && !is_starter(reading, die, name);
}

/* Lists the functions below an entry; in Fortran they are in modules and in each other. */
static void list_below(struct reading *reading, Dwarf_Die *above, int depth)
{
    Dwarf_Die die;
    if (depth == DEEPEST || dwarf_child(above, &die))
        return;
    do {
        int tag = dwarf_tag(&die);
        if (is_definition(reading, &die)) {
            uint32_t number = routine_of(reading, &die);
            reading->routines[number].is_listed = 1;
            reading->routines[number].is_main = dwarf_hasattr(&die, DW_AT_main_subprogram) != 0;
        }
        if (reading->flags & FORMAT_SYMBOLS_FORTRAN &&
            (tag == DW_TAG_module || tag == DW_TAG_subprogram))
            list_below(reading, &die, depth + 1);
    } while (!dwarf_siblingof(&die, &die));
}

/* Lists all functions of the unit: functions that a compiler made from parts of others are found by
 * their lines, and so are calls without a line. In C++, where a function
 * may be inside another one, this is done only if there are functions of the first kind. */
static void list_routines(struct reading *reading)
{
    if (reading->outlined || reading->flags & (FORMAT_SYMBOLS_C | FORMAT_SYMBOLS_FORTRAN))
        list_below(reading, reading->unit, 0);
}

static uint32_t flags_of(Dwarf_Die *unit)
{
    bool is_gnu = !strncmp(text_of(unit, DW_AT_producer), "GNU ", 4);
    uint32_t flags = is_gnu ? FORMAT_SYMBOLS_GNU : 0;
    switch (number_of(unit, DW_AT_language)) {
    case DW_LANG_C89:
    case DW_LANG_C:
    case DW_LANG_C99:
    case DW_LANG_C11:
        return flags | FORMAT_SYMBOLS_C;
    case DW_LANG_Fortran77:
    case DW_LANG_Fortran90:
    case DW_LANG_Fortran95:
    case DW_LANG_Fortran03:
    case DW_LANG_Fortran08:
        return flags | FORMAT_SYMBOLS_FORTRAN;
    default:
        return flags;
    }
}

/* Returns the offset of each text, by number, which the caller frees. The empty text is the first
 * one. */
static uint32_t *place_texts(const struct interned *texts, size_t *bytes)
{
    uint32_t count = interned_count(texts);
    uint32_t *places = memory_zeroed((size_t)count + 1, sizeof *places);
    *bytes = 0;
    for (uint32_t i = 0; i < count; i++) {
        places[i] = (uint32_t)*bytes;
        *bytes += interned_size(texts, i) + 1;
    }
    return places;
}

static void put_places(struct reading *reading, const uint32_t *places)
{
    for (size_t i = 0; i < reading->routine_count; i++) {
        struct format_symbols_routine *routine = &reading->routines[i];
        routine->name = places[routine->name];
        routine->full = places[routine->full];
        routine->module = places[routine->module];
    }
}

static char *append(char *to, const void *from, size_t bytes)
{
    if (bytes)
        memcpy(to, from, bytes);
    return to + bytes;
}

/* Joins all tables; the caller frees them. */
static void *pack(struct reading *reading, size_t *size)
{
    size_t text_bytes;
    uint32_t dir = add_text(reading, reading->dir);
    uint32_t *places = place_texts(reading->texts, &text_bytes);
    uint32_t file_count = interned_count(reading->files);
    put_places(reading, places);
    struct format_symbols_unit head = {.rows = (uint32_t)reading->row_count,
                                       .stretches = (uint32_t)reading->stretch_count,
                                       .scopes = (uint32_t)reading->scope_count,
                                       .routines = (uint32_t)reading->routine_count,
                                       .files = file_count,
                                       .texts = (uint32_t)text_bytes,
                                       .dir = places[dir],
                                       .outlined = reading->outlined,
                                       .flags = reading->flags};
    size_t bytes =
        sizeof head + head.rows * sizeof *reading->rows +
        head.stretches * sizeof *reading->stretches + head.scopes * sizeof *reading->scopes +
        head.routines * sizeof *reading->routines + file_count * sizeof(uint32_t) + text_bytes;
    *size = (bytes + 7) / 8 * 8;
    char *all = memory_zeroed(*size, 1), *at = append(all, &head, sizeof head);
    at = append(at, reading->rows, head.rows * sizeof *reading->rows);
    at = append(at, reading->stretches, head.stretches * sizeof *reading->stretches);
    at = append(at, reading->scopes, head.scopes * sizeof *reading->scopes);
    at = append(at, reading->routines, head.routines * sizeof *reading->routines);
    for (uint32_t i = 0; i < file_count; i++) {
        uint32_t text;
        memcpy(&text, interned_text(reading->files, i), sizeof text);
        at = append(at, &places[text], sizeof places[text]);
    }
    for (uint32_t i = 0; i < interned_count(reading->texts); i++)
        at = append(at, interned_text(reading->texts, i), interned_size(reading->texts, i) + 1);
    head.sum = archive_symbols_unit_sum(all, *size);
    memcpy(all, &head, sizeof head);
    free(places);
    return all;
}

void *symbols_unit_read(Dwarf_Die *unit, uint64_t bias, struct symbols_names *names, size_t *size)
{
    struct walk walk;
    struct reading reading = {.unit = unit,
                              .bias = bias,
                              .names = names,
                              .texts = interned_new(),
                              .files = interned_new(),
                              .origins = interned_new(),
                              .dir = text_of(unit, DW_AT_comp_dir),
                              .is_absolute = *text_of(unit, DW_AT_name) == '/',
                              .flags = flags_of(unit)};
    add_text(&reading, "");
    walk_unit(&walk, unit, false);
    symbols_names_take(names, unit, &walk);
    read_rows(&reading);
    read_scopes(&reading, &walk);
    list_routines(&reading);
    reading.stretches = symbols_stretches(&walk, bias, &reading.stretch_count);
    void *all = pack(&reading, size);
    walk_free(&walk);
    free(reading.rows);
    free(reading.hidden);
    free(reading.stretches);
    free(reading.scopes);
    free(reading.routines);
    interned_free(reading.texts);
    interned_free(reading.files);
    interned_free(reading.origins);
    return all;
}
