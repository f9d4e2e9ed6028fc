/* command.c: see command.h */
#include "instrument/driver/command.h"

#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_NESTED_FILES = 16 }; /* of @files that name others */

static bool starts(const char *text, const char *start)
{
    return !strncmp(text, start, strlen(start));
}

static bool is_one_of(const char *text, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(text, list[i]))
            return true;
    }
    return false;
}

#define ONE_OF(text, list) is_one_of(text, list, sizeof list / sizeof list[0])

/* Returns the text of a file; NULL if it cannot be opened. The caller frees it. */
static char *read_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    struct buffer buffer = {0};
    char block[8192];
    size_t got;
    while ((got = fread(block, 1, sizeof block, file)) > 0)
        buffer_add_bytes(&buffer, block, got);
    fclose(file);
    return buffer_take(&buffer);
}

static void expand(struct words *out, const char *word, int nested);

/* Adds the words of a text. They are separated by space; quotes and backslashes protect, as in
 * libiberty's buildargv. */
static void split(struct words *out, const char *at, int nested)
{
    while (*at) {
        while (isspace((unsigned char)*at))
            at++;
        if (!*at)
            break;
        struct buffer word = {0};
        char quote = '\0';
        for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
            if (*at == '\\' && at[1])
                buffer_add_bytes(&word, ++at, 1);
            else if (quote && *at == quote)
                quote = '\0';
            else if (!quote && (*at == '"' || *at == '\''))
                quote = *at;
            else
                buffer_add_bytes(&word, at, 1);
        }
        char *text = buffer_take(&word);
        expand(out, text, nested);
        free(text);
    }
}

static void expand(struct words *out, const char *word, int nested)
{
    char *text = word[0] == '@' && nested < MOST_NESTED_FILES ? read_whole(word + 1) : NULL;
    if (text)
        split(out, text, nested + 1);
    else
        words_add(out, word);
    free(text);
}

void words_split(struct words *words, const char *text)
{
    split(words, text, MOST_NESTED_FILES);
}

bool command_takes_word(const char *word)
{
    static const char *const list[] = {"-o",
                                       "-x",
                                       "-I",
                                       "-D",
                                       "-U",
                                       "-L",
                                       "-l",
                                       "-T",
                                       "-u",
                                       "-z",
                                       "-e",
                                       "-A",
                                       "-B",
                                       "-F",
                                       "-G",
                                       "-MF",
                                       "-MT",
                                       "-MQ",
                                       "-include",
                                       "-imacros",
                                       "-isystem",
                                       "-iquote",
                                       "-idirafter",
                                       "-iprefix",
                                       "-iwithprefix",
                                       "-iwithprefixbefore",
                                       "-isysroot",
                                       "-imultilib",
                                       "-Xlinker",
                                       "-Xassembler",
                                       "-Xpreprocessor",
                                       "-Xclang",
                                       "-Xanalyzer",
                                       "-mllvm",
                                       "-aux-info",
                                       "-dumpbase",
                                       "-dumpbase-ext",
                                       "-dumpdir",
                                       "--param",
                                       "-arch",
                                       "-target",
                                       "--target",
                                       "-framework",
                                       "-wrapper",
                                       "-Tbss",
                                       "-Tdata",
                                       "-Ttext",
                                       "--sysroot",
                                       "-include-pch",
                                       "-working-directory",
                                       "-serialize-diagnostics",
                                       "--serialize-diagnostics",
                                       "-ivfsoverlay",
                                       "-gcc-toolchain",
                                       "--output",
                                       "-cxx-isystem",
                                       "-rpath",
                                       "-dyld-prefix",
                                       "--include",
                                       "--imacros",
                                       "--define-macro",
                                       "--undefine-macro",
                                       "--include-directory",
                                       "--language",
                                       "--library-directory",
                                       "--for-linker",
                                       "-J",
                                       "-module-dir",
                                       "-fintrinsic-modules-path"};
    return ONE_OF(word, list);
}

/* True for options with which nothing is compiled that could be measured. */
static bool only_asks(const char *word)
{
    static const char *const list[] = {"-E",
                                       "-M",
                                       "-MM",
                                       "-fsyntax-only",
                                       "-###",
                                       "--version",
                                       "--help",
                                       "-dumpversion",
                                       "-dumpfullversion",
                                       "-dumpmachine",
                                       "-dumpspecs",
                                       "--target-help",
                                       "--preprocess",
                                       "--dependencies",
                                       "--user-dependencies",
                                       "--analyze",
                                       "-cc1",
                                       "-cc1as",
                                       "-help",
                                       "--print-supported-cpus",
                                       "-module-file-info",
                                       "-verify-pch"};
    return ONE_OF(word, list) || starts(word, "-print-") || starts(word, "--print-") ||
           starts(word, "--help=") || starts(word, "-dM") || starts(word, "-fdump-ast") ||
           starts(word, "-fdump-fortran-") || starts(word, "-fdump-parse-tree") ||
           starts(word, "-fc-prototypes");
}

