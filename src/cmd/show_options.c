/* show_options.c: see show_options.h */
#include "cmd/show_options.h"

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "util/duration.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    OPTION_REGION = 256,
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

static const struct options_row rows[] = {
    {.group = "What is shown",
     .name = "region",
     .argument = "PATTERN",
     .id = OPTION_REGION,
     .help = "only these regions: 'solve*', 'routine:solve*', 'loop:*', 'file:*.c', 'class:sync'; "
             "may be repeated",
     .expects = "a pattern such as 'routine:solve*'"},
    {.name = "measure",
     .argument = "MEASURE",
     .id = OPTION_MEASURE,
     .help = "time, visits, waits, bytes, messages; for single messages also sent, received, "
             "bytes-sent, bytes-received",
     .words = report_show_measures},
    {.name = "by",
     .argument = "KEY",
     .id = OPTION_BY,
     .help = "divide communication by kind (the function that sends), site or size",
     .words = report_show_keys},
    {.name = "from",
     .argument = "T",
     .id = OPTION_FROM,
     .help = "show the run from this time on: 0.5s, 20ms, 10%",
     .expects = "a time since the start such as 0.5s, 20ms or 10%"},
    {.name = "to",
     .argument = "T",
     .id = OPTION_TO,
     .help = "show the run up to this time: 0.5s, 20ms, 10%",
     .expects = "a time since the start such as 0.5s, 20ms or 10%"},
    {.name = "cycle",
     .argument = "T",
     .id = OPTION_CYCLE,
     .help = "length of a cycle (default: a 500th of the run)",
     .expects = "a time such as 10ms"},
    {.name = "places",
     .argument = "LIST",
     .id = OPTION_PLACES,
     .help = "only these places (processes, ranks): 0,3,5-7 or 8-",
     .expects = "numbers such as 3, 3-7, 3- or 0,3,5-7"},
    {.name = "lanes",
     .argument = "LIST",
     .id = OPTION_LANES,
     .help = "only these lanes (threads): 0,2-3 of each place, or 1.0,4.2-3 of single places",
     .expects = "numbers such as 3, 3-7, 3- or 0,2-3, or with their place 1.0,4.2-3"},
    {.name = "top",
     .argument = "N",
     .id = OPTION_TOP,
     .help =
         "show the N largest regions or classes (default: 8) and the rest as \"others\"; 0: all",
     .expects = "a number such as 8"},
    {.group = "How it is shown",
     .name = "svg",
     .argument = "FILE",
     .id = OPTION_SVG,
     .help =
         "draw an SVG picture; - is the standard output, FOLDER/ gets one file for each display",
     .expects = "a file such as heat.svg, a folder such as pictures/, or -"},
    {.name = "theme",
     .argument = "THEME",
     .id = OPTION_THEME,
     .help = "light, dark, auto (default: as the reader's screen)",
     .words = options_themes},
    {.name = "format",
     .argument = "FORMAT",
     .id = OPTION_FORMAT,
     .help = "text (default), or the numbers as json or csv",
     .words = options_formats},
    {.name = "width",
     .argument = "N",
     .id = OPTION_WIDTH,
     .help = "columns, or pixels of the SVG (default: those of the terminal, or 920); with "
             "--format, bars of a timeline: shorter visits are merged",
     .expects = "a number from 40 to 4000"},
    OPTIONS_COLOR(OPTION_COLOR),
    {.name = "follow",
     .id = OPTION_FOLLOW,
     .help = "draw again every second until the run ends; Ctrl-C ends it earlier"},
    {0},
};

static const struct options_term terms[] = {
    {"SUBJECT (default: utilisation)", "utilisation",
     "classes of time: program, MPI point-to-point, MPI collective, MPI setup, runtime, sync, io, "
     "idle; unknown where events were dropped"},
    {NULL, "communication", "messages by kind, and other moved data: bytes or messages"},
    {NULL, "execution", "routines, loops, tasks: time, visits or waits"},
    {NULL, "all", "all three"},
    {"DISPLAY (default: an overview of two displays)", "what-when",
     "a line for each region or class, over time"},
    {NULL, "overall-what-when", "all of them stacked, over time"},
    {NULL, "when-where", "a heat map of lanes and time, and the mean of each lane"},
    {NULL, "what-where", "bars for each region or class: lanes side by side"},
    {NULL, "overall-what-where", "a bar for each lane: all of them, the largest first"},
    {NULL, "all", "these five"},
    {NULL, "matrix",
     "sending and receiving ranks: bytes and messages, and the bytes of collective operations"},
    {NULL, "timeline", "lanes over time, and the messages between them; best with --svg"},
    {NULL, "movement",
     "of `#pragma tri`: moves between places (M, with data D), finishes (F); best with --svg"},
    {NULL, "synchronization",
     "of `#pragma tri`: who waits in which finish, atomic or clock, and for whom; best with --svg"},
    {0},
};

