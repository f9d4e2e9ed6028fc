/* write.c: writes the wrappers as C source. */
#include "generate.h"

#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    UNKNOWN_WORDS = 16
}; /* arguments of a function that mpi.h does not declare: more than any function has */

/* Returns the number of a function. Variants share one: calls from Fortran are recognised by it. */
static size_t number_of(const struct functions *functions, const struct function *function)
{
    for (size_t i = 0; i < functions->count; i++) {
        if (!strcmp(functions->all[i].name, function->base))
            return i + 1;
    }
    return (size_t)(function - functions->all) + 1;
}

static void write_parameters(FILE *out, const struct function *function)
{
    for (size_t i = 0; i < function->count; i++)
        fprintf(out, "%s%s%s", i ? ", " : "", function->parameters[i].type,
                function->parameters[i].name);
    if (!function->count)
        fputs("void", out);
}

static void write_arguments(FILE *out, const struct function *function)
{
    for (size_t i = 0; i < function->count; i++)
        fprintf(out, "%s%s", i ? ", " : "", function->parameters[i].name);
}

/* Writes a call of a hook, in one of its forms, with its arguments, all of which the function must
 * have, behind `first`. */
static void write_hook_call(FILE *out, const struct function *function, const char *hook,
                            const char *form, const char *first)
{
    int size = (int)strcspn(hook, " ");
    fprintf(out, "%.*s%s(%s", size, hook, form, first);
    for (const char *at = hook + size + strspn(hook + size, " "); *at;) {
        size = (int)strcspn(at, " #");
        const struct parameter *parameter = table_parameter(function, at, (size_t)size);
        const char *name = parameter ? parameter->name : "MISSING";
        fprintf(out, ", %s", name);
        if (at[size] == '#')
            fprintf(out, ", sizeof *%s", name);
        at += size;
        at += strspn(at, " #");
    }
    fputs(")", out);
}

static void write_hook(FILE *out, const struct function *function, const char *hook)
{
    write_hook_call(out, function, hook, "", "call");
    fputs(";\n", out);
}

/* Writes statements that provide statuses if the caller wants none. */
static void write_statuses(FILE *out, const struct function *function, const char *after)
{
    if (strstr(after, " status"))
        fputs("    status = request_status(call, status);\n", out);
    if (strstr(after, " array_of_statuses"))
        fprintf(out, "    array_of_statuses = request_statuses(call, array_of_statuses, %s);\n",
                table_parameter(function, "incount", strlen("incount")) ? "incount" : "count");
}

/* True if the function makes a communicator: its members agree on a name, measured or not. */
static bool makes_comm(const struct meaning *meaning)
{
    return meaning->after && !strncmp(meaning->after, "comm_made ", strlen("comm_made "));
}

/* True for calls that only have visits and times. */
static bool is_plain(const struct meaning *meaning)
{
    return meaning->before && !strcmp(meaning->before, "wrap_plain");
}

/* True for calls that are made often or should be short: single messages, what ends them, and what
 * takes hardly any time. Others are not worth the code. */
static bool is_fast(const struct meaning *meaning)
{
    const char *hook = meaning->before;
    return hook &&
           (!strncmp(hook, "message_", 8) || !strncmp(hook, "request_", 8) || is_plain(meaning));
}

/* True for fast calls that are quick most of the time: see quick.h. */
static bool is_quick(const struct meaning *meaning)
{
    static const char *const hooks[] = {"message_send ", "message_receive ", "message_exchange ",
                                        "message_post ", "request_save "};
    for (size_t i = 0; meaning->before && i < sizeof hooks / sizeof hooks[0]; i++) {
        if (!strncmp(meaning->before, hooks[i], strlen(hooks[i])))
            return true;
    }
    return is_plain(meaning);
}

/* Returns the parameter that is the function's first (0) or second (1) buffer of data that is sent
 * or received; NULL if there is none. */
