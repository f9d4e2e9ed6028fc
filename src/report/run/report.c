/* report.c: see report.h */
#include "report/run/report.h"

#include "report/analysis/advice.h"
#include "report/analysis/critical.h"
#include "report/analysis/efficiency.h"
#include "report/analysis/stalls.h"
#include "report/analysis/waits.h"
#include "report/kpx/kpx.h"
#include "report/mpi/comm_brief.h"
#include "report/mpi/delays.h"
#include "report/run/find.h"
#include "report/run/missing.h"
#include "report/run/streams.h"
#include "report/run/summary.h"
#include "report/table/json.h"
#include "report/table/library.h"
#include "report/table/node_words.h"
#include "report/table/text.h"
#include "report/table/view.h"
#include "util/memory.h"
#include "util/number.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const struct section {
    unsigned bit;
    const char *key;
    struct report_sheet *(*make)(const struct report_view *view);
} sections[] = {
    {REPORT_PLACES, "places", report_places},
    {REPORT_LANES, "lanes", report_lanes},
    {REPORT_ROUTINES, "routines", report_routines},
    {REPORT_SAMPLED, "sampled", report_sampled},
    {REPORT_SAMPLED, "sampled_paths", report_sampled_paths},
    {REPORT_LOOPS, "loops", report_loops},
    {REPORT_SYNC, "sync", report_sync},
    {REPORT_OBJECTS, "objects", report_objects},
    {REPORT_TASKS, "tasks", report_tasks},
    {REPORT_MOVES, "moves", report_moves},
    {REPORT_MOVES, "moved", report_moved},
    {REPORT_MOVES, "arrays", report_arrays},
    {REPORT_MOVES, "finishes", report_finishes},
    {REPORT_MPI, "streams", report_streams},
    {REPORT_MPI, "comm_sites", report_comm_sites},
    {REPORT_MPI, "comm_callers", report_comm_callers},
    {REPORT_MPI, "comm_files", report_comm_files},
    {REPORT_MPI, "comm", report_comm},
    {REPORT_MPI, "comm_ranks", report_comm_ranks},
    {REPORT_MPI, "comm_means", report_comm_means},
    {REPORT_MPI, "comm_matrix", report_comm_matrix},
    {REPORT_MPI, "comm_data", report_comm_data},
    {REPORT_MPI, "comm_sizes", report_comm_sizes},
    {REPORT_MPI, "comm_clocks", report_comm_clocks},
    {REPORT_MPI, "comm_kinds", report_comm_kinds},
    {REPORT_MPI, "comm_doing", report_comm_doing},
    {REPORT_MPI, "comm_causes", report_comm_causes},
    {REPORT_MPI, "comm_waits", report_comm_waits},
    {REPORT_MPI, "balance", report_balance},
    {0, "critical", report_critical}, /* as text, it is a sentence */
    {REPORT_PATH, "critical_path", report_critical_path},
    {REPORT_PATH, "critical_places", report_critical_places},
    {REPORT_IO, "io", report_io},
    {REPORT_USER, "user", report_user},
    {REPORT_FILES, "files", report_files},
    {REPORT_UNITS, "units", report_units},
    {REPORT_SOURCES, "sources", report_sources},
    {REPORT_NOTES, "untimed", report_untimed},
    {REPORT_NOTES, "excluded", report_excluded},
    {REPORT_NOTES, "hot", report_hot},
    {REPORT_NOTES, "unmeasured", report_unmeasured},
    {REPORT_NOTES, "unsized", report_unsized},
    {REPORT_NEVER, "never", report_never},
    {0, "waits", report_waits}, /* as text, they are sentences */
    {0, "comm_stalls", report_comm_stalls},
    {0, "efficiency", report_efficiency},
    {0, "advice", report_advice},
    {0, "divide", report_divide},
};

enum { SECTIONS = sizeof sections / sizeof sections[0] };

/* Says how many calls could have waited for other threads, and never did. */
static void say_in_vain(const struct report_view *view, struct buffer *to, uint64_t calls)
{
    char *text = memory_printf("synchronisation: %" PRIu64 " calls could have waited for other "
                               "threads, and never did; --sync lists them.",
                               calls);
    report_text_wrapped(to, view->options, TEXT_FAINT, text, "  ");
    buffer_add(to, "\n");
    free(text);
}

