/* show.c: `triptych show`: the displays of What × When × Where, in the terminal and as SVG. */
#include "report/show/show.h"
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/options.h"
#include "cmd/show_options.h"
#include "cube/matrix.h"
#include "util/memory.h"
#include "util/number.h"

#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    MOST_PANELS = SHOW_SUBJECTS * SHOW_DISPLAYS + 2,
    AROUND_TIMELINE = 130, /* pixels */
    TEXT_WAITS = 6,        /* messages listed below a timeline */
    TEXT_WIDTH = 80,
    TEXT_LANES = 40, /* if the height of the terminal is not known */
};

static volatile sig_atomic_t interrupted;

static void interrupt(int signal)
{
    (void)signal;
    interrupted = 1;
}

static enum report_show_colours colours_of(const struct show_request *request, bool terminal)
{
    const char *term = getenv("TERM"), *more = getenv("COLORTERM"), *none = getenv("NO_COLOR");
    const char *when = request->color ? request->color : "auto";
    bool dumb = !term || !*term || !strcmp(term, "dumb");
    if (!strcmp(when, "never") ||
        (strcmp(when, "always") != 0 && (!terminal || dumb || (none && *none))))
        return SHOW_MONO;
    if ((more && (!strcmp(more, "truecolor") || !strcmp(more, "24bit"))) ||
        (term && strstr(term, "direct")))
        return SHOW_TRUE;
    return term && strstr(term, "256color") ? SHOW_256 : SHOW_16;
}

/* True if the terminal has a light background; some terminals set COLORFGBG: "0;15" is black on
 * white. */
static bool has_light_background(void)
{
    const char *colours = getenv("COLORFGBG");
    const char *back = colours ? strrchr(colours, ';') : NULL;
    return back && (!strcmp(back, ";15") || !strcmp(back, ";7"));
}

/* Returns the look of the output: terminal, colours, size. */
static struct report_show_look look_around(const struct show_request *request, size_t panels)
{
    struct report_show_look look = {.width = request->width, .theme = request->theme};
    struct winsize size;
    const char *columns = getenv("COLUMNS"), *term = getenv("TERM");
    bool terminal = isatty(STDOUT_FILENO);
    if (request->svg)
        return look;
    setlocale(LC_CTYPE, "");
    look.utf8 = !strcmp(nl_langinfo(CODESET), "UTF-8") && !(term && !strcmp(term, "dumb"));
    look.colours = colours_of(request, terminal);
    if (!request->theme_given && has_light_background())
        look.theme = SHOW_LIGHT;
    bool sized = terminal && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col;
    if (!look.width && sized)
        look.width = size.ws_col;
    if (!look.width && columns)
        look.width = strtoul(columns, NULL, 10);
    if (!look.width || look.width > 4000)
        look.width = TEXT_WIDTH;
    if (sized && size.ws_row > 1 && panels <= 2)
        look.height = (size_t)size.ws_row - 1; /* leaves a line for the prompt */
    return look;
}

static bool is_running(const struct archive *archive)
{
    if (!archive->places.rows)
        return archive->run.known && archive->run.running;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.state[i] == ARCHIVE_RUNNING && archive->places.alive[i])
            return true;
    }
    return false;
}

/* Sets the range of an excerpt, which covers a part of the run: by default no more is shown. */
static void take_part(const struct archive *archive, struct cube_cycles_range *range)
{
    uint64_t zero = archive_zero(archive);
    if (!archive->run.has_part_time || archive->run.part_to <= archive->run.part_from)
        return;
    range->from = archive->run.part_from > 0 ? zero + (uint64_t)archive->run.part_from : 0;
    if (archive->run.part_to > 0)
        range->to = number_add(zero, (uint64_t)archive->run.part_to);
}

/* Translates times since the start of the run to times of its clock. */
static bool find_range(const struct archive *archive, const struct show_request *request,
                       struct cube_cycles_range *range, struct error *error)
{
    bool at_least;
    take_part(archive, range);
    uint64_t start = archive_start(archive);
    double length = (double)(archive_end(archive, &at_least) - start);
    const struct show_moment *moments[2] = {&request->from, &request->to};
    uint64_t *to[2] = {&range->from, &range->to};
    for (int i = 0; i < 2; i++) {
        if (moments[i]->given)
            *to[i] = start + (uint64_t)(moments[i]->percent ? length * moments[i]->value / 100
                                                            : moments[i]->value * 1e9 + 0.5);
    }
    return range->from < range->to ||
           error_set(error, "--from is not before --to: there is no time between them");
}

