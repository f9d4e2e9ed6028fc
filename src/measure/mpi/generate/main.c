/* main.c: writes the wrappers of all functions of one MPI.
 *
 *   generate C-FILE FORTRAN-FILE LIBRARY [FORTRAN-LIBRARY...] -- COMPILER-ARGUMENT... */
#include "generate.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Adds functions that were removed from MPI but still exist for old programs. */
static void add_undeclared(struct functions *functions, const struct symbols *symbols)
{
    for (size_t i = 0; i < symbols->count; i++) {
        const char *name = symbols->names[i];
        bool known = strncmp(name, "MPI_", 4) != 0 && strncmp(name, "MPIX_", 5) != 0;
        const char *first = strchr(name, '_');
        known |= !first || !isupper((unsigned char)first[1]) || !islower((unsigned char)first[2]);
        for (size_t k = 0; k < functions->count; k++)
            known |= !strcmp(functions->all[k].name, name);
        if (known)
            continue;
        functions->all = memory_grow(functions->all, &functions->room, functions->count + 1,
                                     sizeof *functions->all);
        functions->all[functions->count++] =
            (struct function){.name = memory_string(name), .base = memory_string(name)};
    }
}

static bool write_file(const char *path, const struct functions *functions,
                       const struct symbols *symbols,
                       void (*write)(FILE *out, const struct functions *functions,
                                     const struct symbols *symbols),
                       struct error *error)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return error_errno(error, "%s cannot be written", path);
    write(out, functions, symbols);
    bool failed = ferror(out) != 0;
    if (fclose(out) != 0 || failed)
        return error_errno(error, "%s cannot be written", path);
    return true;
}

static bool generate(char **words, int count, struct error *error)
{
    struct functions functions = {0};
    struct symbols own = {0}, fortran = {0};
    int separator = 3;
    while (separator < count && strcmp(words[separator], "--") != 0)
        separator++;
    bool good = header_read(&functions, (const char *const *)words + separator + 1,
                            count - separator - 1, error) &&
                symbols_read(&own, words[2], error);
    for (int i = 3; i < separator && good; i++)
        good = symbols_read(&fortran, words[i], error);
    if (good) {
        add_undeclared(&functions, &own);
        good = write_file(words[0], &functions, &own, write_c, error) &&
               write_file(words[1], &functions, &fortran, write_fortran, error);
    }
    symbols_free(&own);
    symbols_free(&fortran);
    header_free(&functions);
    return good;
}

int main(int argc, char **argv)
{
    struct error error = {0};
    if (argc < 5) {
        fputs("usage: generate C-FILE FORTRAN-FILE LIBRARY [FORTRAN-LIBRARY...] -- ARGUMENT...\n",
              stderr);
        return 2;
    }
    if (generate(argv + 1, argc - 1, &error))
        return 0;
    fprintf(stderr, "generate: %s\n", error.text);
    return 1;
}
