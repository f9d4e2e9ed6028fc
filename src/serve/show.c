/* show.c: see show.h */
#include "serve/show.h"
#include "serve/part.h"

#include "report/show/drawing.h"
#include "util/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PATTERNS = 64 };

/* A request as it is read. */
struct asking {
    const struct serve_values *values;
    struct report_show_request show;
    char *patterns; /* the regions, split at line ends */
    const char *whats[MOST_PATTERNS];
    const char *wrong; /* the name of a value that is wrong */
};

/* Finds a word in a list up to a NULL. Returns its index; -1: not given, -2: no such word. */
static int find_word(const struct asking *asking, const char *name, const char *const *words)
{
    const char *word = serve_values_get(asking->values, name);
    if (!word)
        return -1;
    for (int i = 0; words[i]; i++) {
        if (!strcmp(word, words[i]))
            return i;
    }
    return -2;
}

static bool read_display(struct asking *asking)
{
    const char *subjects[SHOW_SUBJECTS + 1] = {NULL}, *displays[SHOW_ALL_DISPLAYS + 1] = {NULL};
    for (int i = 0; i < SHOW_SUBJECTS; i++)
        subjects[i] = report_show_subject_word((enum cube_projection_subject)i);
    for (int i = 0; i < SHOW_ALL_DISPLAYS; i++)
        displays[i] = report_show_display_word((enum report_show_display)i);
    int subject = find_word(asking, "subject", subjects);
    int display = find_word(asking, "axes", displays);
    bool matrix = serve_values_flag(asking->values, "matrix");
    struct report_show_request *show = &asking->show;
    asking->wrong = subject == -2 ? "subject" : display == -2 ? "axes" : NULL;
    if (asking->wrong)
        return false;
    show->displays = matrix ? 1u << SHOW_MATRIX : display >= 0 ? 1u << display : 0;
    show->subjects = 1u << (subject >= 0 ? subject : PROJECTION_UTILISATION);
    show->overview = subject < 0 && !show->displays;
    return true;
}

static bool read_measure(struct asking *asking)
{
    int measure = find_word(asking, "measure", report_show_measures);
    int by = find_word(asking, "by", report_show_keys);
    struct cube_projection_request *projection = &asking->show.projection;
    asking->wrong = measure == -2 ? "measure" : by == -2 ? "by" : NULL;
    projection->measure = (enum cube_projection_measure)(measure >= 0 ? measure + 1 : 0);
    projection->by = (enum cube_projection_by)(by >= 0 ? by + 1 : 0);
    return !asking->wrong;
}

/* Reads a list of places or lanes. */
static bool read_list(struct asking *asking, const char *name, struct cube_lanes_list *list,
                      bool of_places)
{
    const char *text = serve_values_get(asking->values, name);
    if (!text || !*text)
        return true;
    asking->wrong = cube_lanes_read(list, text, of_places) ? NULL : name;
    return !asking->wrong;
}

/* Reads the patterns of regions, one per line. */
static bool read_regions(struct asking *asking)
{
    const char *text = serve_values_get(asking->values, "regions");
    struct cube_projection_request *projection = &asking->show.projection;
    projection->whats = asking->whats;
    if (!text || !*text)
        return true;
    asking->patterns = memory_string(text);
    char *rest = asking->patterns;
    for (char *part; (part = strsep(&rest, "\n"));) {
        if (*part && projection->what_count == MOST_PATTERNS) {
            asking->wrong = "regions";
            return false;
        }
        if (*part)
            asking->whats[projection->what_count++] = part;
    }
    return true;
}

static bool read_moment(struct asking *asking, const char *name, struct report_show_moment *moment)
{
    uint64_t ns = 0;
    if (!serve_values_get(asking->values, name))
        return true;
    asking->wrong = name;
    if (!serve_values_number(asking->values, name, 0, UINT64_C(1) << 53, &ns))
        return false;
    *moment = (struct report_show_moment){.given = true, .value = (double)ns / 1e9};
    return true;
}

static bool read_numbers(struct asking *asking)
{
    struct report_show_request *show = &asking->show;
    uint64_t most = 0, cycles = 0, lanes = 0, width = 0;
    const struct serve_values *values = asking->values;
    show->top = serve_values_get(values, "most") ? 0 : -1;
    asking->wrong = !serve_values_number(values, "most", 0, INT_MAX, &most)      ? "most"
                    : !serve_values_number(values, "cycles", 1, 100000, &cycles) ? "cycles"
                    : !serve_values_number(values, "rows", 1, 100000, &lanes)    ? "rows"
                    : !serve_values_number(values, "width", 1, 100000, &width)   ? "width"
                    : !serve_values_number(values, "cycle", 1, UINT64_C(1) << 53,
                                           &show->projection.range.length)
                        ? "cycle"
                        : NULL;
    show->top = show->top < 0 ? -1 : (long)most;
    show->projection.most_cycles = (size_t)cycles;
    show->projection.most_lanes = (size_t)lanes;
    show->width = (size_t)width;
    return !asking->wrong;
}

static bool read_request(struct asking *asking)
{
    struct cube_lanes_choice *chosen = &asking->show.projection.chosen;
    asking->show.projection.range.to = UINT64_MAX;
    asking->show.medium = SHOW_NUMBERS;
    return read_display(asking) && read_measure(asking) &&
           read_list(asking, "places", &chosen->places, false) &&
           read_list(asking, "lanes", &chosen->lanes, true) && read_regions(asking) &&
           read_moment(asking, "from", &asking->show.from) &&
           read_moment(asking, "to", &asking->show.to) && read_numbers(asking);
}

/* Answers with an error, in which the run has the name that the page knows: the part that a filter
 * keeps is in a temporary folder. */
static void say_error(const struct serve_run *run, const char *text, struct serve_answer *answer)
{
    const char *path = run->archive->path, *at = path ? strstr(text, path) : NULL;
    char *said =
        at ? memory_printf("%.*s%s%s", (int)(at - text), text, run->name, at + strlen(path))
           : memory_string(text);
    serve_answer_error(answer, SERVE_CONFLICT, said, NULL);
    free(said);
}

static bool draw(struct serve_run *run, const struct report_show_request *show,
                 struct serve_answer *answer)
{
    struct report_show_drawing *drawing = memory_zeroed(1, sizeof *drawing);
    struct report_show_look look = {0};
    struct error error = {0};
    struct report_show_origin origin = {run->name, run->archive->run.command, run->live};
    report_show_plan(drawing, show);
    bool good = report_show_project(drawing, run->archive, show, &look, &error);
    if (good) {
        report_show_json(&answer->body, &origin, drawing->panels, drawing->count);
        answer->status = SERVE_OK;
        answer->type = "application/json";
    } else {
        say_error(run, error.text, answer);
    }
    report_show_drop(drawing);
    free(drawing);
    return good;
}

bool serve_show(struct serve_run *run, const struct serve_request *request,
                struct serve_answer *answer)
{
    run = serve_part_of(run, request, answer);
    if (!run)
        return false;
    struct asking asking = {.values = &request->values};
    bool good = read_request(&asking);
    if (good) {
        good = draw(run, &asking.show, answer);
    } else {
        char *text = memory_printf("the value of `%s` is wrong", asking.wrong);
        serve_answer_error(answer, SERVE_BAD_REQUEST, text,
                           "doc/view.md lists the values of /api/N/show");
        free(text);
    }
    free(asking.patterns);
    cube_lanes_choice_free(&asking.show.projection.chosen);
    return good;
}
