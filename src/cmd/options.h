/* options.h: the options of a command, in one table.
 *
 * Each command describes itself once: how it is called, what it does, its options. From that
 * description options_next() reads the command line, prints messages about errors (exit status
 * CMD_MISUSED), and prints the help (help.h). The commands only act on what was read:
 *
 *     struct options_reader reader;
 *     options_begin(&reader, &command, argc, argv);
 *     for (int id; (id = options_next(&reader)) != OPTIONS_END;) {
 *         if (id == OPTIONS_STOP)
 *             return reader.status;
 *         ...
 *     }
 *     // the arguments begin at argv[optind]
 */
#ifndef CMD_OPTIONS_H
#define CMD_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One option. */
struct options_row {
    const char *name;     /* without "--" */
    const char *argument; /* "FILE"; "[=KINDS]" if it may be missing; NULL: it takes none */
    int id;               /* the letter of its short form ("-o"); else a number above 255 */
    const char *help;
    const char *const *words; /* all that the argument can be, up to a NULL; NULL: see `expects` */
    const char *expects;      /* what the argument must be: "a time such as 30s or 500ms" */
    const char *group; /* heading of the group that begins here; NULL: that of the row above */
    bool common;       /* --help shows it even if there are many options */
};

/* Rows that several commands have. */
#define OPTIONS_COLOR(number)                                                                      \
    {                                                                                              \
        .name = "color", .argument = "WHEN", .id = (number),                                       \
        .help = "auto (default), always, never", .words = options_colors                           \
    }
#define OPTIONS_WIDTH(number)                                                                      \
    {                                                                                              \
        .name = "width", .argument = "N", .id = (number),                                          \
        .help = "columns of the text (default: those of the terminal, else 100)",                  \
        .expects = "a number of columns from 40 to 10000"                                          \
    }

/* A word other than an option that the help explains: a format, a subject, a pattern. */
struct options_term {
    const char *heading; /* of the group that begins here, or NULL */
    const char *term, *help;
};

/* The description of a command. Lists end with a row without a name. */
struct options_command {
    const char *name;                 /* "run" */
    const char *usage;                /* lines after "usage: triptych ", without the last newline */
    const char *about;                /* one or more sentences */
    const struct options_row *rows;   /* NULL: it has no options but --help */
    const struct options_term *terms; /* NULL: none */
    bool terms_behind;                /* they follow the options, which they explain */
    const char *more;                 /* text after the options, or NULL */
    const char *examples;             /* lines, each with its newline */
    bool until_argument; /* options end at the first argument, which is a command to run */
    const char *about_n; /* message for -n, an option of MPI launchers; NULL: none */
};

enum {
    OPTIONS_END = -1,  /* there are no more options */
    OPTIONS_STOP = -2, /* end with reader->status: help or an error was printed */
    OPTIONS_MOST = 48,
};

struct options_reader {
    const struct options_command *command;
    const char *variable; /* environment variable that holds the words; NULL: the command line */
    int argc;
    char **argv;
    const struct options_row *row; /* the option that was read last */
    const char *value;             /* its argument, or NULL */
    int choice;                    /* index of the argument in row->words */
    int status;
    struct option known[OPTIONS_MOST + 2]; /* the table as getopt_long() wants it */
    char letters[2 * OPTIONS_MOST + 4];
};

void options_begin(struct options_reader *reader, const struct options_command *command, int argc,
                   char **argv);

/* Reads the next option. Returns its id, OPTIONS_END or OPTIONS_STOP. */
int options_next(struct options_reader *reader);

/* Prints what the argument of the last option must be. Returns CMD_MISUSED. */
int options_wrong(const struct options_reader *reader);

/* Prints what is wrong with a command line, and where to read more. Returns CMD_MISUSED. */
int options_misuse(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Prints why a command failed. Returns CMD_FAILED. */
int options_fail(const char *command, const char *text);

/* Read a number or a size within limits, and a percentage from 0 to 100. They return false if the
 * text is none. */
bool options_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);
bool options_size(const char *text, size_t least, size_t most, size_t *size);

/* Reads a number of bytes such as 500M or 2G, at least 1. */
bool options_bytes(const char *text, uint64_t *bytes);
bool options_percent(const char *text, double *percent);

/* Arguments that several commands take: text, json, csv; auto, always, never; light, dark, auto. */
extern const char *const options_formats[], *const options_colors[], *const options_themes[];

#endif