/* Sets how many rows and columns fit. */
static void set_limits(struct cube_projection_request *ask, const struct show_request *request,
                       const struct report_show_look *look, enum report_show_display display,
                       size_t panels)
{
    bool pictures = request->format == SHOW_TEXT;
    ask->most_whats = request->top >= 0 ? (size_t)request->top : pictures ? SHOW_WHATS : 0;
    if (!pictures)
        return;
    if (!ask->most_whats || ask->most_whats > SHOW_MOST_WHATS)
        ask->most_whats = SHOW_MOST_WHATS;
    size_t around = display == SHOW_WHAT_WHEN                  ? 30
                    : panels > 1 || display == SHOW_WHEN_WHERE ? 24
                                                               : 12;
    ask->most_cycles = request->svg ? SHOW_SVG_COLUMNS : look->width - around;
    size_t lines = look->height ? look->height / panels : TEXT_LANES + 6;
    if (display == SHOW_MATRIX)
        ask->most_lanes = request->svg || look->width >= SHOW_RANKS + 24 ? SHOW_RANKS : 32;
    else if (request->svg)
        ask->most_lanes = SHOW_SVG_LANES;
    else if (display == SHOW_WHAT_WHERE)
        ask->most_lanes = look->width / 2;
    else
        ask->most_lanes = lines > 10 ? lines - (display == SHOW_WHEN_WHERE ? 4 : 6) : 4;
}

struct drawing {
    struct report_show_panel panels[MOST_PANELS];
    struct cube_projection *projections[MOST_PANELS];
    struct cube_timeline *timelines[MOST_PANELS];
    struct error errors[MOST_PANELS];
    size_t count, good;
};

static void add_panel(struct drawing *drawing, int subject, enum report_show_display display,
                      bool chosen)
{
    drawing->panels[drawing->count++] = (struct report_show_panel){
        .display = display, .subject = (enum cube_projection_subject)subject, .chosen = chosen};
}

/* Plans the matrices: bytes and messages of point-to-point communication, unless one was chosen,
 * and bytes of collective operations. */
static void plan_matrix(struct drawing *drawing, const struct show_request *request)
{
    static const enum cube_projection_measure measures[] = {PROJECTION_BYTES, PROJECTION_MESSAGES};
    for (size_t i = 0; i < 2; i++) {
        if (request->projection.measure == measures[1 - i])
            continue;
        add_panel(drawing, PROJECTION_COMMUNICATION, SHOW_MATRIX, false);
        drawing->panels[drawing->count - 1].measure = measures[i];
    }
    if (request->projection.measure == PROJECTION_MESSAGES)
        return;
    add_panel(drawing, PROJECTION_COMMUNICATION, SHOW_MATRIX, false);
    drawing->panels[drawing->count - 1].measure = PROJECTION_BYTES;
    drawing->panels[drawing->count - 1].collective = true;
}

/* Plans the displays. The overview shows when each lane did the program's own work, and how all
 * lanes spent their time. */
static void plan(struct drawing *drawing, const struct show_request *request)
{
    bool chosen = request->projection.what_count > 0;
    if (request->displays & 1u << SHOW_TIMELINE) {
        add_panel(drawing, PROJECTION_UTILISATION, SHOW_TIMELINE, false);
        return;
    }
    if (request->displays & 1u << SHOW_MATRIX) {
        plan_matrix(drawing, request);
        return;
    }
    if (request->overview) {
        add_panel(drawing, PROJECTION_EXECUTION, SHOW_WHEN_WHERE, chosen);
        add_panel(drawing, PROJECTION_UTILISATION, SHOW_OVERALL_WHAT_WHEN, chosen);
        return;
    }
    for (int subject = 0; subject < SHOW_SUBJECTS; subject++) {
        if (!(request->subjects & 1u << subject))
            continue;
        if (!request->displays) {
            add_panel(drawing, subject, SHOW_WHEN_WHERE, chosen);
            add_panel(drawing, subject, SHOW_OVERALL_WHAT_WHEN, chosen);
        }
        for (int display = 0; display < SHOW_DISPLAYS; display++) {
            if (request->displays & 1u << display)
                add_panel(drawing, subject, (enum report_show_display)display, chosen);
        }
    }
}

static struct cube_projection *make_projection(const struct archive *archive,
                                               const struct report_show_panel *panel,
                                               const struct cube_projection_request *ask,
                                               struct progress *progress, struct error *error)
{
    struct cube_projection_request wanted = *ask;
    if (panel->display != SHOW_MATRIX)
        return cube_projection_new(archive, &wanted, progress, error);
    wanted.measure = panel->measure;
    wanted.collective = panel->collective;
    return cube_matrix_new(archive, &wanted, error);
}

