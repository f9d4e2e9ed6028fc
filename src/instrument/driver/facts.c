/* facts.c: see facts.h */
#include "instrument/driver/facts.h"

#include "instrument/driver/feature_checks.h"
#include "instrument/driver/macros.h"
#include "instrument/driver/paths.h"
#include "instrument/driver/process.h"
#include "instrument/driver/target.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Takes those options of clang's compiler proper that a wrapper's user could have written. */
static void take_clangs(struct facts *facts, const struct words *words)
{
    for (size_t i = 2; i < words->count; i++) {
        const char *word = words->list[i];
        bool two = !strcmp(word, "-D") || !strcmp(word, "-U") || !strcmp(word, "-include");
        if (two && i + 1 < words->count) {
            words_add(&facts->options, word);
            words_add(&facts->options, words->list[++i]);
        } else if (!strcmp(word, "-fopenmp") || !strncmp(word, "-std=", 5)) {
            words_add(&facts->options, word);
        }
    }
}

/* Takes the real compiler and its options from a line of its answer: gcc prints its name and
 * options; clang prints the command of its compiler proper. */
static void take_compiler(struct facts *facts, const char *line)
{
    if (!facts->compiler && !strncmp(line, "COLLECT_GCC=", 12)) {
        facts->compiler = memory_string(line + 12);
    } else if (!facts->options.count && !strncmp(line, "COLLECT_GCC_OPTIONS=", 20)) {
        words_split(&facts->options, line + 20);
    } else if (!facts->compiler && !strncmp(line, " \"", 2)) {
        struct words words = {0};
        words_split(&words, line);
        if (words.count > 1 && (!strcmp(words.list[1], "-cc1") || !strcmp(words.list[1], "-fc1"))) {
            facts->compiler = memory_string(words.list[0]);
            take_clangs(facts, &words);
        }
        words_free(&words);
    }
}

/* Reads what the compiler prints with -v. */
static void read_answer(struct facts *facts, FILE *answer)
{
    char *line = NULL;
    size_t room = 0;
    bool listing = false;
    ssize_t length;
    while ((length = getline(&line, &room, answer)) > 0) {
        if (line[length - 1] == '\n')
            line[length - 1] = '\0';
        if (!strncmp(line, "Target: ", 8) && !facts->target)
            facts->target = memory_string(line + 8);
        take_compiler(facts, line);
        if (strstr(line, "clang version"))
            facts->is_clang = true;
        if (strstr(line, "flang") && strstr(line, " version "))
            facts->is_flang = true;
        if (!strncmp(line, "#include <...>", 14))
            listing = true;
        else if (!strncmp(line, "End of search list", 18))
            listing = false;
        else if (listing && line[0] == ' ')
            words_add(&facts->folders, line + 1);
    }
    free(line);
}

bool facts_is_cxx(const char *compiler)
{
    static const char *const others[] = {"mpicxx", "mpiCC", "CC", "icpx"};
    const char *base = strrchr(compiler, '/') ? strrchr(compiler, '/') + 1 : compiler;
    bool found = strstr(base, "++") != NULL || !strncmp(base, "mpicxx.", 7);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        found = found || !strcmp(base, others[i]);
    return found;
}

/* Asks for the predefined macros, unless that was done. */
static void ask_macros(struct facts *facts, const struct command *command)
{
    struct words words = {0};
    struct error ignored = {0};
    FILE *answer = facts->has_macros ? NULL : tmpfile();
    facts->has_macros = true;
    macros_question(command, NULL, &words);
    if (answer) {
        struct process how = {.errors = "/dev/null", .output_file = fileno(answer), .plain = true};
        if (process_run(words.list, &how, &ignored) == 0) {
            rewind(answer);
            macros_read(answer, &facts->macros);
        }
        fclose(answer);
    }
    words_free(&words);
}

/* True if no option of the command changes macros except those that are in `words`, too: one start
 * of the compiler can answer both questions. */
static bool asks_alike(const struct words *words, const struct command *command)
{
    struct words question = {0};
    macros_question(command, NULL, &question);
    size_t same = 0;
    while (same < words->count && same < question.count &&
           !strcmp(words->list[same], question.list[same]))
        same++;
    bool alike =
        same == words->count && same < question.count && !strcmp(question.list[same], "-w");
    words_free(&question);
    return alike;
}

