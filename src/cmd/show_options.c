/* show_options.c: see show_options.h */
#include "cmd/show_options.h"

#include "util/duration.h"
#include "util/memory.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char show_help[] =
    "usage: triptych show [OPTIONS] [NAME.tri] [SUBJECT] [DISPLAY]\n"
    "\n"
    "Draws what a run did, when and where: of a run that has ended, was killed, or still goes on.\n"
    "Without a name: the newest NAME.tri here. Any unique prefix of a word works.\n"
    "\n"
    "SUBJECT, default utilisation:\n"
    "  utilisation         classes of time: program, MPI point-to-point, MPI collective, MPI\n"
    "                      setup, runtime, sync, io, idle; unknown: events were dropped\n"
    "  communication       messages by kind, or what else moves data: bytes, or messages\n"
    "  execution           routines, loops, tasks: time, visits, or waits\n"
    "  all                 each of them\n"
    "DISPLAY, default an overview of two:\n"
    "  what-when           a line for each what\n"
    "  overall-what-when   all whats on top of each other\n"
    "  when-where          a heat map: lanes and time, and each lane's mean\n"
    "  what-where          bars for each what: lanes side by side\n"
    "  overall-what-where  a bar for each lane: all whats, the largest first\n"
    "  all                 each of these five\n"
    "  matrix              ranks that send and ranks that receive: bytes and messages, and\n"
    "                      bytes of collective operations\n"
    "  timeline            lanes over time, and the messages between them: best with --svg\n"
    "\n"
    "Of what:\n"
    "  --what PATTERN      only these, as 'routine:solve*', 'solve*', 'loop:*', 'file:*.c',\n"
    "                      'class:sync'; can be given several times\n"
    "  --measure MEASURE   time, visits, waits, bytes, messages; of single messages also sent,\n"
    "                      received, bytes-sent, bytes-received\n"
    "  --by WHAT           communication by kind (the function that sends), site or size\n"
    "  --from T, --to T    only this time since the start of the run: 0.5s, 20ms, 10%\n"
    "  --cycle T           length of a cycle (default: a 500th of the run)\n"
    "  --places A-B        only these places; --lanes A-B: only these lanes of each place\n"
    "  --top N             the N largest whats (default 8), the rest as \"others\"; 0: all\n"
    "How:\n"
    "  --svg FILE          a picture; - is stdout, FOLDER/ gets one for each display\n"
    "  --theme THEME       light, dark, auto (default: as the reader's screen is)\n"
    "  --format FORMAT     text (default), json, csv: the numbers themselves\n"
    "  --width N           columns, or pixels of the SVG (default: the terminal's, or 920); with\n"
    "                      --format, a timeline's bars: what is shorter is put together\n"
    "  --color WHEN        auto (default), always, never\n"
    "  --follow            draw again and again until the run ends; Ctrl-C ends it earlier\n"
    "\n"
    "example: triptych show heat.tri execution overall-what-when --from 10% --svg heat.svg\n";

enum {
    OPTION_WHAT = 256,
    OPTION_MEASURE,
    OPTION_BY,
    OPTION_FROM,
    OPTION_TO,
    OPTION_CYCLE,
    OPTION_PLACES,
    OPTION_LANES,
    OPTION_TOP,
    OPTION_SVG,
    OPTION_THEME,
    OPTION_FORMAT,
    OPTION_WIDTH,
    OPTION_COLOR,
    OPTION_FOLLOW,
};

static const struct option long_options[] = {
    {"what", required_argument, NULL, OPTION_WHAT},
    {"measure", required_argument, NULL, OPTION_MEASURE},
    {"by", required_argument, NULL, OPTION_BY},
    {"from", required_argument, NULL, OPTION_FROM},
    {"to", required_argument, NULL, OPTION_TO},
    {"cycle", required_argument, NULL, OPTION_CYCLE},
    {"places", required_argument, NULL, OPTION_PLACES},
    {"lanes", required_argument, NULL, OPTION_LANES},
    {"top", required_argument, NULL, OPTION_TOP},
    {"svg", required_argument, NULL, OPTION_SVG},
    {"theme", required_argument, NULL, OPTION_THEME},
    {"format", required_argument, NULL, OPTION_FORMAT},
    {"width", required_argument, NULL, OPTION_WIDTH},
    {"color", required_argument, NULL, OPTION_COLOR},
    {"follow", no_argument, NULL, OPTION_FOLLOW},
    {"help", no_argument, NULL, 'h'},
    {0},
};

