/* moves.c: the tables of moves between places: by directive, and by the variables that they take
 * along. */
#include "report/table/view.h"

#include "archive/moves/relays.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The moves of one directive. */
struct site {
    uint32_t region;
    uint64_t moves, same, bytes, back, time;
};

/* A variable of a directive, in all moves. */
struct carried {
    uint32_t capture, use, how;
    uint64_t moves, bytes, same; /* same: bytes that went to the place they came from */
    uint32_t longest;            /* row of variables with the longest path */
    size_t places;               /* twice those of that path, and 1 if it leads elsewhere */
};

static int by_bytes(const void *left, const void *right)
{
    const struct site *a = left, *b = right;
    uint64_t x = number_add(a->bytes, a->back), y = number_add(b->bytes, b->back);
    if (x != y)
        return x > y ? -1 : 1;
    if (a->moves != b->moves)
        return a->moves > b->moves ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Adds up the moves by directive; returns how many of these there are. */
static size_t add_up(const struct archive *archive, struct site *sites)
{
    const struct archive_moves *all = &archive->moves;
    size_t count = 0;
    for (size_t i = 0; i < all->rows; i++) {
        struct site *site = &sites[archive->nodes.region[all->node[i]]];
        if (archive_move_is_access(archive, i))
            continue; /* see arrays.c */
        site->moves++;
        site->same += all->source[i] == all->target[i];
        site->bytes = number_add(site->bytes, all->bytes[i]);
        site->back = number_add(site->back, all->bytes_back[i]);
        site->time = number_add(site->time, all->end[i] - all->start[i]);
    }
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        sites[i].region = i;
        if (sites[i].moves)
            sites[count++] = sites[i];
    }
    if (count)
        qsort(sites, count, sizeof *sites, by_bytes);
    return count;
}

static void add_place_of(const struct report_view *view, struct report_sheet *sheet,
                         uint32_t region)
{
    const struct archive_regions *regions = &view->archive->regions;
    report_sheet_text(sheet, "routine",
                      regions->routine[region] ? report_view_name(view, regions->routine[region])
                                               : "");
    report_sheet_line(sheet, "line", regions->line[region]);
    report_sheet_text(sheet, "file", report_view_file(view, region));
}

struct report_sheet *report_moves(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    struct report_sheet *sheet = report_sheet_new("moves", "Moves between places");
    const struct report_sheet_column columns[] = {
        {"name", "directive", SHEET_TEXT, 0, 8, false},
        {"moves", "moves", SHEET_COUNT, 0, 0, false},
        {"same_place", "to the same place", SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"bytes_back", "bytes back", SHEET_COUNT, 1, 0, false},
        {"time_ns", "time s", SHEET_TIME, 2, 0, false},
        {"routine", "routine", SHEET_TEXT, 2, 8, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 1, 8, false},
    };
    struct site *sites = memory_zeroed(archive->regions.rows + 1, sizeof *sites);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t count = add_up(archive, sites), shown = report_view_shown(view, sheet, count);
    uint64_t same = 0;
    for (size_t i = 0; i < count; i++)
        same += sites[i].same;
    for (size_t i = 0; i < shown; i++) {
        report_sheet_text(sheet, "name", report_view_name(view, sites[i].region));
        report_sheet_count(sheet, "moves", sites[i].moves);
        report_sheet_count(sheet, "same_place", sites[i].same);
        report_sheet_count(sheet, "bytes", sites[i].bytes);
        report_sheet_count(sheet, "bytes_back", sites[i].back);
        report_sheet_time(sheet, "time_ns", sites[i].time, false);
        add_place_of(view, sheet, sites[i].region);
    }
    if (same)
        report_sheet_note(sheet, "to the same place: nothing is gained by the move; its variables "
                                 "are copied all the same.");
    free(sites);
    return sheet;
}

static int by_carried(const void *left, const void *right)
{
    const struct carried *a = left, *b = right;
    if (a->bytes != b->bytes)
        return a->bytes > b->bytes ? -1 : 1;
    return a->capture < b->capture ? -1 : a->capture > b->capture;
}

