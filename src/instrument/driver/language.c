/* language.c: see language.h */
#include "instrument/driver/language.h"

#include <stddef.h>
#include <string.h>

/* A suffix, or an argument of -x, and its meaning. */
struct kind {
    const char *name;
    enum language language;
    bool free_form, preprocessed;
};

static const struct kind suffixes[] = {
    {"c", LANGUAGE_C, false, true},          {"f", LANGUAGE_FORTRAN, false, false},
    {"for", LANGUAGE_FORTRAN, false, false}, {"ftn", LANGUAGE_FORTRAN, false, false},
    {"fpp", LANGUAGE_FORTRAN, false, true},  {"F", LANGUAGE_FORTRAN, false, true},
    {"FOR", LANGUAGE_FORTRAN, false, true},  {"FTN", LANGUAGE_FORTRAN, false, true},
    {"FPP", LANGUAGE_FORTRAN, false, true},  {"f90", LANGUAGE_FORTRAN, true, false},
    {"f95", LANGUAGE_FORTRAN, true, false},  {"f03", LANGUAGE_FORTRAN, true, false},
    {"f08", LANGUAGE_FORTRAN, true, false},  {"f18", LANGUAGE_FORTRAN, true, false},
    {"F90", LANGUAGE_FORTRAN, true, true},   {"F95", LANGUAGE_FORTRAN, true, true},
    {"F03", LANGUAGE_FORTRAN, true, true},   {"F08", LANGUAGE_FORTRAN, true, true},
    {"F18", LANGUAGE_FORTRAN, true, true},   {"cc", LANGUAGE_CXX, false, true},
    {"cp", LANGUAGE_CXX, false, true},       {"cxx", LANGUAGE_CXX, false, true},
    {"cpp", LANGUAGE_CXX, false, true},      {"CPP", LANGUAGE_CXX, false, true},
    {"c++", LANGUAGE_CXX, false, true},      {"C", LANGUAGE_CXX, false, true},
    {"ii", LANGUAGE_CXX, false, false},
};

static const struct kind words[] = {
    {"c", LANGUAGE_C, false, true},
    {"c++", LANGUAGE_CXX, false, true},
    {"c++-cpp-output", LANGUAGE_CXX, false, false},
    {"f77", LANGUAGE_FORTRAN, false, false},
    {"f77-cpp-input", LANGUAGE_FORTRAN, false, true},
    {"f95", LANGUAGE_FORTRAN, true, false},
    {"f95-cpp-input", LANGUAGE_FORTRAN, true, true},
};

static const struct kind *find(const struct kind *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(list[i].name, name))
            return &list[i];
    }
    return NULL;
}

static const char *suffix_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && dot != name ? dot + 1 : "";
}

/* Returns the kind of a source; NULL if it is not known. */
static const struct kind *kind_of(const char *name, const char *x)
{
    return x ? find(words, sizeof words / sizeof words[0], x)
             : find(suffixes, sizeof suffixes / sizeof suffixes[0], suffix_of(name));
}

enum language language_of(const char *name, const char *x)
{
    const struct kind *kind = kind_of(name, x);
    return kind ? kind->language : LANGUAGE_OTHER;
}

bool language_is_free_form(const char *name, const char *x)
{
    const struct kind *kind = kind_of(name, x), *named = kind_of(name, NULL);
    bool by_name = x && named && named->language == LANGUAGE_FORTRAN && !named->free_form;
    return kind && kind->free_form && !by_name; /* -x f95 of a file.f is fixed form to gfortran */
}

bool language_is_preprocessed(const char *name, const char *x)
{
    const struct kind *kind = kind_of(name, x);
    return kind && kind->preprocessed;
}

bool language_is_flangs_own(const char *name)
{
    const char *suffix = suffix_of(name);
    return !strcmp(suffix, "f18") || !strcmp(suffix, "F18");
}