enum { MOST_ACTS = 20000000 }; /* events: the critical path reads all; more of them take seconds */

/* Returns the number of events of a sealed archive; 0 for one that is not sealed. */
static uint64_t count_acts(const struct archive *archive)
{
    const struct archive_blocks *blocks = &archive->blocks;
    return blocks->rows ? blocks->first[blocks->rows - 1] + blocks->events[blocks->rows - 1] : 0;
}

/* Adds the tables. Returns the sections that one of them belongs to. */
static unsigned write_tables_text(const struct report_view *view, struct buffer *to)
{
    unsigned shown = REPORT_PATH; /* which has sentences for what is missing */
    struct report_options fewer = *view->options;
    struct report_view shorter = *view;
    uint64_t in_vain = fewer.brief ? report_sync_calls_in_vain(view) : 0;
    if (in_vain) {
        fewer.sections &= ~(unsigned)(REPORT_SYNC | REPORT_OBJECTS);
        say_in_vain(view, to, in_vain);
    }
    if (fewer.brief && count_acts(view->archive) > MOST_ACTS)
        fewer.sections &= ~(unsigned)REPORT_PATH;
    bool streams = report_view_is_script(view);
    if (fewer.sections & REPORT_PATH && !streams)
        report_critical_missing_text(view, !fewer.brief && fewer.sections != UINT_MAX, to);
    fewer.top = fewer.top_mpi ? fewer.top_mpi : fewer.top;
    shorter.options = &fewer;
    for (int i = 0; i < SECTIONS; i++) {
        bool is_mpi = sections[i].bit == REPORT_MPI && sections[i].make != report_streams;
        if (!(fewer.sections & sections[i].bit) || (streams && is_mpi))
            continue;
        struct report_sheet *sheet =
            sections[i].make(sections[i].bit == REPORT_MPI ? &shorter : view);
        if (report_sheet_rows(sheet)) {
            report_text_sheet(to, view->options, sheet);
            shown |= sections[i].bit;
        }
        report_sheet_free(sheet);
    }
    return shown;
}

/* True if a key is in a list with commas, or there is no list. */
static bool is_listed(const char *list, const char *key)
{
    size_t size = strlen(key);
    for (const char *word = list; word && *word; word += strcspn(word, ","), word += *word == ',') {
        if (!strncmp(word, key, size) && (!word[size] || word[size] == ','))
            return true;
    }
    return !list;
}

/* Adds every table, unless some were chosen: readers of JSON choose by themselves. */
static void write_tables_json(const struct report_view *view, json_t *root)
{
    for (int i = 0; i < SECTIONS; i++) {
        if (!is_listed(view->options->tables, sections[i].key))
            continue;
        struct report_sheet *sheet = sections[i].make(view);
        json_object_set_new(root, sections[i].key, report_json_sheet(sheet));
        report_sheet_free(sheet);
    }
}

/* Returns the row of one routine, as in the table of routines. */
static struct report_sheet *sheet_one(const struct report_view *view, uint32_t routine)
{
    struct report_options options = *view->options;
    options.lanes = false;
    struct report_view single = *view;
    single.options = &options;
    single.regions.count = 1;
    single.regions.rows = &view->regions.rows[view->row_of_region[routine]];
    struct report_sheet *sheet = report_routines(&single);
    size_t others = find_others(view, routine);
    if (others)
        report_sheet_note(sheet, "%zu more routines have this name; this one took the longest.",
                          others);
    return sheet;
}

static const struct routine_section {
    const char *key;
    struct report_sheet *(*make)(const struct report_view *view, uint32_t routine);
} routine_sections[] = {{"routine", sheet_one},
                        {"kinds", report_kinds},
                        {"parts", report_parts},
                        {"callers", report_callers},
                        {"callees", report_callees}};

enum { ROUTINE_SECTIONS = sizeof routine_sections / sizeof routine_sections[0] };