/* Removes the words from number `from` on for which `drops` is true. */
static void drop(struct words *words, size_t from, bool (*drops)(const char *))
{
    size_t kept = from;
    for (size_t i = from; i < words->count; i++) {
        if (drops(words->list[i]))
            free(words->list[i]);
        else
            words->list[kept++] = words->list[i];
    }
    if (kept < words->count)
        words->list[kept] = NULL;
    words->count = kept;
}

static bool is_for_macros(const char *word)
{
    return !strcmp(word, "-dM");
}

/* Asks for all but the macros; for these, too, if `macros` is a file for them. Returns what
 * process_run() does. */
static int ask_all(struct facts *facts, struct words *words, FILE *macros, struct error *error)
{
    static const char *const question[] = {"-E", "-v", "-x", "c", "/dev/null"};
    if (macros)
        words_add(words, "-dM");
    for (size_t i = 0; i < sizeof question / sizeof question[0]; i++)
        words_add(words, question[i]);
    FILE *answer = tmpfile();
    struct process how = {.output = macros ? NULL : "/dev/null", .plain = true};
    if (macros)
        how.output_file = fileno(macros);
    if (answer)
        how.error_file = fileno(answer);
    else
        how.errors = "/dev/null";
    int status = process_run(words->list, &how, error);
    if (answer) {
        rewind(answer);
        read_answer(facts, answer);
        fclose(answer);
    }
    if (macros && status == 0) {
        rewind(macros);
        macros_read(macros, &facts->macros);
        facts->has_macros = facts->macros.count > 0;
    }
    drop(&facts->options, 0, is_for_macros);
    return status;
}

bool facts_ask(struct facts *facts, const struct command *command, struct error *error)
{
    struct words words = {0};
    assert(command->compiler > 0 && command->compiler <= command->count);
    for (size_t i = 0; i < command->compiler; i++)
        words_add(&words, command->words[i].text);
    for (size_t i = command->compiler; i < command->count; i++) {
        const char *word = command->words[i].text;
        bool chooses = !strncmp(word, "--sysroot", 9) || !strncmp(word, "-isysroot", 9) ||
                       !strcmp(word, "-m32") || !strcmp(word, "-m64") ||
                       !strncmp(word, "--target=", 9) || !strcmp(word, "-nostdinc") ||
                       !strncmp(word, "-B", 2);
        if (!chooses)
            continue;
        words_add(&words, word);
        if ((!strcmp(word, "--sysroot") || !strcmp(word, "-isysroot") || !strcmp(word, "-B")) &&
            i + 1 < command->count)
            words_add(&words, command->words[++i].text);
    }
    FILE *macros = asks_alike(&words, command) ? tmpfile() : NULL;
    int status = ask_all(facts, &words, macros, error);
    if (macros)
        fclose(macros);
    words_free(&words);
    facts->is_cxx = facts_is_cxx(command->words[command->compiler - 1].text) ||
                    (facts->compiler && facts_is_cxx(facts->compiler));
    return status != PROCESS_MISSING;
}

void facts_free(struct facts *facts)
{
    words_free(&facts->folders);
    words_free(&facts->options);
    words_free(&facts->macros);
    free(facts->target);
    free(facts->compiler);
}

/* True for a compiler's own folder of headers. libclang can use gcc's stddef.h, but not its
 * intrinsics. */
static bool is_compilers_own(const char *folder)
{
    return strstr(folder, "/lib/gcc/") || strstr(folder, "/lib/gcc-cross/") ||
           strstr(folder, "/lib/clang/");
}

/* True for the system's folders, which libclang searches by itself, in the right order. Folders
 * below that of the machine's name may belong to packages. */
static bool is_usual(const char *folder)
{
    return !strcmp(folder, "/usr/include") || !strcmp(folder, "/usr/local/include") ||
           (!strncmp(folder, "/usr/include/", 13) && strstr(folder, "-linux-gnu") &&
            !strchr(folder + 13, '/'));
}

bool facts_is_added(const char *folder)
{
    return !is_usual(folder) && !is_compilers_own(folder);
}

/* Adds the options that a wrapper adds, except folders: these are among all others, after the
 * user's. */
