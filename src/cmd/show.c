/* show.c: `triptych show`: the displays of What × When × Where, in the terminal and as SVG. */
#include "cmd/cmd.h"
#include "cmd/damage.h"
#include "cmd/newest.h"
#include "cmd/options.h"
#include "cmd/show_options.h"
#include "report/show/drawing.h"
#include "util/memory.h"

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

enum { TEXT_WIDTH = 80 };

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
    struct report_show_look look = {.width = request->draw.width, .theme = request->theme};
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
static bool write_svg(const struct report_show_drawing *drawing,
                      const struct report_show_origin *origin, const struct show_request *request,
                      const struct report_show_look *look, struct error *error)
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

/* Returns the name of an archive without its folder; to be freed. */
static char *name_of_archive(const struct archive *archive)
{
    char *path = memory_string(archive->path);
    for (size_t size = strlen(path); size > 1 && path[size - 1] == '/';)
        path[--size] = '\0';
    const char *slash = strrchr(path, '/');
    char *name = memory_string(slash ? slash + 1 : path);
    free(path);
    return name;
}

static bool write_drawing(const struct report_show_drawing *drawing, const struct archive *archive,
                          const struct show_request *request, const struct report_show_look *look,
                          struct error *error)
{
    char *called = name_of_archive(archive);
    struct report_show_origin origin = {called, archive->run.command,
                                        report_show_is_running(archive)};
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
    free(called);
    return good;
}

/* Writes the Movement Chart or the Synchronization Chart. */
static bool write_chart(struct archive *archive, const struct show_request *request, bool running,
                        const struct report_show_look *look, struct error *error)
{
    struct cube_cycles_range range = request->draw.projection.range;
    struct buffer picture = {0};
    char *called = name_of_archive(archive);
    struct report_show_origin origin = {called, archive->run.command, running};
    const struct report_options options = {
        .format = request->format == SHOW_JSON  ? REPORT_JSON
                  : request->format == SHOW_CSV ? REPORT_CSV
                                                : REPORT_TEXT,
        .width = look->width,
        .color = look->colours != SHOW_MONO,
        .utf8 = look->utf8,
    };
    bool good =
        report_show_find_range(archive, &request->draw, &range, error) &&
        (request->svg ? report_show_place_chart(&picture, archive, &origin, request->chart,
                                                range.from, range.to, look, error)
                      : report_show_place_numbers(&picture, archive, &origin, request->chart,
                                                  range.from, range.to, &options, error)) &&
        write_file(request->svg ? request->svg : "-", &picture, error);
    if (good && request->svg && strcmp(request->svg, "-") != 0)
        fprintf(stderr, "triptych show: wrote %s\n", request->svg);
    buffer_free(&picture);
    free(called);
    return good;
}

/* Draws the displays. Sets *running if the run is still running; it may have nothing to show yet.
 */
static bool draw(const char *name, const struct show_request *request, bool *running,
                 struct error *error)
{
    struct report_show_drawing *drawing = memory_zeroed(1, sizeof *drawing);
    struct archive *archive = archive_open(name, error);
    bool good = false;
    if (archive) {
        report_show_plan(drawing, &request->draw);
        struct report_show_look look = look_around(request, drawing->count);
        *running = report_show_is_running(archive);
        if (!*running)
            damage_say("show", archive);
        if (request->chart)
            good = write_chart(archive, request, *running, &look, error);
        else
            good = report_show_project(drawing, archive, &request->draw, &look, error) &&
                   write_drawing(drawing, archive, request, &look, error);
        report_show_drop(drawing);
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
    cube_lanes_choice_free(&request.draw.projection.chosen);
    return status;
}