static bool write_routine(const struct report_view *view, struct buffer *to, json_t *root,
                          struct error *error)
{
    uint32_t routine;
    if (!find_routine(view, view->options->routine, &routine, error))
        return false;
    for (int i = 0; i < ROUTINE_SECTIONS; i++) {
        struct report_sheet *sheet = routine_sections[i].make(view, routine);
        if (root)
            json_object_set_new(root, routine_sections[i].key, report_json_sheet(sheet));
        else if (report_sheet_rows(sheet))
            report_text_sheet(to, view->options, sheet);
        report_sheet_free(sheet);
    }
    return true;
}

static void write_tree(const struct report_view *view, struct buffer *to, json_t *root)
{
    struct report_sheet *sheet = report_tree(view);
    if (root)
        json_object_set_new(root, "tree", report_json_sheet(sheet));
    else
        report_text_sheet(to, view->options, sheet);
    report_sheet_free(sheet);
}

/* Says in one line how many regions were never visited; --never has the table. */
static void write_never(const struct report_view *view, struct buffer *to)
{
    struct report_options all = *view->options;
    all.top = 0;
    struct report_view whole = *view;
    whole.options = &all;
    struct report_sheet *sheet = report_never(&whole);
    struct buffer line = {0};
    bool part = *view->archive->run.part_of;
    if (report_sheet_rows(sheet) && part) {
        buffer_printf(&line,
                      "%-9s%zu of the measured routines, loops and I/O statements are not in this "
                      "part; --never lists them",
                      "absent", report_sheet_rows(sheet));
        report_text_wrapped(to, view->options, TEXT_PLAIN, line.text, "         ");
    } else if (report_sheet_rows(sheet)) {
        buffer_printf(
            &line,
            "%-9s%zu of the measured routines, loops and I/O statements were never visited%s; "
            "--never lists them",
            "never", report_sheet_rows(sheet),
            report_summary_has_stopped(view->archive) ? " before measuring stopped" : "");
        report_text_wrapped(to, view->options, TEXT_PLAIN, line.text, "         ");
    }
    buffer_free(&line);
    report_sheet_free(sheet);
}

/* Adds what is said in sentences, or in tables that are not in the list. Returns the sections that
 * have something to say. */
static unsigned write_sentences(const struct report_view *view, struct buffer *to)
{
    unsigned wanted = view->options->sections, shown = 0;
    size_t before = to->used;
    if (wanted & REPORT_WAITS)
        report_waits_text(view, to);
    if (wanted & (REPORT_WAITS | REPORT_MPI))
        report_stalls_text(view, to);
    shown |= to->used > before ? REPORT_WAITS | REPORT_MPI : 0;
    before = to->used;
    if (wanted & REPORT_MPI && !report_view_is_script(view)) {
        report_comm_brief_text(view, to);
        report_efficiency_text(view, to);
        report_delays_text(view, to);
        shown |= to->used > before ? REPORT_MPI : 0;
    } else if (wanted & REPORT_SYNC && !report_efficiency_of(view)->mpi) {
        report_efficiency_text(view, to);
        shown |= to->used > before ? REPORT_SYNC : 0;
    }
    return shown;
}

/* Adds the sections. If they were asked for by name, those without rows say so. */
static void write_sections(const struct report_view *view, struct buffer *to)
{
    unsigned wanted = view->options->sections;
    unsigned shown = write_sentences(view, to);
    shown |= write_tables_text(view, to);
    if (!view->options->brief && wanted != UINT_MAX)
        report_missing_text(view, wanted & ~shown, to);
    if (wanted & REPORT_NOTES && !(wanted & REPORT_NEVER))
        write_never(view, to);
}

static bool write_text(const struct report_view *view, struct buffer *to, struct error *error)
{
    report_summary_head(view, to);
    if (view->options->routine && !write_routine(view, to, NULL, error))
        return false;
    if (view->options->tree)
        write_tree(view, to, NULL);
    if (view->options->advice)
        report_advice_text(view, to);
    if (!view->options->routine && !view->options->tree && !view->options->advice)
        write_sections(view, to);
    report_summary_foot(view, to);
    return true;
}

