/* vocabulary.h: reads vocabularies: files that tell which functions of a library are which acts.
 * doc/vocabularies.md describes the format. */
#ifndef VOCABULARY_VOCABULARY_H
#define VOCABULARY_VOCABULARY_H

#include "util/buffer.h"
#include "util/diagnostic.h"
#include "util/error.h"
#include "vocabulary/tree.h"

enum { VOCABULARY_LARGEST = 1 << 20 }; /* bytes of a file */

/* Reads and checks a text, which must live as long as the vocabulary. NULL with trouble. */
struct vocabulary *vocabulary_read(const char *path, const char *text, struct diagnostic *trouble);
void vocabulary_free(struct vocabulary *vocabulary);

/* A program: its functions, by their symbols, and its classes. */
struct vocabulary_program {
    char **functions;
    size_t count, room;
    char **paths; /* files of it */
    size_t path_count, path_room;
    void *classes; /* what `fields` has read of them */
    /* Returns the name of the C++ class that a mangled name stands for, to be freed. */
    char *(*class)(const char *mangled);
    /* Returns the fields of a C++ class with their sizes, to be freed; NULL: they are not known. */
    char *(*fields)(struct vocabulary_program *program, const char *class);
};

/* The same for a program: a function whose name has a family of any member is one function for each
 * of the program's that has such a name. */
struct vocabulary *vocabulary_read_for(const char *path, const char *text,
                                       struct vocabulary_program *program,
                                       struct diagnostic *trouble);
struct vocabulary *vocabulary_load_for(const char *path, struct vocabulary_program *program,
                                       struct error *error);

/* True if it has such functions, and was read without a program. */
bool vocabulary_is_open(const struct vocabulary *vocabulary);

/* Finds the first line about labels that the label of a C function matches; false: there is none.
 * `name` is the name of the region that begins there, to be freed; NULL: one ends. */
bool vocabulary_label_of(const struct vocabulary *vocabulary, const char *function,
                         const char *label, char **name);

/* Reads and checks a file. NULL with an error, which for a mistake in the file has the line and a
 * caret. */
struct vocabulary *vocabulary_load(const char *path, struct error *error);

/* True if a program that needs a library of this name ("libpvm3.so.3") uses the vocabulary. */
bool vocabulary_has_library(const struct vocabulary *vocabulary, const char *name);

/* Calls `see` for each name of a library in a file, without reading anything else of it. False if
 * the file has to be read to know them. */
bool vocabulary_scan_libraries(const char *path, void (*see)(const char *pattern, void *data),
                               void *data);

/* Checks what was parsed: names and types. */
bool vocabulary_check(struct vocabulary *vocabulary, struct diagnostic *trouble);

/* Adds what a vocabulary may not mean, each with its line and a caret. */
void vocabulary_warn(const struct vocabulary *vocabulary, struct buffer *to);

/* Returns the function of that name, or NULL. */
const struct vocabulary_function *vocabulary_function_of(const struct vocabulary *vocabulary,
                                                         const char *name);

/* Returns what a function does: its first act; NULL if it has none. */
const struct vocabulary_statement *vocabulary_act_of(const struct vocabulary_function *function);

/* Adds a description of the vocabulary for people: its functions and their acts. */
void vocabulary_show(const struct vocabulary *vocabulary, struct buffer *to);

#endif