static const struct options_command command = {
    .name = "show",
    .usage = "show [OPTIONS] [NAME.tri] [SUBJECT] [DISPLAY]",
    .about = "Draws what a run did, when and where. The run may have ended, been killed, or still "
             "be running. Without a name, it draws the newest archive of the current folder. For "
             "SUBJECT and DISPLAY, any unique prefix works.",
    .rows = rows,
    .terms = terms,
    .examples = "  triptych show heat.tri\n"
                "  triptych show heat.tri exec overall-what-when --from 10% --svg heat.svg\n"
                "  triptych show heat.tri timeline --svg timeline.svg\n"
                "  triptych show relay.tri movement --svg relay.svg\n"
                "  triptych show jacobi.tri comm when-where --places 0,3,5-7\n",
};

/* Reads a time (util/duration.h), or a percentage of the run such as "10%". */
static bool read_moment(const char *text, struct report_show_moment *moment)
{
    char *end;
    double number = strtod(text, &end);
    *moment = (struct report_show_moment){true, end != text && !strcmp(end + strspn(end, " "), "%"),
                                          number};
    return moment->percent ? number >= 0 && number <= 100 : duration_read(text, &moment->value);
}

static bool read_cycle(const char *text, struct show_request *request)
{
    double seconds;
    if (!duration_read(text, &seconds) || seconds * 1e9 < 1)
        return false;
    request->draw.projection.range.length = (uint64_t)(seconds * 1e9 + 0.5);
    return true;
}

/* Sets an option whose argument is one of several words. */
static void set_choice(struct show_request *request, int option,
                       const struct options_reader *reader)
{
    int choice = reader->choice;
    if (option == OPTION_MEASURE) {
        request->draw.projection.measure = (enum cube_projection_measure)(choice + 1);
    } else if (option == OPTION_BY) {
        request->draw.projection.by = (enum cube_projection_by)(choice + 1);
    } else if (option == OPTION_THEME) {
        request->theme = (enum report_show_theme)choice;
        request->theme_given = true;
    } else if (option == OPTION_FORMAT) {
        request->format = (enum show_format)choice;
    } else {
        request->color = reader->value;
    }
}

/* Sets an option. Returns false if its value is wrong. */
static bool set_value(struct show_request *request, int option, const struct options_reader *reader)
{
    struct cube_projection_request *projection = &request->draw.projection;
    const char *value = reader->value;
    uint64_t number = 0;
    switch (option) {
    case OPTION_REGION:
        request->whats[projection->what_count++] = value;
        return *value;
    case OPTION_FROM:
        return read_moment(value, &request->draw.from);
    case OPTION_TO:
        return read_moment(value, &request->draw.to);
    case OPTION_CYCLE:
        return read_cycle(value, request);
    case OPTION_PLACES:
        return cube_lanes_read(&projection->chosen.places, value, false);
    case OPTION_LANES:
        return cube_lanes_read(&projection->chosen.lanes, value, true);
    case OPTION_TOP:
        if (!options_number(value, 0, INT_MAX - 1, &number))
            return false;
        request->draw.top = (long)number;
        return true;
    case OPTION_SVG:
        request->svg = value;
        return *value;
    case OPTION_WIDTH:
        return options_size(value, 40, 4000, &request->draw.width);
    default:
        set_choice(request, option, reader);
        return true;
    }
}

/* Returns the index of the one word that the text is, or is a prefix of; -1: none, -2: several. */
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

/* Appends the words that begin with the text: "what-when or what-where". */
static void add_names(const char *text, const char *(*word)(int), int count, char *to, size_t room)
{
    for (int i = 0; i < count; i++) {
        size_t used = strlen(to);
        if (!strncmp(text, word(i), strlen(text)))
            snprintf(to + used, room - used, "%s%s", used ? " or " : "", word(i));
    }
}

static const char *subject_word(int number)
{
    return number == SHOW_SUBJECTS ? "all"
                                   : report_show_subject_word((enum cube_projection_subject)number);
}

static const char *display_word(int number)
{
    return number == SHOW_ALL_DISPLAYS ? "all"
                                       : report_show_display_word((enum report_show_display)number);
}

static bool is_archive(const char *text)
{
    struct stat facts;
    size_t size = strlen(text);
    return strchr(text, '/') || (size > 4 && !strcmp(text + size - 4, ".tri")) ||
           (!stat(text, &facts) && S_ISDIR(facts.st_mode));
}