static const struct parameter *buffer_of(const struct function *function, unsigned which)
{
    static const char *const names[] = {"buf|buffer|sendbuf|origin_addr", "recvbuf|result_addr"};
    struct meaning meaning = table_find(function);
    if (strcmp(meaning.kind, "COMM") != 0 || !strcmp(meaning.flags, "0"))
        return NULL;
    return table_parameter(function, names[which], strlen(names[which]));
}

/* Writes the hooks that record the buffers. */
static void write_buffers(FILE *out, const struct function *function)
{
    for (unsigned which = 0; which < 2; which++) {
        const struct parameter *buffer = buffer_of(function, which);
        if (buffer)
            fprintf(out, "    buffer_used(call, %u, %s);\n", which, buffer->name);
    }
}

/* Writes the begin of the call, in one of the ways of wrap.h. */
static void write_begin(FILE *out, const struct functions *functions,
                        const struct function *function, const char *way, const char *site)
{
    struct meaning meaning = table_find(function);
    bool has_sites = !*way;
    if (has_sites)
        fputs("    static struct wrap_site sites[WRAP_SITES];\n", out);
    fprintf(out,
            "    const void *frame = WRAP_FRAME;\n"
            "    struct wrap_call *call = wrap_begin%s(frame%s, %zu, TRI_KIND_%s, %s, \"%s\", "
            "%s%s);\n",
            way, has_sites ? ", WRAP_BEGINS, WRAP_POINTER" : "", number_of(functions, function),
            meaning.kind, meaning.flags, function->name, site,
            has_sites ? ", sites, (void *)next" : "");
}

/* True if the hook must always be called: other ranks wait for it, and cannot know that nothing is
 * measured here. */
static bool is_for_all(const char *hook)
{
    return hook && (!strncmp(hook, "job_", 4) || !strncmp(hook, "align_", 6));
}

/* Writes the call for the case that nothing is measured; some hooks are called all the same. */
static void write_unmeasured(FILE *out, const struct function *function,
                             const struct meaning *meaning)
{
    if (is_for_all(meaning->before)) {
        fputs("    if (!call)\n        ", out);
        write_hook(out, function, meaning->before);
    }
    fprintf(out, "    if (!call) {\n        %s returned = next(", function->result);
    write_arguments(out, function);
    fputs(");\n", out);
    if (is_for_all(meaning->after)) {
        fputs("        if (returned == MPI_SUCCESS)\n            ", out);
        write_hook(out, function, meaning->after);
    }
    fputs("        return returned;\n    }\n", out);
}

/* Writes what follows the real function: the test of its result, and the hook in that form. */
static void write_ended(FILE *out, const struct function *function, const struct meaning *meaning,
                        const char *form)
{
    if ((meaning->before && !is_plain(meaning)) || meaning->after)
        fputs("    if (__builtin_expect(returned != MPI_SUCCESS, 0))\n"
              "        wrap_failed(call);\n",
              out);
    if (meaning->after) {
        fputs("    else\n        ", out);
        write_hook_call(out, function, meaning->after, form, "call");
        fputs(";\n", out);
    }
}

static void write_around(FILE *out, const struct functions *functions,
                         const struct function *function)
{
    struct meaning meaning = table_find(function);
    fprintf(out, "#undef %s\nstatic%s %s around_%s(__typeof__(&%s) next, const void *site%s",
            function->name,
            is_fast(&meaning) ? " inline __attribute__((always_inline))"
                              : " __attribute__((noinline))",
            function->result, function->name, function->name, function->count ? ", " : "");
    if (function->count)
        write_parameters(out, function);
    fputs(")\n{\n", out);
    write_begin(out, functions, function,
                is_fast(&meaning)      ? ""
                : makes_comm(&meaning) ? "_for_all"
                                       : "_far",
                "site");
    write_unmeasured(out, function, &meaning);
    if (meaning.after)
        write_statuses(out, function, meaning.after);
    if (meaning.after && !strncmp(meaning.after, "together_kept", strlen("together_kept")))
        fputs("    call->is_kept = true;\n", out);
    if (meaning.before) {
        fputs("    ", out);
        write_hook(out, function, meaning.before);
    }
    write_buffers(out, function);
    fprintf(out, "    %s returned = next(", function->result);
    write_arguments(out, function);
    fputs(");\n", out);
    write_ended(out, function, &meaning, "");
    fprintf(out, "    wrap_end%s(call, frame);\n    return returned;\n}\n",
            is_fast(&meaning) ? "" : "_far");
}