/* Adds up the variables by directive and name. */
static size_t add_up_variables(const struct archive *archive, struct carried *carried)
{
    const struct archive_variables *all = &archive->variables;
    uint32_t *before = archive_relays_find(archive), places[RELAY_PLACES];
    size_t count = 0;
    for (uint32_t i = 0; i < all->rows; i++) {
        struct carried *to = &carried[all->capture[i]];
        uint32_t move = all->move[i];
        if (archive_move_is_access(archive, move))
            continue; /* see arrays.c */
        bool same = archive->moves.source[move] == archive->moves.target[move];
        size_t length = archive_relay_path(archive, before, i, places);
        to->moves++;
        to->bytes = number_add(to->bytes, all->bytes[i]);
        to->same = number_add(to->same, same ? all->bytes[i] : 0);
        to->how = all->how[i];
        to->use = all->use[i];
        length = 2 * length + !same; /* of equal paths, one that leads elsewhere */
        if (length > to->places) {
            to->places = length;
            to->longest = i;
        }
    }
    for (uint32_t i = 0; i < archive->captures.rows; i++) {
        carried[i].capture = i;
        if (carried[i].moves)
            carried[count++] = carried[i];
    }
    if (count)
        qsort(carried, count, sizeof *carried, by_carried);
    free(before);
    return count;
}

/* Returns what is remarkable about a variable; "": nothing. */
static const char *remark(const struct carried *carried)
{
    if (carried->use == ARCHIVE_UNUSED)
        return "never used there";
    if (carried->use == ARCHIVE_RELAYED)
        return "only carried on";
    if (carried->use == ARCHIVE_ONE_ELEMENT)
        return "one element is used";
    if (carried->same && carried->same == carried->bytes)
        return "sent to the place it came from";
    return "";
}

/* Writes the places that a variable was relayed through: "0 -> 1 -> 2". */
static char *path_of(const struct archive *archive, const uint32_t *before, uint32_t variable)
{
    uint32_t places[RELAY_PLACES];
    size_t count = archive_relay_path(archive, before, variable, places);
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        char name[ARCHIVE_NAME] = "?";
        if (places[i] != ARCHIVE_NONE)
            archive_place_name(archive, places[i], name);
        buffer_printf(&text, "%s%s", i ? " -> " : "", name);
    }
    return buffer_take(&text);
}

struct report_sheet *report_moved(const struct report_view *view)
{
    const struct archive *archive = view->archive;
    struct report_sheet *sheet = report_sheet_new("moved", "Variables that moves took along");
    const struct report_sheet_column columns[] = {
        {"variable", "variable", SHEET_TEXT, 0, 8, false},
        {"type", "type", SHEET_TEXT, 2, 8, false},
        {"moves", "moves", SHEET_COUNT, 0, 0, false},
        {"bytes", "bytes", SHEET_COUNT, 0, 0, false},
        {"how", "how", SHEET_WORD, 1, 0, false},
        {"remark", "remark", SHEET_TEXT, 0, 12, false},
        {"path", "longest path", SHEET_WORD, 1, 0, false},
        {"routine", NULL, SHEET_TEXT, 0, 0, false},
        {"line", "line", SHEET_ID, 0, 0, false},
        {"file", "file", SHEET_TEXT, 1, 8, false},
    };
    static const char *const hows[] = {"", "copied", "copied back", "shared"};
    struct carried *carried = memory_zeroed(archive->captures.rows + 1, sizeof *carried);
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    size_t count = add_up_variables(archive, carried);
    size_t shown = report_view_shown(view, sheet, count);
    uint32_t *before = archive_relays_find(archive);
    for (size_t i = 0; i < shown; i++) {
        uint32_t capture = carried[i].capture;
        char *path = path_of(archive, before, carried[i].longest);
        report_sheet_text(sheet, "variable",
                          report_view_text(view, archive->captures.name[capture]));
        report_sheet_text(sheet, "type", report_view_text(view, archive->captures.type[capture]));
        report_sheet_count(sheet, "moves", carried[i].moves);
        report_sheet_count(sheet, "bytes", carried[i].bytes);
        report_sheet_text(sheet, "how",
                          hows[carried[i].how <= ARCHIVE_SHARED ? carried[i].how : 0]);
        report_sheet_text(sheet, "remark", remark(&carried[i]));
        report_sheet_text(sheet, "path", path);
        add_place_of(view, sheet, archive->captures.region[capture]);
        free(path);
    }
    free(before);
    free(carried);
    return sheet;
}
