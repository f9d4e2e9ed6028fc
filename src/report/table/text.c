/* text.c: see text.h
 *
 * A table that is too wide is made narrower step by step, until it fits: by shortening very long
 * texts, dropping the columns that are needed least, putting one blank instead of two between
 * columns, leaving out the commas in numbers, shortening texts further, and dropping further
 * columns, the least important first. In the end only the first column is left. Numbers and words
 * are never shortened, and different names of a column never look the same. Dropped columns are
 * named below the table. */
#include "report/table/text.h"

#include "report/table/library.h"
#include "util/memory.h"
#include "util/short_names.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

enum {
    BAR = 10,
    COMFORTABLE = 16, /* width that is enough for most texts */
    SHORTEST = 8,     /* width below which a text says little */
    LUXURY = 4, /* columns with a `drop` of this or more go before texts are shortened further */
};

enum { COLUMNS = sizeof((struct report_sheet *)0)->columns / sizeof(struct report_sheet_column) };

/* A sheet on its way to text: which columns are shown, and how wide. */
struct layout {
    const struct report_sheet *sheet;
    const struct report_options *options;
    bool shown[COLUMNS];
    size_t width[COLUMNS];
    int decimals;
    bool grouped;
    size_t gap;
    char **texts;          /* one per cell */
    bool is_numbered;      /* shortened names that would look the same have numbers */
    char **drawn[COLUMNS]; /* by column: its texts, shortened to the width; NULL: not shortened */
};

static const char *const styles[] = {
    [TEXT_PLAIN] = "",        [TEXT_TITLE] = "\033[1;36m", [TEXT_HEADING] = "\033[4m",
    [TEXT_FAINT] = "\033[2m", [TEXT_STRONG] = "\033[1m",   [TEXT_WARN] = "\033[1;33m",
};

static void begin_style(struct buffer *to, const struct report_options *options,
                        enum report_text_style style)
{
    if (options->color)
        buffer_add(to, styles[style]);
}

static void end_style(struct buffer *to, const struct report_options *options,
                      enum report_text_style style)
{
    if (options->color && style != TEXT_PLAIN)
        buffer_add(to, "\033[0m");
}

void report_text_styled(struct buffer *to, const struct report_options *options,
                        enum report_text_style style, const char *text)
{
    char *words = report_library_words(options->library, text);
    begin_style(to, options, style);
    buffer_add(to, words);
    end_style(to, options, style);
    free(words);
}

void report_text_wrapped(struct buffer *to, const struct report_options *options,
                         enum report_text_style style, const char *text, const char *indent)
{
    char *words = report_library_words(options->library, text);
    text = words;
    begin_style(to, options, style);
    size_t column = 0;
    while (*text) {
        size_t blanks = strspn(text, " "), size = strcspn(text + blanks, " ");
        char *word = memory_string(text + blanks);
        word[size] = '\0';
        size_t width = words_width(word);
        if (column && column + blanks + width > options->width) {
            buffer_add(to, "\n");
            buffer_add(to, indent);
            column = words_width(indent);
        } else {
            buffer_add_bytes(to, text, blanks);
            column += blanks;
        }
        buffer_add(to, word);
        column += width;
        free(word);
        text += blanks + size;
    }
    end_style(to, options, style);
    buffer_add(to, "\n");
    free(words);
}

void report_text_clean(struct buffer *to, const struct report_options *options,
                       enum report_text_style style, struct buffer *line, const char *indent)
{
    char *clean = words_clean(line->text);
    report_text_wrapped(to, options, style, clean, indent);
    free(clean);
    buffer_free(line);
}

static bool is_text(const struct report_sheet_column *column)
{
    return column->kind == SHEET_TEXT || column->kind == SHEET_WORD;
}

static const struct report_sheet_cell *cell_at(const struct report_sheet *sheet, size_t row,
                                               size_t column)
{
    return &sheet->cells[row * sheet->column_count + column];
}

/* True if the column is shown where there is room: it has a heading, and something in it or a
 * number that is never dropped. */