/* True for options that concern linking only. */
static bool only_links(const char *word)
{
    static const char *const list[] = {"-shared",
                                       "-static",
                                       "-pie",
                                       "-no-pie",
                                       "-rdynamic",
                                       "-s",
                                       "-r",
                                       "-nostdlib",
                                       "-nostartfiles",
                                       "-nodefaultlibs",
                                       "-static-pie",
                                       "-static-libgcc",
                                       "-shared-libgcc",
                                       "-L",
                                       "-l",
                                       "-T",
                                       "-u",
                                       "-z",
                                       "-e",
                                       "-Xlinker",
                                       "-nolibc",
                                       "-static-libgfortran",
                                       "-static-libquadmath",
                                       "-rpath"};
    return ONE_OF(word, list) || starts(word, "-Wl,") || starts(word, "-l") || starts(word, "-L") ||
           starts(word, "-fuse-ld");
}

/* True for options that concern the files of dependencies. */
static bool about_dependencies(const char *word)
{
    static const char *const list[] = {"-MD",
                                       "-MMD",
                                       "-MP",
                                       "-MG",
                                       "-MF",
                                       "-MT",
                                       "-MQ",
                                       "-MV",
                                       "--write-dependencies",
                                       "--write-user-dependencies"};
    return ONE_OF(word, list) || starts(word, "-MF") || starts(word, "-MT") ||
           starts(word, "-MQ") || starts(word, "-Wp,-MD") || starts(word, "-Wp,-MMD");
}

/* Returns the role of an option. */
static enum command_role role_of(const char *word)
{
    if (!strcmp(word, "-c") || !strcmp(word, "-S") || !strcmp(word, "--compile") ||
        !strcmp(word, "--assemble"))
        return ROLE_STAGE;
    if (starts(word, "-o") && !starts(word, "-objc"))
        return ROLE_OUTPUT;
    if (!strcmp(word, "--output"))
        return ROLE_OUTPUT;
    if (starts(word, "-x") || !strcmp(word, "--language"))
        return ROLE_LANGUAGE;
    if (about_dependencies(word))
        return ROLE_DEPENDENCIES;
    if (starts(word, "-J") || !strcmp(word, "-module-dir"))
        return ROLE_MODULES;
    if (only_links(word))
        return ROLE_LINK;
    return ROLE_OPTION;
}

static void add_word(struct command *command, const char *text, enum command_role role)
{
    command->words =
        memory_grow(command->words, &command->room, command->count + 1, sizeof *command->words);
    command->words[command->count++] =
        (struct command_word){.text = memory_string(text), .role = role};
}

static bool is_header(const char *name, const char *x)
{
    size_t length = strlen(name);
    return x ? strstr(x, "-header") != NULL : length > 2 && !strcmp(name + length - 2, ".h");
}

/* Notes what an option means for the whole command. */
static void note_option(struct command *command, const char *word)
{
    if (!strcmp(word, "-static") || !strcmp(word, "-static-pie"))
        command->is_static = true;
    else if (!strcmp(word, "-r"))
        command->is_relocatable = true;
    else if (!strcmp(word, "-ffreestanding") || !strcmp(word, "-nostdlib") ||
             !strcmp(word, "-nodefaultlibs") || !strcmp(word, "-nolibc"))
        command->freestanding = true;
    else if (!strcmp(word, "-fhosted"))
        command->freestanding = false;
    else if (!strcmp(word, "-emit-llvm"))
        command->emits_llvm = true;
    if (!strcmp(word, "-c") || !strcmp(word, "--compile"))
        command->does = command->does == COMMAND_LINK ? COMMAND_OBJECT : command->does;
    if (!strcmp(word, "-S") || !strcmp(word, "--assemble"))
        command->does = command->does == COMMAND_OTHER ? COMMAND_OTHER : COMMAND_ASSEMBLER;
    if (only_asks(word))
        command->does = COMMAND_OTHER;
    if (!strcmp(word, "-MD") || !strcmp(word, "-MMD") || starts(word, "-Wp,-MD") ||
        starts(word, "-Wp,-MMD") || starts(word, "--write-"))
        command->wants_dependencies = true;
}