static void add_wrappers(const struct facts *facts, struct words *out)
{
    if (!facts->options.count)
        return;
    struct words words = {0};
    struct command command = {0};
    words_add(&words, facts->compiler ? facts->compiler : "gcc");
    for (size_t i = 0; i < facts->options.count; i++) {
        if (!strcmp(facts->options.list[i], "-I"))
            i++;
        else
            words_add(&words, facts->options.list[i]);
    }
    command_read(&command, (int)words.count, words.list);
    command_front_end(&command, out);
    command_free(&command);
    words_free(&words);
}

/* The predefined macros that libclang is given, in the order in which they are tried. */
enum view {
    VIEW_COMPILER, /* those of the compiler */
    VIEW_HELPED,   /* these, and those that libclang's own headers need */
    VIEW_GCC,      /* those of an older gcc, for which headers use nothing that libclang lacks */
    VIEW_CLANG,    /* libclang's own */
    VIEWS
};

/* The ways to describe the machine to libclang, in the order in which they are tried. */
enum machine {
    MACHINE_GIVEN,   /* by the command's options */
    MACHINE_NEAREST, /* by the instruction sets that both know */
    MACHINE_USUAL,   /* by macros only */
    MACHINES
};

/* One attempt to parse a source. */
struct attempt {
    const struct target *target;
    enum view view;
    enum machine machine;
    const char *folder; /* of a source whose text is elsewhere, or NULL */
};

static void add_all(struct words *out, const struct words *words)
{
    for (size_t i = 0; i < words->count; i++)
        words_add(out, words->list[i]);
}

/* Macros that the headers of libclang's intrinsics need and gcc does not define. */
static const char *const helping[] = {"__ARM_ACLE=200", "__LITTLE_ENDIAN__=1",
                                      "__ARM_FEATURE_BF16=1"};

/* True if these macros may help. */
static bool can_help(const struct facts *facts)
{
    return !facts->is_clang && facts->macros.count && facts->target &&
           !strncmp(facts->target, "aarch64-", 8);
}

static void add_helping(const struct facts *facts, struct words *out)
{
    bool has_bf16 = false;
    for (size_t i = 0; i < facts->macros.count; i++)
        has_bf16 |= !strncmp(facts->macros.list[i], "-D__ARM_FEATURE_BF16_VECTOR", 27);
    for (size_t i = 0; i < sizeof helping / sizeof helping[0]; i++) {
        if (has_bf16 || !strstr(helping[i], "BF16"))
            words_printf(out, "-D%s", helping[i]);
    }
}

/* True if the file's own text may depend on one of these macros. */
static bool mentions_helping(const char *path)
{
    size_t size = 0;
    char *text = paths_read(path, &size);
    bool mentions = !text;
    for (size_t i = 0; text && i < sizeof helping / sizeof helping[0]; i++)
        mentions |= memmem(text, size, helping[i], strcspn(helping[i], "=")) != NULL;
    free(text);
    return mentions;
}

/* Adds the predefined macros of an attempt. Those that the user defines come after them. */
static void add_view(const struct facts *facts, const struct attempt *attempt, struct words *out)
{
    static const char *const older[] = {"-U__clang__", "-fgnuc-version=10.2.1"};
    static const char *const types[] = {"-D_Float32=float", "-D_Float64=double",
                                        "-D_Float32x=double", "-D_Float64x=long double",
                                        "-D_Float128=long double"};
    bool is_gcc = attempt->view != VIEW_CLANG && !facts->is_clang;
    for (size_t i = 0; attempt->view == VIEW_GCC && i < sizeof older / sizeof older[0]; i++)
        words_add(out, older[i]);
    if (attempt->view <= VIEW_HELPED) {
        words_add(out, "-undef");
        add_all(out, &facts->macros);
        if (attempt->view == VIEW_HELPED)
            add_helping(facts, out);
    } else {
        add_all(out, &attempt->target->macros);
    }
    for (size_t i = 0; is_gcc && i < sizeof types / sizeof types[0]; i++)
        words_add(out, types[i]);
}