/* Writes the function under its name or under that of the profiling interface, which the Fortran
 * calls of some MPIs, and other tools, use. */
static void write_public(FILE *out, const struct function *function, const char *prefix)
{
    assert(function->result);
    fprintf(out, "WRAP_PUBLIC %s %s%s(", function->result, prefix, function->name);
    write_parameters(out, function);
    if (!strcmp(function->name, "MPI_Pcontrol"))
        fputs(", ...", out);
    fprintf(
        out,
        ")\n{\n    WRAP_NEXT(__typeof__(&%s), \"%s%s\");\n    return around_%s(next, WRAP_SITE%s",
        function->name, prefix, function->name, function->name, function->count ? ", " : "");
    write_arguments(out, function);
    fputs(");\n}\n", out);
}

/* Writes a function with quick calls, and the function that it jumps to for other calls. */
static void write_quick(FILE *out, const struct functions *functions,
                        const struct function *function)
{
    struct meaning meaning = table_find(function);
    const char *name = function->name;
    fprintf(
        out,
        "static WRAP_TOGETHER void *next_%s;\nstatic __attribute__((noinline)) %s otherwise_%s(",
        name, function->result, name);
    write_parameters(out, function);
    fprintf(out,
            ")\n{\n    WRAP_NEXT_IN(next_%s, __typeof__(&%s), \"%s\");\n"
            "    return around_%s(next, WRAP_SITE%s",
            name, name, name, name, function->count ? ", " : "");
    write_arguments(out, function);
    fprintf(out, ");\n}\nWRAP_QUICK %s %s(", function->result, name);
    write_parameters(out, function);
    fprintf(out,
            ")\n{\n    struct wrap_quick quick;\n    struct wrap_call *call = wrap_thread();\n"
            "    if (__builtin_expect(!wrap_is_quick(call, &quick, WRAP_BEGINS, WRAP_POINTER, "
            "%zu, WRAP_SITE, &next_%s) || ",
            number_of(functions, function), name);
    for (unsigned which = 0; which < 2; which++) {
        const struct parameter *buffer = buffer_of(function, which);
        if (buffer)
            fprintf(out, "!buffer_is_usual(&quick, %u, %s) || ", which, buffer->name);
    }
    fputs("!wrap_open_quick(call, &quick) || !", out);
    write_hook_call(out, function, meaning.before, "_quick", "call, &quick");
    fprintf(out, ", 0))\n        return otherwise_%s(", name);
    write_arguments(out, function);
    fputs(");\n    wrap_begin_quick(call, &quick, WRAP_FRAME);\n", out);
    if (meaning.after)
        write_statuses(out, function, meaning.after);
    fprintf(out, "    %s returned = ((__typeof__(&%s))quick.next)(", function->result, name);
    write_arguments(out, function);
    fputs(");\n    uint64_t now = measure_clock_counter();\n", out);
    write_ended(out, function, &meaning, "_quick");
    fputs("    wrap_end_quick(call, WRAP_FRAME, now);\n    return returned;\n}\n", out);
}

static void write_words(FILE *out, size_t count, bool types)
{
    for (size_t i = 0; i < count; i++)
        fprintf(out, "%s%sw%zu", i ? ", " : "", types ? "void *" : "", i);
    if (!count)
        fputs("void", out);
}

static size_t words_of(const struct function *function)
{
    if (!function->result)
        return UNKNOWN_WORDS;
    if (function->is_special)
        return function->count;
    size_t words = function->count + 1;
    for (size_t i = 0; i < function->count; i++)
        words += function->parameters[i].is_text;
    return words;
}