/* True for programs whose first argument is the compiler that they start. */
static bool is_launcher(const char *word)
{
    static const char *const list[] = {"ccache", "distcc", "sccache", "icecc", "nice", "time"};
    const char *base = strrchr(word, '/') ? strrchr(word, '/') + 1 : word;
    return ONE_OF(base, list);
}

/* Keeps options about dependencies that the compiler rejects, so that it can say so: those without
 * -MD or -MMD, and -MG beside them. */
static void keep_refused(struct command *command)
{
    for (size_t i = command->compiler; i < command->count; i++) {
        struct command_word *word = &command->words[i];
        if (word->role != ROLE_DEPENDENCIES)
            continue;
        if (!command->wants_dependencies)
            word->role = ROLE_OPTION;
        else if (!strcmp(word->text, "-MG"))
            command->does = COMMAND_OTHER;
    }
}

/* Adds a word that is no option. */
static void add_input(struct command *command, const char *word, const char *x)
{
    enum language language = language_of(word, x);
    if (!x && language_is_flangs_own(word) &&
        !strstr(command->words[command->compiler - 1].text, "flang"))
        language = LANGUAGE_OTHER;
    add_word(command, word, language != LANGUAGE_OTHER ? ROLE_SOURCE : ROLE_INPUT);
    command->words[command->count - 1].x = x;
    command->words[command->count - 1].language = language;
    command->sources += language != LANGUAGE_OTHER;
    command->inputs++;
}

void command_read(struct command *command, int argc, char **argv)
{
    struct words words = {0};
    for (int i = 0; i < argc; i++)
        expand(&words, argv[i], i == 0 ? MOST_NESTED_FILES : 0);
    command->does = COMMAND_LINK;
    const char *x = NULL;
    bool has_header = false; /* it is precompiled, even without -c */
    assert(words.count > 0);
    do
        add_word(command, words.list[command->compiler++], ROLE_OPTION);
    while (command->compiler < words.count && is_launcher(words.list[command->compiler - 1]));
    for (size_t i = command->compiler; i < words.count; i++) {
        const char *word = words.list[i];
        if (word[0] != '-' || !word[1]) {
            add_input(command, word, x);
            has_header = has_header || is_header(word, x);
            continue;
        }
        enum command_role role = role_of(word);
        note_option(command, word);
        add_word(command, word, role);
        if (command_takes_word(word) && i + 1 < words.count)
            add_word(command, words.list[++i], role);
        const char *last = command->words[command->count - 1].text;
        if (role == ROLE_LANGUAGE) {
            x = starts(last, "-x") ? last + 2 : last;
            if (!strcmp(x, "none"))
                x = NULL;
        }
        if (role == ROLE_OUTPUT)
            command->output = starts(last, "-o") &&
                                      last == command->words[command->count - 1].text &&
                                      !strcmp(last, word)
                                  ? last + 2
                                  : last;
    }
    words_free(&words);
    keep_refused(command);
    if (command->inputs == 0 || has_header)
        command->does = COMMAND_OTHER;
}

void command_free(struct command *command)
{
    for (size_t i = 0; i < command->count; i++)
        free(command->words[i].text);
    free(command->words);
    *command = (struct command){0};
}

bool command_says(const struct command *command, const char *option)
{
    for (size_t i = command->compiler; i < command->count; i++) {
        if (!strcmp(command->words[i].text, option))
            return true;
    }
    return false;
}

bool command_inlines(const struct command *command, bool optimises)
{
    bool inlines = true;
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (starts(word, "-O"))
            optimises = strcmp(word, "-O0") != 0;
        else if (!strcmp(word, "-fno-inline") || !strcmp(word, "-finline"))
            inlines = !strcmp(word, "-finline");
    }
    return inlines && optimises;
}

/* True if an -O level turns tail recursion into loops: gcc and clang do so from -O2 on, and for
 * size. */
static bool level_loops_tails(const char *level)
{
    return *level && !strchr("01g", *level);
}

bool command_loops_tails(const struct command *command, bool optimises)
{
    bool loops = optimises, asked = false, refused = false;
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (starts(word, "-O")) {
            loops = level_loops_tails(word + 2);
            optimises = strcmp(word, "-O0") != 0;
        } else if (!strcmp(word, "-foptimize-sibling-calls") ||
                   !strcmp(word, "-fno-optimize-sibling-calls")) {
            asked = !strcmp(word, "-foptimize-sibling-calls");
            refused = !asked;
        } else if (!strcmp(word, "-std=f95") || !strcmp(word, "-std=f2003")) {
            return false; /* the probe before such a call needs newer standards */
        }
    }
    return !refused && (loops || (asked && optimises));
}