static bool has_content(const struct report_sheet *sheet, size_t column)
{
    if (!sheet->columns[column].heading || sheet->hidden[column])
        return false;
    const struct report_sheet_column *spec = &sheet->columns[column];
    if (!is_text(spec) && !spec->drop)
        return true;
    for (size_t row = 0; row < report_sheet_rows(sheet); row++) {
        const struct report_sheet_cell *cell = cell_at(sheet, row, column);
        if (cell->known ? !is_text(spec) || cell->text[0] : is_text(spec) && !cell->blank)
            return true;
    }
    return false;
}

/* Returns the decimals of all times in the table: enough to tell small times apart without making
 * large ones too wide. */
static int decimals_for(const struct report_sheet *sheet)
{
    uint64_t largest = 0;
    for (size_t i = 0; i < sheet->cell_count; i++) {
        bool time = sheet->columns[i % sheet->column_count].kind == SHEET_TIME;
        if (time && sheet->cells[i].number > largest)
            largest = sheet->cells[i].number;
    }
    return largest >= UINT64_C(1000000000000) ? 3 : largest >= 1000000 ? 6 : 9;
}

static void draw_bar(struct buffer *to, double percent, bool utf8)
{
    static const char *const parts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    double share = percent > 100 ? 1
                   : percent > 0 ? percent / 100
                                 : 0; /* none or all, if it is out of range or not a number */
    int eighths = (int)(share * BAR * 8 + 0.5);
    for (int i = 0; i < eighths / 8; i++)
        buffer_add(to, utf8 ? "█" : "#");
    if (utf8)
        buffer_add(to, parts[eighths % 8]);
    else if (eighths % 8 >= 4)
        buffer_add(to, "#");
}

/* Returns what stands in front of a number that is a bound or an estimate. */
static const char *mark_of(const struct report_sheet_cell *cell, bool utf8)
{
    if (cell->estimated)
        return "~";
    if (cell->at_least)
        return utf8 ? "≥" : ">";
    return !cell->at_most ? "" : utf8 ? "≤" : "<";
}

static char *cell_text(const struct layout *layout, size_t row, size_t column)
{
    const struct report_sheet_column *spec = &layout->sheet->columns[column];
    const struct report_sheet_cell *cell = cell_at(layout->sheet, row, column);
    struct buffer text = {0};
    bool utf8 = layout->options->utf8;
    const char *bound = mark_of(cell, utf8);
    if (!cell->known)
        buffer_add(&text, spec->bar || cell->blank ? "" : "-");
    else if (is_text(spec))
        return words_clean(cell->text);
    else if (spec->kind == SHEET_ID && !cell->blank)
        buffer_printf(&text, "%lld", (long long)cell->number);
    else if (spec->kind == SHEET_COUNT) {
        buffer_add(&text, bound);
        words_count(&text, cell->number, layout->grouped);
    } else if (spec->bar)
        draw_bar(&text, cell->real, utf8);
    else if (spec->kind == SHEET_PERCENT)
        buffer_printf(&text, "%.1f", cell->real);
    else if (spec->kind == SHEET_MEAN) {
        buffer_add(&text, bound);
        if (cell->real >= 999.995 && cell->real < 1e18)
            words_count(&text, (uint64_t)(cell->real + 0.5), layout->grouped);
        else
            buffer_printf(&text, "%.*f", cell->real < 1e18 ? 2 : 0, cell->real);
    } else if (spec->kind == SHEET_TIME) {
        buffer_add(&text, bound);
        words_seconds(&text, cell->number, layout->decimals);
    }
    return buffer_take(&text);
}

static void free_texts(struct layout *layout)
{
    for (size_t i = 0; layout->texts && i < layout->sheet->cell_count; i++)
        free(layout->texts[i]);
    free(layout->texts);
    layout->texts = NULL;
}