static bool choose(const char *word, const char *const *words, int *choice)
{
    for (int i = 0; words[i]; i++) {
        if (!strcmp(words[i], word)) {
            *choice = i;
            return true;
        }
    }
    return false;
}

/* A time (duration.h), or "10%". */
static bool read_moment(const char *text, struct show_moment *moment)
{
    char *end;
    double number = strtod(text, &end);
    *moment =
        (struct show_moment){true, end != text && !strcmp(end + strspn(end, " "), "%"), number};
    return moment->percent ? number >= 0 && number <= 100 : duration_read(text, &moment->value);
}

static bool read_cycle(const char *text, struct show_request *request)
{
    double seconds;
    if (!duration_read(text, &seconds) || seconds * 1e9 < 1)
        return false;
    request->projection.range.length = (uint64_t)(seconds * 1e9 + 0.5);
    return true;
}

static bool read_number(const char *text, char **end, uint32_t *number)
{
    if (*text < '0' || *text > '9')
        return false;
    unsigned long long value = strtoull(text, end, 10);
    *number = (uint32_t)value;
    return value < UINT32_MAX;
}

/* "3", "3-7", "3-" */
static bool read_span(const char *text, uint32_t *first, uint32_t *last)
{
    char *end;
    if (!read_number(text, &end, first))
        return false;
    *last = *first;
    if (!*end)
        return true;
    if (!strcmp(end, "-")) {
        *last = ARCHIVE_NONE;
        return true;
    }
    return *end == '-' && read_number(end + 1, &end, last) && !*end && *last >= *first;
}

static bool whole_number(const char *text, long *number)
{
    char *end;
    *number = strtol(text, &end, 10);
    return *text && !*end && *number >= 0 && *number < INT_MAX;
}

static bool set_choice(struct show_request *request, int option, const char *value)
{
    static const char *const measures[] = {"usual",      "time",           "visits", "waits",
                                           "bytes",      "messages",       "sent",   "received",
                                           "bytes-sent", "bytes-received", NULL};
    static const char *const by[] = {"usual", "kind", "site", "size", NULL};
    static const char *const themes[] = {"light", "dark", "auto", NULL};
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const colors[] = {"auto", "always", "never", NULL};
    int choice = 0;
    if (!choose(value,
                option == OPTION_MEASURE  ? measures
                : option == OPTION_BY     ? by
                : option == OPTION_THEME  ? themes
                : option == OPTION_FORMAT ? formats
                                          : colors,
                &choice))
        return false;
    if (option == OPTION_MEASURE) {
        request->projection.measure = (enum projection_measure)choice;
    } else if (option == OPTION_BY) {
        request->projection.by = (enum projection_by)choice;
    } else if (option == OPTION_THEME) {
        request->theme = (enum show_theme)choice;
        request->theme_given = true;
    } else if (option == OPTION_FORMAT) {
        request->format = (enum show_format)choice;
    } else {
        request->color = value;
    }
    return true;
}

/* False: the value makes no sense. */
static bool set_value(struct show_request *request, int option, const char *value)
{
    struct projection_request *projection = &request->projection;
    long number = 0;
    switch (option) {
    case OPTION_WHAT:
        request->whats[projection->what_count++] = value;
        return *value;
    case OPTION_FROM:
        return read_moment(value, &request->from);
    case OPTION_TO:
        return read_moment(value, &request->to);
    case OPTION_CYCLE:
        return read_cycle(value, request);
    case OPTION_PLACES:
        return read_span(value, &projection->span.first_place, &projection->span.last_place);
    case OPTION_LANES:
        return read_span(value, &projection->span.first_lane, &projection->span.last_lane);
    case OPTION_TOP:
        return whole_number(value, &request->top);
    case OPTION_SVG:
        request->svg = value;
        return *value;
    case OPTION_WIDTH:
        if (!whole_number(value, &number) || number < 40 || number > 4000)
            return false;
        request->width = (size_t)number;
        return true;
    default:
        return set_choice(request, option, value);
    }
}

/* The one word that begins so, or is so: its number; -1: none, -2: several. */
static int find_word(const char *text, const char *(*word)(int), int count)
{
    int found = -1;
    for (int i = 0; i < count; i++) {
        if (!strcmp(text, word(i)))
            return i;
        if (!strncmp(text, word(i), strlen(text)))
            found = found == -1 ? i : -2;
    }
    return found;
}