static void write_advice(const struct report_view *view, json_t *root)
{
    struct report_sheet *efficiency = report_efficiency(view), *advice = report_advice(view);
    struct report_sheet *divide = report_divide(view);
    json_object_set_new(root, "efficiency", report_json_sheet(efficiency));
    json_object_set_new(root, "advice", report_json_sheet(advice));
    json_object_set_new(root, "divide", report_json_sheet(divide));
    report_sheet_free(efficiency);
    report_sheet_free(advice);
    report_sheet_free(divide);
}

static bool write_json(const struct report_view *view, struct buffer *to, struct error *error)
{
    json_t *root = json_object();
    json_object_set_new(root, "triptych_report", json_integer(1));
    json_object_set_new(root, "archive", report_json_text(view->archive->path));
    json_object_set_new(root, "run", report_summary_json(view));
    bool written = true;
    if (view->options->routine)
        written = write_routine(view, to, root, error);
    if (view->options->advice)
        write_advice(view, root);
    if (view->options->tree)
        write_tree(view, to, root);
    if (!view->options->routine && !view->options->tree && !view->options->advice)
        write_tables_json(view, root);
    char *text = json_dumps(root, JSON_INDENT(1));
    if (text)
        buffer_add(to, text);
    buffer_add(to, "\n");
    free(text);
    json_decref(root);
    return written;
}

/* Sets the error for a table that does not exist; `names` are the others and are freed. */
static void no_table(const char *key, struct buffer *names, struct error *error)
{
    error_set(error, "there is no table '%s'; the tables are %s", key, names->text);
    buffer_free(names);
}

static void add_key(struct buffer *to, const char *key)
{
    buffer_printf(to, "%s%s", to->used ? ", " : "", key);
}

/* Returns a table of the routine that the options name; NULL with an error if there is no such
 * routine or table. */
static struct report_sheet *routine_table(const struct report_view *view, const char *key,
                                          struct error *error)
{
    uint32_t routine;
    if (!find_routine(view, view->options->routine, &routine, error))
        return NULL;
    for (int i = 0; i < ROUTINE_SECTIONS; i++) {
        if (!strcmp(routine_sections[i].key, key))
            return routine_sections[i].make(view, routine);
    }
    struct buffer names = {0};
    for (int i = 0; i < ROUTINE_SECTIONS; i++)
        add_key(&names, routine_sections[i].key);
    no_table(key, &names, error);
    return NULL;
}

/* Returns the table with this key; NULL with an error if there is none. */
static struct report_sheet *table(const struct report_view *view, const char *key,
                                  struct error *error)
{
    for (int i = 0; i < SECTIONS; i++) {
        if (!strcmp(sections[i].key, key))
            return sections[i].make(view);
    }
    struct buffer names = {0};
    for (int i = 0; i < SECTIONS; i++)
        add_key(&names, sections[i].key);
    no_table(key, &names, error);
    return NULL;
}

static bool write_csv(const struct report_view *view, struct buffer *to, struct error *error)
{
    const char *key = view->options->table;
    struct report_sheet *sheet =
        view->options->tree      ? report_tree(view)
        : view->options->routine ? routine_table(view, key ? key : "parts", error)
        : view->options->advice  ? table(view, key ? key : "advice", error)
                                 : table(view, key ? key : "routines", error);
    if (!sheet)
        return false;
    report_csv_sheet(to, sheet);
    report_sheet_free(sheet);
    return true;
}

bool report_write(FILE *out, const struct archive *archive, const struct report_options *options,
                  struct error *error)
{
    struct report_view view;
    struct buffer text = {0};
    char *library = report_library_of(archive);
    struct report_options own = *options;
    own.library = library;
    report_view_init(&view, archive, &own);
    bool written = true;
    if (options->style == REPORT_KPX)
        report_kpx_write(&view, &text);
    else
        written = options->format == REPORT_JSON  ? write_json(&view, &text, error)
                  : options->format == REPORT_CSV ? write_csv(&view, &text, error)
                                                  : write_text(&view, &text, error);
    report_view_free(&view);
    free(library);
    if (written && text.used && fwrite(text.text, 1, text.used, out) != text.used)
        written = error_errno(error, "the report cannot be written");
    buffer_free(&text);
    return written;
}