static void make_texts(struct layout *layout)
{
    const struct report_sheet *sheet = layout->sheet;
    size_t rows = report_sheet_rows(sheet);
    free_texts(layout);
    layout->texts = memory_zeroed(sheet->cell_count, sizeof *layout->texts);
    for (size_t column = 0; column < sheet->column_count; column++) {
        if (!sheet->columns[column].heading)
            continue;
        size_t width = words_width(sheet->columns[column].heading);
        for (size_t row = 0; row < rows; row++) {
            char *text = cell_text(layout, row, column);
            layout->texts[row * sheet->column_count + column] = text;
            if (words_width(text) > width)
                width = words_width(text);
        }
        layout->width[column] = sheet->columns[column].bar ? BAR : width;
    }
}

static size_t total_width(const struct layout *layout)
{
    size_t total = 0;
    for (size_t i = 0; i < layout->sheet->column_count; i++) {
        if (layout->shown[i])
            total += layout->width[i] + (total ? layout->gap : 0);
    }
    return total;
}

static bool fits(const struct layout *layout)
{
    return total_width(layout) <= layout->options->width;
}

/* Narrows the widest text columns until the table fits, but none below `least`; with `asked`, none
 * below its own minimum either. */
static void take_from_texts(struct layout *layout, size_t least, bool asked)
{
    while (!fits(layout)) {
        size_t widest = COLUMNS;
        for (size_t i = 0; i < layout->sheet->column_count; i++) {
            const struct report_sheet_column *column = &layout->sheet->columns[i];
            size_t floor = asked && (size_t)column->min > least ? (size_t)column->min : least;
            if (layout->shown[i] && column->kind == SHEET_TEXT && layout->width[i] > floor &&
                layout->width[i] > words_width(column->heading) &&
                (widest == COLUMNS || layout->width[i] > layout->width[widest]))
                widest = i;
        }
        if (widest == COLUMNS)
            return;
        layout->width[widest]--;
    }
}

static void shorten_texts(struct layout *layout, size_t least)
{
    take_from_texts(layout, least, true);
}

static void shorten_below(struct layout *layout, size_t least)
{
    take_from_texts(layout, least, false);
}

/* Drops the last column but the first one, and no time unless `times` is set, as a last resort.
 * False: there is none. */
static bool drop_last(struct layout *layout, bool times)
{
    size_t first = 0;
    while (first < layout->sheet->column_count && !layout->shown[first])
        first++;
    for (size_t i = layout->sheet->column_count; i-- > first + 1;) {
        if (layout->shown[i] && (times || layout->sheet->columns[i].kind != SHEET_TIME)) {
            layout->shown[i] = false;
            return true;
        }
    }
    return false;
}

/* Drops the least important column, if its `drop` is at least `most`. False: there is none. */
static bool drop_one(struct layout *layout, int most)
{
    size_t least = COLUMNS;
    for (size_t i = 0; i < layout->sheet->column_count; i++) {
        const struct report_sheet_column *column = &layout->sheet->columns[i];
        if (layout->shown[i] && column->drop >= most &&
            (least == COLUMNS || column->drop > layout->sheet->columns[least].drop))
            least = i;
    }
    if (least == COLUMNS)
        return false;
    layout->shown[least] = false;
    return true;
}

/* Shortens texts to `least_text` columns and drops columns until the table fits. True if it does.
 */
static bool fit_by(struct layout *layout, size_t least_text, int most_dropped)
{
    do {
        make_texts(layout); /* with one column less, texts may be wider again */
        shorten_texts(layout, least_text);
    } while (!fits(layout) && drop_one(layout, most_dropped));
    return fits(layout);
}

static void fit(struct layout *layout)
{
    if (fit_by(layout, COMFORTABLE, LUXURY))
        return;
    layout->gap = 1;
    if (fit_by(layout, COMFORTABLE, LUXURY))
        return;
    layout->grouped = false;
    if (fit_by(layout, 0, LUXURY) || fit_by(layout, 0, 1))
        return;
    shorten_below(layout, SHORTEST);
    while (!fits(layout) && drop_last(layout, false))
        ;
    while (!fits(layout) && drop_last(layout, true))
        ;
}