static bool wants_messages(const struct show_request *request)
{
    unsigned displays = 1u << SHOW_MATRIX | 1u << SHOW_TIMELINE;
    return request->subjects & 1u << PROJECTION_COMMUNICATION || request->displays & displays;
}

static struct cube_timeline *make_timeline(const struct archive *archive,
                                           const struct show_request *request,
                                           const struct cube_projection_request *ask,
                                           const struct report_show_look *look,
                                           struct progress *progress, struct error *error)
{
    struct cube_timeline_request wanted = {.range = ask->range, .span = ask->span};
    if (request->svg) {
        size_t width = look->width ? look->width : SHOW_SVG_WIDTH;
        wanted.columns =
            width > (size_t)2 * AROUND_TIMELINE ? width - AROUND_TIMELINE : AROUND_TIMELINE;
        wanted.most_lanes = SHOW_LANES;
        size_t lanes = archive->lanes.rows < SHOW_LANES ? archive->lanes.rows : SHOW_LANES;
        if (lanes && wanted.columns > SHOW_BARS / lanes)
            wanted.columns = SHOW_BARS / lanes;
        wanted.most_messages = SHOW_MESSAGES;
        wanted.most_operations = lanes ? SHOW_PARTS / lanes : 1;
    } else if (request->format == SHOW_TEXT) {
        wanted.columns = look->width * 4;
        wanted.most_lanes = look->height > 20 ? look->height - 10 : TEXT_LANES;
        wanted.most_messages = TEXT_WAITS;
    } else {
        wanted.columns = request->width; /* 0: bars are not put together */
    }
    return cube_timeline_new(archive, &wanted, progress, error);
}

static bool project(struct drawing *drawing, struct archive *archive,
                    const struct show_request *request, const struct report_show_look *look,
                    struct error *error)
{
    struct cube_projection_request ask = request->projection;
    struct progress progress;
    if (!find_range(archive, request, &ask.range, error) ||
        (wants_messages(request) && !archive_find_messages(archive, error)))
        return false;
    progress_start(&progress, "reading what happened when");
    for (size_t i = 0; i < drawing->count; i++) {
        struct report_show_panel *panel = &drawing->panels[i];
        ask.subject = panel->subject;
        ask.axes = report_show_axes(panel->display);
        set_limits(&ask, request, look, panel->display, drawing->count);
        if (panel->display == SHOW_TIMELINE)
            drawing->timelines[i] =
                make_timeline(archive, request, &ask, look, &progress, &drawing->errors[i]);
        else
            drawing->projections[i] =
                make_projection(archive, panel, &ask, &progress, &drawing->errors[i]);
        panel->projection = drawing->projections[i];
        panel->timeline = drawing->timelines[i];
        panel->trouble = drawing->errors[i].text;
        drawing->good += panel->projection || panel->timeline;
    }
    progress_end(&progress);
    /* The matrix of collective operations is not shown if there were none, since it was not
     * requested by name. */
    if (drawing->good && drawing->panels[drawing->count - 1].collective &&
        !drawing->projections[drawing->count - 1])
        drawing->count--;
    if (!drawing->good)
        *error = drawing->errors[0];
    return drawing->good;
}

static bool write_file(const char *name, const struct buffer *text, struct error *error)
{
    FILE *out = strcmp(name, "-") != 0 ? fopen(name, "w") : stdout;
    if (!out)
        return error_errno(error, "%s cannot be written", name);
    bool written = fwrite(text->text, 1, text->used, out) == text->used && !fflush(out);
    if (!written)
        error_errno(error, "%s cannot be written", name);
    if (out != stdout && fclose(out) && written)
        return error_errno(error, "%s cannot be written", name);
    return written;
}

/* Returns the file name of a panel in a folder; to be freed. */
static char *name_of(const char *folder, const struct report_show_panel *panel)
{
    const char *display = report_show_display_word(panel->display);
    if (panel->display == SHOW_TIMELINE)
        return memory_printf("%s%s.svg", folder, display);
    if (panel->display == SHOW_MATRIX)
        return memory_printf("%s%s-%s.svg", folder, display,
                             panel->collective                    ? "collective"
                             : panel->measure == PROJECTION_BYTES ? "bytes"
                                                                  : "messages");
    return memory_printf("%s%s-%s.svg", folder, report_show_subject_word(panel->subject), display);
}