static const char *subject_word(int number)
{
    return number == SHOW_SUBJECTS ? "all" : show_subject_word((enum projection_subject)number);
}

static const char *display_word(int number)
{
    return number == SHOW_ALL_DISPLAYS ? "all" : show_display_word((enum show_display)number);
}

static bool is_archive(const char *text)
{
    struct stat facts;
    size_t size = strlen(text);
    return strchr(text, '/') || (size > 4 && !strcmp(text + size - 4, ".tri")) ||
           (!stat(text, &facts) && S_ISDIR(facts.st_mode));
}

/* A subject; else a display, of which `all` is one, too. */
static bool read_word(struct show_request *request, const char *text)
{
    char british[] = "utilisation";
    if (strlen(text) < sizeof british && !strncmp(text, "utiliz", 6) && strlen(text) >= 6) {
        british[strlen(text)] = '\0';
        text = british;
    }
    int subject = find_word(text, subject_word, SHOW_SUBJECTS + 1);
    int display = find_word(text, display_word, SHOW_ALL_DISPLAYS + 1);
    if (subject >= 0 && !request->subjects) {
        request->subjects = subject == SHOW_SUBJECTS ? (1u << SHOW_SUBJECTS) - 1 : 1u << subject;
        return true;
    }
    if (display >= 0 && !request->displays) {
        request->displays =
            display == SHOW_ALL_DISPLAYS ? (1u << SHOW_DISPLAYS) - 1 : 1u << display;
        return true;
    }
    if (subject == -2 || display == -2)
        fprintf(stderr, "triptych show: '%s' may mean several; write more of it\n", text);
    else if (subject >= 0 || display >= 0)
        fprintf(stderr,
                "triptych show: one subject and one display at a time, please; '%s' is one "
                "too many (`all` means each)\n",
                text);
    else
        fprintf(stderr,
                "triptych show: '%s' is no archive, subject or display; `triptych show --help` "
                "lists them\n",
                text);
    return false;
}

static bool read_words(struct show_request *request, int count, char **words)
{
    for (int i = 0; i < count; i++) {
        if (!request->archive && is_archive(words[i]))
            request->archive = words[i];
        else if (!read_word(request, words[i]))
            return false;
    }
    bool messages = projection_is_one_way(request->projection.measure) || request->projection.by;
    if (!request->subjects && messages)
        request->subjects = 1u << PROJECTION_COMMUNICATION;
    request->overview = !request->subjects && !request->displays;
    if (!request->subjects)
        request->subjects = 1u << PROJECTION_UTILISATION;
    return true;
}

static bool fits_together(const struct show_request *request)
{
    const char *wrong =
        request->svg && request->format != SHOW_TEXT
            ? "--svg and --format are two ways to show the same; choose one"
        : request->follow && (request->svg || request->format != SHOW_TEXT)
            ? "--follow draws in the terminal: it does not go with --svg or --format"
            : NULL;
    if (wrong)
        fprintf(stderr, "triptych show: %s\n", wrong);
    return !wrong;
}

bool show_options_read(int argc, char **argv, struct show_request *request)
{
    *request = (struct show_request){.theme = SHOW_AUTO, .top = -1};
    request->projection.span.last_place = ARCHIVE_NONE;
    request->projection.span.last_lane = ARCHIVE_NONE;
    request->projection.range.to = UINT64_MAX;
    request->whats = memory_zeroed((size_t)argc, sizeof *request->whats);
    request->projection.whats = request->whats;
    int option, index = 0;
    while ((option = getopt_long(argc, argv, "h", long_options, &index)) != -1) {
        if (option == '?') {
            fputs("`triptych show --help` lists the options\n", stderr);
            return false;
        }
        if (option == 'h') {
            request->help = true;
            return true;
        }
        if (option == OPTION_FOLLOW) {
            request->follow = true;
        } else if (!set_value(request, option, optarg)) {
            fprintf(stderr,
                    "triptych show: --%s cannot be '%s'; `triptych show --help` tells what it can "
                    "be\n",
                    long_options[index].name, optarg);
            return false;
        }
    }
    return read_words(request, argc - optind, argv + optind) && fits_together(request);
}
