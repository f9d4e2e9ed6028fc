/* program.h: what kind of program a file is: how it can be listened to. */
#ifndef LAUNCH_PROGRAM_H
#define LAUNCH_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum program_kind {
    PROGRAM_NONE,    /* no executable file, or of a kind that is not known */
    PROGRAM_SCRIPT,  /* begins with #! */
    PROGRAM_STATIC,  /* without a dynamic loader: nothing can be preloaded */
    PROGRAM_DYNAMIC, /* the usual */
};

struct program {
    enum program_kind kind;
    char *path;
    char **needed; /* libraries, as they are called in the file: "libgomp.so.1" */
    size_t needed_count, needed_room;
    const char
        *sanitizer;  /* "AddressSanitizer" and others whose library must come first, or NULL */
    bool has_probes; /* as far as its symbols tell */
    bool has_gomp;   /* libgomp is linked into it: the same */
    /* A function of libgomp it takes that LLVM's library has and does not do right, or NULL. */
    const char *misdone;
};

/* Calls `see` for each word of a command that is an executable file: the first as the shell finds
 * it, the others as they are, so that programs behind launchers are seen: env X=1 ./a.out. */
void program_each(char **command, void (*see)(const struct program *program, void *data),
                  void *data);

/* Which word of a command is the program: the first one, or behind launchers the first that is an
 * executable file. */
size_t program_word(char **command);

#endif
