/* options.c: see options.h */
#include "cmd/options.h"

#include "cmd/cmd.h"
#include "cmd/help.h"
#include "util/buffer.h"
#include "util/diagnostic.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const options_formats[] = {"text", "json", "csv", NULL};
const char *const options_colors[] = {"auto", "always", "never", NULL};
const char *const options_themes[] = {"light", "dark", "auto", NULL};

static void add_known(struct options_reader *reader, size_t at, const struct options_row *row)
{
    int needs = !row->argument          ? no_argument
                : *row->argument == '[' ? optional_argument
                                        : required_argument;
    reader->known[at] = (struct option){row->name, needs, NULL, row->id};
    if (row->id < 256) {
        const char letter[] = {(char)row->id, needs == required_argument ? ':' : '\0', '\0'};
        strcat(reader->letters, letter);
    }
}

void options_begin(struct options_reader *reader, const struct options_command *command, int argc,
                   char **argv)
{
    static const struct options_row help = {.name = "help", .argument = "[=all]", .id = 'h'};
    *reader = (struct options_reader){.command = command, .argc = argc, .argv = argv};
    size_t count = 0;
    strcat(reader->letters, command->until_argument ? "+:" : ":");
    for (const struct options_row *row = command->rows; row && row->name; row++) {
        assert(count < OPTIONS_MOST);
        add_known(reader, count++, row);
    }
    add_known(reader, count, &help);
    opterr = 0;
    optind = 0; /* resets getopt_long() */
}

static int say(const struct options_reader *reader, const char *text)
{
    const char *variable = reader->variable ? reader->variable : "";
    fprintf(stderr, "triptych %s: %s%s%s\n", reader->command->name, variable, *variable ? ": " : "",
            text);
    return CMD_MISUSED;
}

/* Prints the message in a buffer, and frees it. Returns OPTIONS_STOP. */
static int stop(struct options_reader *reader, struct buffer *text)
{
    reader->status = say(reader, text->text);
    buffer_free(text);
    return OPTIONS_STOP;
}

static void add_where_to_read(struct buffer *to, const struct options_command *command)
{
    buffer_printf(to, "; `triptych %s --help%s` lists the options", command->name,
                  help_is_short(command) ? " all" : "");
}

/* Adds what the argument of an option must be. */
static void add_expected(struct buffer *to, const struct options_row *row)
{
    const char *const *words = row->words;
    for (size_t i = 0; words && words[i]; i++)
        buffer_printf(to, "%s%s", i == 0 ? "" : words[i + 1] ? ", " : " or ", words[i]);
    if (!words)
        buffer_add(to, row->expects ? row->expects : row->argument);
}

/* Adds an option as it is written: "--output", or "-o" where that was written. */
static void add_option(struct buffer *to, const struct options_reader *reader,
                       const struct options_row *row)
{
    const char *written = optind > 0 ? reader->argv[optind - 1] : "";
    if (row->id < 256 && written[0] == '-' && written[1] == row->id)
        buffer_printf(to, "-%c", row->id);
    else
        buffer_printf(to, "--%s", row->name);
}

static const struct options_row *find_row(const struct options_command *command, int id)
{
    const struct options_row *row = command->rows;
    while (row && row->name && row->id != id)
        row++;
    return row && row->name ? row : NULL;
}

/* Refuses a word that is no option: it may be an ambiguous prefix, or misspelt. */
static int no_such_name(struct options_reader *reader, const char *written)
{
    struct buffer text = {0};
    const char *name = written + strspn(written, "-"), *names[OPTIONS_MOST + 1] = {NULL};
    size_t size = strcspn(name, "="), count = 0, begin = 0;
    for (const struct option *known = reader->known; known->name; known++) {
        names[count++] = known->name;
        begin += size && !strncmp(known->name, name, size);
    }
    const char *nearest = diagnostic_nearest(name, size, names, count);
    if (begin > 1) {
        buffer_printf(&text, "--%.*s may mean ", (int)size, name);
        for (size_t i = 0, told = 0; i < count; i++) {
            if (!strncmp(names[i], name, size))
                buffer_printf(&text, "%s--%s",
                              !told++         ? ""
                              : told == begin ? " or "
                                              : ", ",
                              names[i]);
        }
        buffer_add(&text, "; write more of it");
    } else {
        buffer_printf(&text, "there is no option --%.*s", (int)size, name);
        if (nearest)
            buffer_printf(&text, "; did you mean --%s?", nearest);
        else
            add_where_to_read(&text, reader->command);
    }
    return stop(reader, &text);
}