/* Shortens the texts of columns that are wider than their width. */
static void shorten_columns(struct layout *layout)
{
    const struct report_sheet *sheet = layout->sheet;
    size_t rows = report_sheet_rows(sheet);
    for (size_t column = 0; column < sheet->column_count; column++) {
        bool wider = false;
        if (!layout->shown[column] || sheet->columns[column].kind != SHEET_TEXT)
            continue;
        char **names = memory_zeroed(rows + 1, sizeof *names);
        for (size_t row = 0; row < rows; row++) {
            names[row] = layout->texts[row * sheet->column_count + column];
            wider |= words_width(names[row]) > layout->width[column];
        }
        if (wider)
            layout->drawn[column] = short_names(names, rows, layout->width[column],
                                                layout->options->utf8, &layout->is_numbered);
        free(names);
    }
}

static void add_blanks(struct buffer *to, size_t count)
{
    while (count-- > 0)
        buffer_add(to, " ");
}

static void add_cell(struct buffer *to, const struct layout *layout, size_t column,
                     const char *text)
{
    const struct report_sheet_column *spec = &layout->sheet->columns[column];
    size_t wide = words_width(text);
    size_t blanks = layout->width[column] > wide ? layout->width[column] - wide : 0;
    bool left = is_text(spec) || spec->bar;
    if (!left)
        add_blanks(to, blanks);
    buffer_add(to, text);
    if (left)
        add_blanks(to, blanks);
}

/* Adds a row, or the headings if `row` is SIZE_MAX. */
static void add_line(struct buffer *to, const struct layout *layout, size_t row)
{
    const struct report_sheet *sheet = layout->sheet;
    struct buffer line = {0};
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (!layout->shown[i])
            continue;
        if (line.used)
            add_blanks(&line, layout->gap);
        add_cell(&line, layout, i,
                 row == SIZE_MAX    ? sheet->columns[i].heading
                 : layout->drawn[i] ? layout->drawn[i][row]
                                    : layout->texts[row * sheet->column_count + i]);
    }
    while (line.used && line.text[line.used - 1] == ' ')
        line.text[--line.used] = '\0';
    enum report_text_style style = row == SIZE_MAX ? TEXT_HEADING : TEXT_PLAIN;
    for (size_t i = 0; row != SIZE_MAX && i < sheet->column_count; i++) {
        if (sheet->columns[i].kind == SHEET_PERCENT && cell_at(sheet, row, i)->real >= 10)
            style = TEXT_STRONG;
    }
    report_text_styled(to, layout->options, style, line.text ? line.text : "");
    buffer_add(to, "\n");
    buffer_free(&line);
}

static void add_notes(struct buffer *to, const struct report_options *options,
                      const struct report_sheet *sheet)
{
    char *notes = memory_string(sheet->notes.text ? sheet->notes.text : "");
    for (char *line = strtok(notes, "\n"); line; line = strtok(NULL, "\n")) {
        char *clean = words_clean(line);
        report_text_wrapped(to, options, TEXT_FAINT, clean, "  ");
        free(clean);
    }
    free(notes);
}

/* Says how many of the threads or ranks have no column, for lack of room. */
static void add_missing(struct buffer *to, const struct layout *layout)
{
    const struct report_sheet *sheet = layout->sheet;
    size_t missing = sheet->each_count;
    struct buffer line = {0};
    for (size_t i = sheet->each_first; missing && i < sheet->column_count; i++)
        missing -= layout->shown[i];
    if (!missing)
        return;
    buffer_printf(&line, "and %zu more %s, for which there is no room", missing, sheet->each_name);
    report_text_clean(to, layout->options, TEXT_FAINT, &line, "  ");
}

static bool is_shown(const struct layout *layout, const char *heading)
{
    for (size_t i = 0; i < layout->sheet->column_count; i++) {
        if (layout->shown[i] && !strcmp(layout->sheet->columns[i].heading, heading))
            return true;
    }
    return false;
}

/* Explains the numbers of names. */
static void add_numbered(struct buffer *to, const struct layout *layout)
{
    struct buffer line = {0};
    if (!layout->is_numbered)
        return;
    buffer_add(&line, "~1, ~2, ...: different names that look the same when they are shortened; "
                      "--format json has them whole");
    report_text_clean(to, layout->options, TEXT_FAINT, &line, "  ");
}

