/* command.h: a compiler's command line, understood as gcc, gfortran and clang do. */
#ifndef INSTRUMENT_DRIVER_COMMAND_H
#define INSTRUMENT_DRIVER_COMMAND_H

#include "instrument/driver/language.h"

#include <stdbool.h>
#include <stddef.h>

/* A list of words, each of them allocated; NULL-terminated once anything was added.
 * Zero-initialise. */
struct words {
    char **list;
    size_t count, room;
};

void words_add(struct words *words, const char *word);
void words_printf(struct words *words, const char *format, ...)
    __attribute__((format(printf, 2, 3), nonnull(2)));
/* Adds the words of a text, in which quotes and backslashes protect. */
void words_split(struct words *words, const char *text);
void words_free(struct words *words);

enum command_does {
    COMMAND_OTHER,     /* preprocesses, asks, checks: nothing of ours in it */
    COMMAND_OBJECT,    /* -c */
    COMMAND_ASSEMBLER, /* -S */
    COMMAND_LINK
};

enum command_role {
    ROLE_OPTION,       /* belongs to compiling, or to everything */
    ROLE_LINK,         /* belongs to linking alone */
    ROLE_OUTPUT,       /* -o and its word */
    ROLE_STAGE,        /* -c, -S */
    ROLE_DEPENDENCIES, /* -MD and its relatives */
    ROLE_LANGUAGE,     /* -x and its word */
    ROLE_MODULES,      /* -J and its word: where Fortran modules are written */
    ROLE_SOURCE,       /* of a language that is measured, or C++ */
    ROLE_INPUT         /* any other file */
};

struct command_word {
    char *text;
    enum command_role role;
    const char *x;          /* of an input: what -x says, or NULL */
    enum language language; /* of a source */
};

/* Zero-initialise. The first `compiler` words are the compiler, with what it is started by: ccache
 * gcc. */
struct command {
    struct command_word *words;
    size_t count, room, compiler;
    enum command_does does;
    const char *output; /* NULL: not given */
    bool wants_dependencies, is_static, is_relocatable, freestanding, emits_llvm, preprocessed_only;
    size_t sources, inputs;
};

/* @files are read in place; one that cannot be read stays a word, as with gcc. */
void command_read(struct command *command, int argc, char **argv);
void command_free(struct command *command);

/* Whether the word is an option whose argument is the next word. */
bool command_takes_word(const char *word);

/* Whether the option is among the words. */
bool command_says(const struct command *command, const char *option);

/* Whether the compiler puts small functions where they are called; `optimises` is what holds
 * without an option. */
bool command_inlines(const struct command *command, bool optimises);

/* Whether the compiler makes loops of recursion in tail position, and takes what probes need then;
 * `optimises` as above. */
bool command_loops_tails(const struct command *command, bool optimises);

/* Whether the code is for a shared library. */
bool command_is_pic(const struct command *command);

/* The name that the compiler would give to what it makes of the source. The caller's to free. */
char *command_default_output(const struct command *command, const char *source);

/* The words that libclang gets for the same view of the source. */
void command_front_end(const struct command *command, struct words *out);

#endif