/* Adds all arguments for libclang. */
static void front_end(const struct facts *facts, const struct command *command,
                      const struct attempt *attempt, struct words *out)
{
    words_add(out, "-xc");
    words_add(out, "-Wno-everything");
    if (attempt->folder) {
        words_add(out, "-iquote");
        words_add(out, attempt->folder);
    }
    if (facts->target)
        words_printf(out, "--target=%s", facts->target);
    add_view(facts, attempt, out);
    if (attempt->machine == MACHINE_NEAREST)
        add_all(out, &attempt->target->features);
    size_t from = out->count;
    add_wrappers(facts, out);
    command_front_end(command, out);
    if (attempt->machine != MACHINE_GIVEN)
        drop(out, from, target_chooses);
    if (attempt->view <= VIEW_HELPED)
        drop(out, from, macros_is_implied);
    for (size_t i = 0; i < facts->folders.count; i++) {
        if (is_usual(facts->folders.list[i]))
            continue;
        words_add(out, is_compilers_own(facts->folders.list[i]) ? "-idirafter" : "-isystem");
        words_add(out, facts->folders.list[i]);
    }
}

/* Replaces gcc's stdatomic.h. libclang's own stdatomic.h includes the compiler's, and gcc's uses
 * builtins that do not accept _Atomic in clang. This text leads back to the definitions in
 * libclang's header. */
static const char stdatomic[] = "#ifndef _STDATOMIC_H\n"
                                "#define _STDATOMIC_H\n"
                                "#include <stddef.h>\n"
                                "#include <stdint.h>\n"
                                "#pragma push_macro(\"__STDC_HOSTED__\")\n"
                                "#undef __STDC_HOSTED__\n"
                                "#define __STDC_HOSTED__ 0\n"
                                "#undef __CLANG_STDATOMIC_H\n"
                                "#include <stdatomic.h>\n"
                                "#pragma pop_macro(\"__STDC_HOSTED__\")\n"
                                "#endif\n";

/* Returns the path of gcc's stdatomic.h; NULL if there is none. The caller frees it. */
static char *gcc_stdatomic(const struct facts *facts)
{
    for (size_t i = 0; !facts->is_clang && i < facts->folders.count; i++) {
        if (!is_compilers_own(facts->folders.list[i]))
            continue;
        struct buffer path = {0};
        buffer_printf(&path, "%s/stdatomic.h", facts->folders.list[i]);
        if (access(path.text, R_OK) == 0)
            return buffer_take(&path);
        buffer_free(&path);
    }
    return NULL;
}

/* Returns the folder of a source. The caller frees it. */
static char *folder_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    if (!slash)
        return memory_string(".");
    return memory_printf("%.*s", slash == name ? 1 : (int)(slash - name), name);
}

bool facts_instrument(struct facts *facts, const struct command *command,
                      struct instrument_request *request, struct instrument_result *done,
                      struct error *error)
{
    bool parsed = false;
    struct target target = {0};
    struct attempt attempt = {.target = &target, .folder = NULL};
    char *folder = folder_of(request->shown);
    if (strcmp(request->path, request->shown) != 0)
        attempt.folder = folder;
    ask_macros(facts, command);
    target_ask(&target, command);
    unsigned machines = target.chosen ? MACHINES : 1;
    char *header = gcc_stdatomic(facts);
    request->header_path = header;
    request->header_text = stdatomic;
    for (unsigned i = 0; !parsed && i < VIEWS * machines; i++) {
        struct words words = {0};
        attempt.view = (enum view)(i / machines);
        attempt.machine = (enum machine)(i % machines);
        if ((attempt.view == VIEW_COMPILER && !facts->macros.count) ||
            (attempt.view == VIEW_HELPED && !can_help(facts)) ||
            (attempt.view == VIEW_GCC && facts->is_clang))
            continue;
        request->is_guessed = attempt.view > VIEW_HELPED ||
                              (attempt.view == VIEW_HELPED && mentions_helping(request->path));
        front_end(facts, command, &attempt, &words);
        if (request->translates)
            words_add(&words, "-DTRI_PLACES_TRANSLATED=1");
        request->arguments = (const char *const *)words.list;
        request->argument_count = (int)words.count;
        parsed = instrument_c(request, done, error);
        if (parsed && done->asked_count && !request->is_guessed &&
            !feature_checks_agree(command, request, done)) {
            instrument_free(done);
            request->is_guessed = true;
            parsed = instrument_c(request, done, error);
        }
        words_free(&words);
    }
    request->header_path = NULL;
    target_free(&target);
    free(header);
    free(folder);
    return parsed;
}
