/* command.h: a compiler's command line, understood as gcc, gfortran and clang do.
 *
 *    ccache gcc -O2 -c -o x.o x.c -I inc -lm          struct command
 *    '---------'  |   |  '----'  |  '---' '-'
 *     compiler  OPTION  OUTPUT   |  OPTION  LINK      one struct command_word each, with its role;
 *     (2 words)     STAGE        SOURCE (C)           an option's argument has the option's role
 */
#ifndef INSTRUMENT_DRIVER_COMMAND_H
#define INSTRUMENT_DRIVER_COMMAND_H

#include "instrument/driver/language.h"
#include "instrument/driver/words.h"

#include <stdbool.h>
#include <stddef.h>

/* Adds the words of a text, separated by space, in which quotes and backslashes protect. */
void words_split(struct words *words, const char *text);

/* The last stage of a command. */
enum command_does {
    COMMAND_OTHER,     /* preprocesses, queries or checks: nothing is instrumented */
    COMMAND_OBJECT,    /* compiles to objects: -c */
    COMMAND_ASSEMBLER, /* compiles to assembler: -S */
    COMMAND_LINK
};

/* The role of a word in a command. */
enum command_role {
    ROLE_OPTION,       /* for compiling, or for all stages */
    ROLE_LINK,         /* for linking only */
    ROLE_OUTPUT,       /* -o and its word */
    ROLE_STAGE,        /* -c, -S */
    ROLE_DEPENDENCIES, /* -MD and related options */
    ROLE_LANGUAGE,     /* -x and its word */
    ROLE_MODULES,      /* -J and its word: where Fortran modules are written */
    ROLE_SOURCE,       /* a source in C, Fortran or C++ */
    ROLE_INPUT         /* any other file */
};

/* A word of a command. */
struct command_word {
    char *text;
    const char *instead; /* of a header: what a translated source gets, which contains it already;
                            or NULL */
    enum command_role role;
    const char *x;          /* of an input: the language given by -x, or NULL */
    enum language language; /* of a source */
};

/* A command. Starts zeroed. The first `compiler` words are the compiler, with the launchers in
 * front of it: ccache gcc. */
struct command {
    struct command_word *words;
    size_t count, room, compiler;
    enum command_does does;
    const char *output; /* NULL if it is not given */
    bool wants_dependencies, is_static, is_relocatable, freestanding, emits_llvm, preprocessed_only;
    size_t sources, inputs;
};

/* Reads a command; @files are replaced by their words, except those that cannot be read, as gcc
 * does. Needs argc > 0. */
void command_read(struct command *command, int argc, char **argv);
void command_free(struct command *command);

/* True if a word is an option whose argument is the next word. */
bool command_takes_word(const char *word);

/* True if an option is among the words. */
bool command_says(const struct command *command, const char *option);

/* True if the compiler inlines small functions. `optimises`: it optimises without an option. */
bool command_inlines(const struct command *command, bool optimises);

/* True if the compiler turns tail recursion into loops, and accepts what probes need then;
 * `optimises` as above. */
bool command_loops_tails(const struct command *command, bool optimises);

/* True if the code is for a shared library. */
bool command_is_pic(const struct command *command);

/* Returns the name that the compiler would give to the output of a source. The caller frees it. */
char *command_default_output(const struct command *command, const char *source);

/* Adds the words that give libclang the same view of the source. */
void command_front_end(const struct command *command, struct words *out);

#endif
