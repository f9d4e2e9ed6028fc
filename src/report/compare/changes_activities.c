/* changes_activities.c: the table of what activities of places did otherwise. */
#include "report/compare/changes.h"

#include "cube/region_words.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

static const char *word_of(enum analysis_activity_fate fate)
{
    static const char *const words[] = {"new", "gone", "moves", "participants", "late"};
    return words[fate];
}

static bool is_of_finish(const struct analysis_activity_change *change)
{
    return change->fate == ACTIVITY_PARTICIPANTS || change->fate == ACTIVITY_LAST;
}

static void add_path(struct buffer *to, const struct archive *archive, uint32_t activity)
{
    if (activity == ARCHIVE_NONE)
        return;
    size_t size = archive_activity_path(archive, activity, NULL, 0);
    char *path = memory_zeroed(size + 1, 1);
    archive_activity_path(archive, activity, path, size + 1);
    buffer_add(to, path);
    free(path);
}

static void add_moves(struct buffer *to, const struct archive *archive,
                      const struct analysis_activity_moves *moves)
{
    words_count(to, moves->count, true);
    buffer_add(to, moves->count == 1 ? " move, " : " moves, ");
    words_bytes(to, moves->bytes);
    if (moves->count == 1 && moves->target != ARCHIVE_NONE)
        buffer_printf(to, ", %u -> %u", archive->places.number[moves->source],
                      archive->places.number[moves->target]);
}

/* Adds what the example is on a side. */
static void add_side(struct report_sheet *sheet, const struct analysis_activity_change *change,
                     int side)
{
    const struct archive *archive = change->archive[side];
    uint32_t row = change->example[side];
    struct buffer text = {0};
    if (row == ARCHIVE_NONE) {
        buffer_add(&text, "");
    } else if (change->fate == ACTIVITY_PARTICIPANTS) {
        words_count(&text, archive->finishes.participant_count[row], true);
        buffer_add(&text, " activities");
    } else if (change->fate == ACTIVITY_LAST) {
        add_path(&text, archive, archive->finishes.last[row]);
        buffer_add(&text, ", ");
        words_time(&text, archive->finishes.late[row]);
        buffer_add(&text, " late");
    } else {
        add_moves(&text, archive, &change->moves[side]);
    }
    report_sheet_text(sheet, side ? "after" : "before", text.text ? text.text : "");
    buffer_free(&text);
}

static void add_row(struct report_sheet *sheet, const struct analysis_activity_change *change)
{
    int side = change->region[CHANGES_AFTER] ? CHANGES_AFTER : CHANGES_BEFORE;
    const struct archive *archive = change->archive[side];
    uint32_t region = change->region[side], row = change->example[side];
    const char *file = archive_text(archive, archive->regions.file[region]),
               *slash = strrchr(file, '/');
    struct buffer directive = {0}, source = {0}, path = {0};
    buffer_printf(&directive, "%s of %s", cube_region_name(archive, region),
                  cube_region_routine(archive, region));
    buffer_printf(&source, "%s:%u", slash ? slash + 1 : file, archive->regions.line[region]);
    add_path(&path, archive, is_of_finish(change) ? archive->finishes.activity[row] : row);
    report_sheet_text(sheet, "change", word_of(change->fate));
    report_sheet_text(sheet, "directive", directive.text);
    report_sheet_text(sheet, "source", source.text);
    report_sheet_count(sheet, "activities", change->count);
    report_sheet_text(sheet, "path", path.text ? path.text : "");
    add_side(sheet, change, CHANGES_BEFORE);
    add_side(sheet, change, CHANGES_AFTER);
    buffer_free(&directive);
    buffer_free(&source);
    buffer_free(&path);
}

struct report_sheet *
report_changes_activities_sheet(const struct analysis_activity_changes *changes,
                                const struct report_options *options)
{
    static const struct report_sheet_column columns[] = {
        {"change", "change", SHEET_WORD, 0, 0, false},
        {"directive", "directive", SHEET_TEXT, 0, 12, false},
        {"source", "source", SHEET_TEXT, 2, 8, false},
        {"activities", "activities", SHEET_COUNT, 0, 0, false},
        {"path", "the first one", SHEET_TEXT, 1, 12, false},
        {"before", "before", SHEET_TEXT, 0, 12, false},
        {"after", "after", SHEET_TEXT, 0, 12, false},
    };
    struct report_sheet *sheet = report_sheet_new("activities", "What activities did otherwise");
    report_sheet_add_columns(sheet, columns, sizeof columns / sizeof columns[0]);
    for (size_t i = 0; i < changes->count; i++) {
        if (options->top && i >= options->top)
            sheet->more++;
        else
            add_row(sheet, &changes->list[i]);
    }
    report_sheet_meaning(sheet, "activities", "of the directive; or visits of a finish");
    report_sheet_meaning(sheet, "the first one",
                         "activityPath, by which activities are matched; of a finish, that of the "
                         "activity that waited");
    return sheet;
}

void report_changes_activities_say(const struct analysis_activity_changes *changes,
                                   report_changes_say *say, void *with)
{
    struct buffer line = {0};
    if (changes->is_logged) {
        buffer_add(&line, "Activities are matched by their paths: ");
        words_count(&line, changes->both, true);
        buffer_add(&line, " are in both runs, of ");
        words_count(&line, changes->activities[CHANGES_BEFORE], true);
        buffer_add(&line, " before and ");
        words_count(&line, changes->activities[CHANGES_AFTER], true);
        buffer_add(&line,
                   changes->count ? " after." : " after; they moved and waited in the same way.");
    } else {
        buffer_add(&line, "What activities did is not compared: `triptych run --events` logs it.");
    }
    say(with, !changes->is_logged, line.text);
    buffer_free(&line);
}
