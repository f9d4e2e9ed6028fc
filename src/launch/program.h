/* program.h: inspects executable files, to see how each can be measured. */
#ifndef LAUNCH_PROGRAM_H
#define LAUNCH_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

enum launch_program_kind {
    PROGRAM_NONE,    /* not executable, or of an unknown kind */
    PROGRAM_SCRIPT,  /* begins with #! */
    PROGRAM_STATIC,  /* nothing can be preloaded: it has no dynamic loader, or is of Go and needs no
                        library of C */
    PROGRAM_DYNAMIC, /* with a dynamic loader, as usual */
};

struct launch_program {
    enum launch_program_kind kind;
    char *path;
    char **needed; /* names of libraries as in the file: "libgomp.so.1" */
    size_t needed_count, needed_room;
    const char *
        sanitizer; /* "AddressSanitizer" or another whose library must be loaded first; else NULL */
    bool is_counted; /* marked for counting in the binary (format/mark.h) */
    bool is_go;      /* compiled by Go's own compiler */
    bool has_probes; /* as far as its symbols tell */
    bool has_gomp;   /* libgomp is linked into it, as far as its symbols tell */
    /* a function of libgomp that it calls and that is wrong in LLVM's library; else NULL */
    const char *misdone;
};

/* Calls `see` for each word of a command that is an executable file: the first as the shell finds
 * it, the others as they are, so that programs behind launchers are seen: env X=1 ./a.out. */
void launch_program_each(char **command,
                         void (*see)(const struct launch_program *program, void *data), void *data);

/* Returns the index of the word that is the program: the first one or, behind launchers, the first
 * that is an executable file. */
size_t launch_program_word(char **command);

#endif