bool command_is_pic(const struct command *command)
{
    bool is_pic = false;
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (!strcasecmp(word, "-fpic"))
            is_pic = true;
        else if (!strcasecmp(word, "-fpie") || !strcmp(word, "-fno-pic") ||
                 !strcmp(word, "-fno-PIC") || !strcasecmp(word, "-fno-pie"))
            is_pic = false;
    }
    return is_pic;
}

char *command_default_output(const struct command *command, const char *source)
{
    const char *base = strrchr(source, '/') ? strrchr(source, '/') + 1 : source;
    const char *dot = strrchr(base, '.');
    int stem = dot && dot != base ? (int)(dot - base) : (int)strlen(base);
    const char *suffix = command->does == COMMAND_ASSEMBLER ? (command->emits_llvm ? "ll" : "s")
                                                            : (command->emits_llvm ? "bc" : "o");
    struct buffer name = {0};
    buffer_printf(&name, "%.*s.%s", stem, base, suffix);
    return buffer_take(&name);
}

/* True for options that change the meaning of the source and that libclang knows too. */
static bool matters(const char *word)
{
    static const char *const exact[] = {"-ansi",
                                        "-trigraphs",
                                        "-pthread",
                                        "-undef",
                                        "-nostdinc",
                                        "-m32",
                                        "-m64",
                                        "-mx32",
                                        "-funsigned-char",
                                        "-fsigned-char",
                                        "-fno-signed-char",
                                        "-fno-unsigned-char",
                                        "-fshort-enums",
                                        "-fno-short-enums",
                                        "-fshort-wchar",
                                        "-fms-extensions",
                                        "-fgnu89-inline",
                                        "-fno-gnu89-inline",
                                        "-ffast-math",
                                        "-fPIC",
                                        "-fpic",
                                        "-fPIE",
                                        "-fpie",
                                        "-fno-builtin",
                                        "-fdollars-in-identifiers",
                                        "-traditional-cpp",
                                        "-fblocks",
                                        "-fexceptions",
                                        "-fasm",
                                        "-fno-asm",
                                        "-ffinite-math-only",
                                        "-fwrapv"};
    static const char *const starting[] = {
        "-I",           "-D",         "-U",       "-std=",     "--std=",    "-O",        "-isystem",
        "-iquote",      "-idirafter", "-include", "-imacros",  "-isysroot", "--sysroot", "-iprefix",
        "-iwithprefix", "-march=",    "-mcpu=",   "-msse",     "-mavx",     "-mfma",     "-mbmi",
        "-maes",        "-mpopcnt",   "-mf16c",   "--include", "--imacros"};
    static const char *const fortran[] = {"-std=f95",   "-std=f2003", "-std=f2008", "-std=f2008ts",
                                          "-std=f2018", "-std=gnu",   "-std=legacy"};
    if (ONE_OF(word, fortran))
        return false;
    if (ONE_OF(word, exact))
        return true;
    for (size_t i = 0; i < sizeof starting / sizeof starting[0]; i++) {
        if (starts(word, starting[i]))
            return true;
    }
    return false;
}

/* Returns libclang 14's name for the C standard after that of 2017; NULL for any other option. */
static const char *newest_standard(const char *word)
{
    static const char *const strict[] = {"-std=c23", "-std=c2y", "-std=iso9899:2024", "--std=c23"};
    static const char *const gnu[] = {"-std=gnu23", "-std=gnu2y", "--std=gnu23"};
    return ONE_OF(word, strict) ? "-std=c2x" : ONE_OF(word, gnu) ? "-std=gnu2x" : NULL;
}

void command_front_end(const struct command *command, struct words *out)
{
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (command->words[i].role != ROLE_OPTION)
            continue;
        bool two = command_takes_word(word) && i + 1 < command->count;
        if (starts(word, "-fopenmp") || !strcmp(word, "-qopenmp")) {
            words_add(out, "-D_OPENMP=201511");
        } else if (starts(word, "-Wp,-D") || starts(word, "-Wp,-U") || starts(word, "-Wp,-I")) {
            words_add(out, word + 4);
        } else if (starts(word, "-fsanitize=address")) {
            words_add(out, "-D__SANITIZE_ADDRESS__=1");
        } else if (starts(word, "-fsanitize=thread")) {
            words_add(out, "-D__SANITIZE_THREAD__=1");
        } else if (!strcmp(word, "-O")) {
            words_add(out, "-O1");
        } else if (newest_standard(word)) {
            words_add(out, newest_standard(word));
        } else if (matters(word)) {
            const struct command_word *next = &command->words[i + 1];
            words_add(out, word);
            if (two)
                words_add(out, next->instead ? next->instead : next->text);
        }
        if (two)
            i++;
    }
}