/* Writes a wrapper that passes its arguments on as words. */
static void write_by_words(FILE *out, const struct functions *functions,
                           const struct function *function, const char *symbol, const char *result)
{
    static unsigned made;
    size_t words = words_of(function);
    fprintf(out, "WRAP_PUBLIC %s by_words_%u(", result, ++made);
    write_words(out, words, true);
    fprintf(out, ") __asm__(\"%s\");\n%s by_words_%u(", symbol, result, made);
    write_words(out, words, true);
    fprintf(out, ")\n{\n    WRAP_NEXT(__typeof__(&by_words_%u), \"%s\");\n", made, symbol);
    write_begin(out, functions, function, "_fortran", "WRAP_SITE");
    bool returns = strcmp(result, "void") != 0;
    fprintf(out, "    %s%snext(", returns ? result : "", returns ? " returned = " : "");
    if (words)
        write_words(out, words, false);
    fputs(");\n    wrap_end_far(call, frame);\n", out);
    fprintf(out, "%s}\n", returns ? "    return returned;\n" : "");
}

static void write_top(FILE *out, const char *header)
{
    fprintf(out,
            "/* Generated from mpi.h. */\n#include \"measure/mpi/real.h\"\n"
            "#include \"measure/mpi/%s.h\"\n\n",
            header);
}

void write_c(FILE *out, const struct functions *functions, const struct symbols *symbols)
{
    (void)symbols;
    write_top(out, "hooks");
    for (size_t i = 0; i < functions->count; i++) {
        const struct function *function = &functions->all[i];
        if (function->result) {
            struct meaning meaning = table_find(function);
            write_around(out, functions, function);
            if (is_quick(&meaning)) {
                fputs("#if WRAP_HAS_QUICK\n", out);
                write_quick(out, functions, function);
                fputs("#else\n", out);
            }
            write_public(out, function, "");
            if (is_quick(&meaning))
                fputs("#endif\n", out);
            write_public(out, function, "P");
        } else {
            write_by_words(out, functions, function, function->name, "int");
            char *profiling = memory_printf("P%s", function->name);
            write_by_words(out, functions, function, profiling, "int");
            free(profiling);
        }
    }
}

/* Returns the function that a Fortran name stands for: mpi_send_, mpi_send_f08ts_large_, MPI_SEND.
 * NULL if there is none. */
static const struct function *find_fortran(const struct functions *functions, const char *symbol)
{
    static const char *const endings[] = {
        "_f08ts_large_", "_f08_large_", "_f08ts_", "_f08_", "_cptr__",
        "_cptr_",        "_cptr",       "__",      "_",     ""};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t all = strlen(symbol), end = strlen(endings[i]), size = all - end;
        if (all <= end || strcasecmp(symbol + size, endings[i]) != 0)
            continue;
        for (size_t k = 0; k < functions->count; k++) {
            const char *name = functions->all[k].name;
            if (strlen(name) == size && !strncasecmp(name, symbol, size))
                return &functions->all[k];
        }
    }
    return NULL;
}

/* True for a Fortran name: C names have upper-case and lower-case letters. */
static bool is_fortran(const char *symbol)
{
    bool upper = false, lower = false;
    for (; *symbol; symbol++) {
        upper |= isupper((unsigned char)*symbol) != 0;
        lower |= islower((unsigned char)*symbol) != 0;
    }
    return !(upper && lower);
}

void write_fortran(FILE *out, const struct functions *functions, const struct symbols *symbols)
{
    write_top(out, "wrap");
    /* More than a thousand short functions that only pass on: -O2 finds no better code in twice the
     * time. */
    fputs("#ifndef __clang__\n#pragma GCC optimize(\"O1\")\n#endif\n\n", out);
    for (size_t i = 0; i < symbols->count; i++) {
        const char *symbol = symbols->names[i];
        const struct function *function =
            is_fortran(symbol) ? find_fortran(functions, symbol) : NULL;
        if (function)
            write_by_words(out, functions, function, symbol,
                           function->is_special ? function->result : "void");
    }
}