/* Reads the name of a chart of places. False if the text is none. */
static bool read_chart(struct show_request *request, const char *text)
{
    bool is_movement = !strncmp(text, "movement", strlen(text));
    bool is_chart = is_movement || !strncmp(text, "synchronization", strlen(text)) ||
                    !strncmp(text, "synchronisation", strlen(text));
    if (strlen(text) < 2 || !is_chart || request->chart)
        return false;
    request->chart = is_movement ? SHOW_MOVEMENT : SHOW_SYNCHRONIZATION;
    return true;
}

/* Reads the name of a subject or of a display, or `all`. */
static bool read_word(struct show_request *request, const char *text)
{
    char british[] = "utilisation";
    if (strlen(text) < sizeof british && !strncmp(text, "utiliz", 6) && strlen(text) >= 6) {
        british[strlen(text)] = '\0';
        text = british;
    }
    int subject = find_word(text, subject_word, SHOW_SUBJECTS + 1);
    int display = find_word(text, display_word, SHOW_ALL_DISPLAYS + 1);
    if (subject >= 0 && !request->draw.subjects) {
        request->draw.subjects =
            subject == SHOW_SUBJECTS ? (1u << SHOW_SUBJECTS) - 1 : 1u << subject;
        return true;
    }
    if (display >= 0 && !request->draw.displays) {
        request->draw.displays =
            display == SHOW_ALL_DISPLAYS ? (1u << SHOW_DISPLAYS) - 1 : 1u << display;
        return true;
    }
    if (subject == -2 || display == -2) {
        char names[256] = "";
        add_names(text, subject_word, SHOW_SUBJECTS, names, sizeof names);
        add_names(text, display_word, SHOW_ALL_DISPLAYS, names, sizeof names);
        options_misuse("show", "'%s' may mean %s; write more of it", text, names);
    } else if (subject >= 0 || display >= 0) {
        options_misuse("show",
                       "name one subject and one display only; '%s' is one too many (all means "
                       "each)",
                       text);
    } else {
        options_misuse("show", "there is no archive, subject or display '%s'", text);
    }
    return false;
}

static bool read_words(struct show_request *request, int count, char **words)
{
    for (int i = 0; i < count; i++) {
        if (!request->archive && is_archive(words[i]))
            request->archive = words[i];
        else if (!read_chart(request, words[i]) && !read_word(request, words[i]))
            return false;
    }
    bool messages =
        cube_projection_is_one_way(request->draw.projection.measure) || request->draw.projection.by;
    if (!request->draw.subjects && messages)
        request->draw.subjects = 1u << PROJECTION_COMMUNICATION;
    request->draw.overview = !request->draw.subjects && !request->draw.displays;
    if (!request->draw.subjects)
        request->draw.subjects = 1u << PROJECTION_UTILISATION;
    return true;
}

/* True if a setting was given that charts of places do not have. */
static bool has_other_settings(const struct show_request *request)
{
    const struct cube_projection_request *projection = &request->draw.projection;
    return !request->draw.overview || projection->what_count || projection->measure ||
           projection->by || projection->range.length || projection->chosen.places.count ||
           projection->chosen.lanes.count || request->draw.top >= 0;
}

static bool fits_together(const struct show_request *request)
{
    const char *wrong =
        request->chart && ((request->svg && request->svg[strlen(request->svg) - 1] == '/') ||
                           has_other_settings(request))
            ? "movement and synchronization take a file for --svg, --format, --from, --to, --theme "
              "and --width; no subject, display or other setting goes with them"
        : request->svg && request->format != SHOW_TEXT
            ? "--svg and --format cannot be combined; choose one"
        : request->follow && (request->svg || request->format != SHOW_TEXT)
            ? "--follow draws in the terminal: it cannot be combined with --svg or --format"
            : NULL;
    if (wrong)
        options_misuse("show", "%s", wrong);
    return !wrong;
}

int show_options_read(int argc, char **argv, struct show_request *request)
{
    struct options_reader reader;
    *request = (struct show_request){.theme = SHOW_AUTO, .draw.top = -1};
    request->draw.projection.range.to = UINT64_MAX;
    request->whats = memory_zeroed((size_t)argc, sizeof *request->whats);
    request->draw.projection.whats = request->whats;
    options_begin(&reader, &command, argc, argv);
    for (int option; (option = options_next(&reader)) != OPTIONS_END;) {
        if (option == OPTIONS_STOP)
            return reader.status;
        if (option == OPTION_FOLLOW)
            request->follow = true;
        else if (!set_value(request, option, &reader))
            return options_wrong(&reader);
    }
    bool good = read_words(request, argc - optind, argv + optind) && fits_together(request);
    request->draw.medium = request->svg                   ? SHOW_PICTURE
                           : request->format != SHOW_TEXT ? SHOW_NUMBERS
                                                          : SHOW_TERMINAL;
    return good ? -1 : CMD_MISUSED;
}