static int no_such_letter(struct options_reader *reader, char letter)
{
    struct buffer text = {0};
    buffer_printf(&text, "there is no option -%c", letter);
    if (letter == 'n' && reader->command->about_n)
        buffer_printf(&text, "; %s", reader->command->about_n);
    else
        add_where_to_read(&text, reader->command);
    return stop(reader, &text);
}

/* Refuses a word that getopt_long() did not accept: an unknown option, or an argument too many. */
static int refuse(struct options_reader *reader)
{
    struct buffer text = {0};
    const char *written = reader->argv[optind - 1];
    const struct options_row *row = find_row(reader->command, optopt);
    if (optopt == 0)
        return no_such_name(reader, written);
    if (!row)
        return no_such_letter(reader, (char)optopt);
    buffer_printf(&text, "--%s takes no argument, but '%s' is given", row->name,
                  written + strcspn(written, "=") + 1);
    return stop(reader, &text);
}

static int miss_argument(struct options_reader *reader)
{
    struct buffer text = {0};
    const struct options_row *row = find_row(reader->command, optopt);
    add_option(&text, reader, row);
    buffer_add(&text, " needs an argument: ");
    add_expected(&text, row);
    return stop(reader, &text);
}

/* Finds the argument among the words that it can be. */
static bool find_choice(struct options_reader *reader)
{
    const char *const *words = reader->row->words;
    reader->choice = 0;
    while (words && words[reader->choice] && strcmp(words[reader->choice], optarg) != 0)
        reader->choice++;
    return !words || words[reader->choice];
}

int options_next(struct options_reader *reader)
{
    int id = getopt_long(reader->argc, reader->argv, reader->letters, reader->known, NULL);
    if (id == -1)
        return OPTIONS_END;
    if (id == '?')
        return refuse(reader);
    if (id == ':')
        return miss_argument(reader);
    if (id == 'h') {
        const char *next = optarg || optind == reader->argc ? optarg : reader->argv[optind];
        bool all = next && !strcmp(next, "all");
        help_print(stdout, reader->command, all);
        reader->status = CMD_DONE;
        return OPTIONS_STOP;
    }
    reader->row = find_row(reader->command, id);
    reader->value = optarg;
    if (!optarg || find_choice(reader))
        return id;
    reader->status = options_wrong(reader);
    return OPTIONS_STOP;
}

int options_wrong(const struct options_reader *reader)
{
    struct buffer text = {0};
    buffer_printf(&text, "--%s takes ", reader->row->name);
    add_expected(&text, reader->row);
    buffer_printf(&text, ", not '%s'", reader->value);
    say(reader, text.text);
    buffer_free(&text);
    return CMD_MISUSED;
}

int options_misuse(const char *command, const char *format, ...)
{
    va_list values;
    fprintf(stderr, "triptych %s: ", command);
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fprintf(stderr, "; see `triptych %s --help`\n", command);
    return CMD_MISUSED;
}

int options_fail(const char *command, const char *text)
{
    fprintf(stderr, "triptych %s: %s\n", command, text);
    return CMD_FAILED;
}

bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    *number = value;
    return !errno && *text >= '0' && *text <= '9' && !*end && value >= least && value <= most;
}

bool options_size(const char *text, size_t least, size_t most, size_t *size)
{
    uint64_t number;
    bool good = options_number(text, least, most, &number);
    if (good)
        *size = (size_t)number;
    return good;
}

bool options_bytes(const char *text, uint64_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    const char *unit = *end ? strchr(units, *end & ~32) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (unit)
        end++;
    if (errno || end == text || *text == '-' || *end || !number || number > UINT64_MAX >> shift)
        return false;
    *bytes = (uint64_t)number << shift;
    return true;
}

bool options_percent(const char *text, double *percent)
{
    char *end;
    *percent = strtod(text, &end);
    return *text && !*end && isfinite(*percent) && *percent >= 0 && *percent <= 100;
}