/* Writes one picture with all panels, or a folder with one for each. */
static bool write_svg(const struct drawing *drawing, const struct report_show_origin *origin,
                      const struct show_request *request, const struct report_show_look *look,
                      struct error *error)
{
    size_t size = strlen(request->svg);
    bool folder = request->svg[size - 1] == '/', good = true;
    if (folder && mkdir(request->svg, 0777) && errno != EEXIST)
        return error_errno(error, "the folder %s cannot be made", request->svg);
    for (size_t i = 0; good && i < (folder ? drawing->count : 1); i++) {
        const struct report_show_panel *panel = &drawing->panels[i];
        struct buffer picture = {0};
        if (folder && !panel->projection && !panel->timeline) {
            fprintf(stderr, "triptych show: no %s of %s: %s\n",
                    report_show_display_word(panel->display),
                    report_show_subject_word(panel->subject), panel->trouble);
            continue;
        }
        char *name = folder ? name_of(request->svg, panel) : memory_string(request->svg);
        report_show_svg(&picture, origin, panel, folder ? 1 : drawing->count, look);
        good = write_file(name, &picture, error);
        if (good && strcmp(name, "-") != 0)
            fprintf(stderr, "triptych show: wrote %s\n", name);
        buffer_free(&picture);
        free(name);
    }
    return good;
}

static bool write_drawing(const struct drawing *drawing, const struct archive *archive,
                          const struct show_request *request, const struct report_show_look *look,
                          struct error *error)
{
    char *path = memory_string(archive->path);
    for (size_t size = strlen(path); size > 1 && path[size - 1] == '/';)
        path[--size] = '\0';
    const char *slash = strrchr(path, '/');
    struct report_show_origin origin = {slash ? slash + 1 : path, archive->run.command,
                                        is_running(archive)};
    struct buffer text = {0};
    bool good = true;
    if (request->svg) {
        good = write_svg(drawing, &origin, request, look, error);
    } else {
        if (request->format == SHOW_JSON)
            report_show_json(&text, &origin, drawing->panels, drawing->count);
        else if (request->format == SHOW_CSV)
            report_show_csv(&text, drawing->panels, drawing->count);
        else
            report_show_text(&text, &origin, drawing->panels, drawing->count, look);
        if (request->follow && isatty(STDOUT_FILENO))
            fputs("\033[H\033[J", stdout);
        good = write_file("-", &text, error);
    }
    buffer_free(&text);
    free(path);
    return good;
}

static void drop(struct drawing *drawing, size_t panel)
{
    cube_projection_free(drawing->projections[panel]);
    cube_timeline_free(drawing->timelines[panel]);
}

/* Draws the displays. Sets *running if the run is still running; it may have nothing to show yet.
 */
static bool draw(const char *name, const struct show_request *request, bool *running,
                 struct error *error)
{
    struct drawing *drawing = memory_zeroed(1, sizeof *drawing);
    struct archive *archive = archive_open(name, error);
    bool good = false;
    if (archive) {
        plan(drawing, request);
        struct report_show_look look = look_around(request, drawing->count);
        *running = is_running(archive);
        if (!*running)
            damage_say("show", archive);
        good = project(drawing, archive, request, &look, error) &&
               write_drawing(drawing, archive, request, &look, error);
        for (size_t i = 0; i < drawing->count; i++)
            drop(drawing, i);
        archive_close(archive);
    }
    free(drawing);
    return good;
}

static int show(const char *name, const struct show_request *request)
{
    struct error error = {0};
    bool running = false;
    if (request->follow) {
        struct sigaction action = {.sa_handler = interrupt};
        sigaction(SIGINT, &action, NULL);
    }
    for (;;) {
        bool good = draw(name, request, &running, &error);
        if (request->follow && running && !interrupted) {
            nanosleep(&(struct timespec){.tv_sec = 1}, NULL);
            if (!interrupted)
                continue;
        }
        return good || interrupted ? CMD_DONE : options_fail("show", error.text);
    }
}

int cmd_show(int argc, char **argv)
{
    struct show_request request;
    char newest[NAME_MAX + 1];
    int status = show_options_read(argc, argv, &request);
    if (status < 0 && request.archive) {
        status = show(request.archive, &request);
    } else if (status < 0 && newest_archive(newest, sizeof newest)) {
        fprintf(stderr, "triptych show: showing %s, the newest archive here\n", newest);
        status = show(newest, &request);
    } else if (status < 0) {
        status = options_fail("show", "there is no NAME.tri in this folder; name one, or make one "
                                      "with `triptych run`");
    }
    free(request.whats);
    return status;
}