/* Explains the columns that are shown, in one note. */
static void add_meanings(struct buffer *to, const struct layout *layout)
{
    const struct report_sheet *sheet = layout->sheet;
    struct buffer line = {0};
    for (size_t i = 0; i < sheet->meaning_count; i++) {
        const struct sheet_meaning *meaning = &sheet->meanings[i];
        if (is_shown(layout, meaning->heading))
            buffer_printf(&line, "%s%s: %s", line.used ? "; " : "", meaning->heading,
                          meaning->text);
    }
    if (line.used)
        report_text_clean(to, layout->options, TEXT_FAINT, &line, "  ");
}

/* Returns the width that is enough for all columns, with long texts shortened a little. */
static size_t whole_width(struct layout *layout)
{
    const struct report_sheet *sheet = layout->sheet;
    size_t width = 0;
    make_texts(layout);
    for (size_t i = 0; i < sheet->column_count; i++) {
        size_t least = sheet->columns[i].min > COMFORTABLE ? (size_t)sheet->columns[i].min
                                                           : (size_t)COMFORTABLE;
        bool is_long = sheet->columns[i].kind == SHEET_TEXT && layout->width[i] > least;
        if (has_content(sheet, i))
            width += (is_long ? least : layout->width[i]) + (width ? 2 : 0);
    }
    return width;
}

/* Names the columns that were dropped, and the width that shows all. */
static void add_dropped(struct buffer *to, struct layout *layout)
{
    const struct report_sheet *sheet = layout->sheet;
    struct buffer line = {0};
    for (size_t i = 0; i < sheet->column_count; i++) {
        const struct report_sheet_column *column = &sheet->columns[i];
        bool each = sheet->each_count && i >= sheet->each_first; /* add_missing counts these */
        if (!layout->shown[i] && has_content(sheet, i) && !column->bar && !each)
            buffer_printf(&line, "%s%s", line.used ? ", " : "not shown: ", column->heading);
    }
    if (!line.used)
        return;
    layout->grouped = true;
    buffer_printf(&line, "; --width %zu shows all", whole_width(layout));
    report_text_clean(to, layout->options, TEXT_FAINT, &line, "  ");
}

static void add_sheet(struct buffer *to, const struct report_options *options,
                      const struct report_sheet *sheet)
{
    struct layout layout = {.sheet = sheet,
                            .options = options,
                            .decimals = decimals_for(sheet),
                            .grouped = true,
                            .gap = 2};
    size_t rows = report_sheet_rows(sheet);
    report_text_styled(to, options, TEXT_TITLE, sheet->title);
    buffer_add(to, "\n");
    for (size_t i = 0; i < sheet->column_count; i++)
        layout.shown[i] = has_content(sheet, i);
    fit(&layout);
    shorten_columns(&layout);
    add_line(to, &layout, SIZE_MAX);
    for (size_t row = 0; row < rows; row++)
        add_line(to, &layout, row);
    if (sheet->more) {
        struct buffer more = {0};
        buffer_add(&more, "and ");
        words_count(&more, sheet->more, true);
        buffer_add(&more, " more; --top 0 shows all");
        report_text_styled(to, options, TEXT_FAINT, more.text);
        buffer_add(to, "\n");
        buffer_free(&more);
    }
    add_missing(to, &layout);
    add_dropped(to, &layout);
    add_numbered(to, &layout);
    add_meanings(to, &layout);
    add_notes(to, options, sheet);
    buffer_add(to, "\n");
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (layout.drawn[i])
            short_names_free(layout.drawn[i], rows);
    }
    free_texts(&layout);
}

void report_text_sheet(struct buffer *to, const struct report_options *options,
                       const struct report_sheet *sheet)
{
    if (!options->library) {
        add_sheet(to, options, sheet);
        return;
    }
    struct report_sheet *named = report_library_sheet(options->library, sheet);
    add_sheet(to, options, named);
    report_library_sheet_free(named);
}
