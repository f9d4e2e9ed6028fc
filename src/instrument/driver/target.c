/* target.c: see target.h */
#include "instrument/driver/target.h"

#include "instrument/driver/macros.h"
#include "instrument/driver/process.h"
#include "util/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The macro of each instruction set, and its option in libclang 14. */
static const struct {
    const char *macro, *option;
} known[] = {
    {"__SSE3__", "-msse3"},
    {"__SSSE3__", "-mssse3"},
    {"__SSE4_1__", "-msse4.1"},
    {"__SSE4_2__", "-msse4.2"},
    {"__SSE4A__", "-msse4a"},
    {"__AVX__", "-mavx"},
    {"__AVX2__", "-mavx2"},
    {"__FMA__", "-mfma"},
    {"__FMA4__", "-mfma4"},
    {"__F16C__", "-mf16c"},
    {"__BMI__", "-mbmi"},
    {"__BMI2__", "-mbmi2"},
    {"__LZCNT__", "-mlzcnt"},
    {"__POPCNT__", "-mpopcnt"},
    {"__AES__", "-maes"},
    {"__PCLMUL__", "-mpclmul"},
    {"__SHA__", "-msha"},
    {"__GFNI__", "-mgfni"},
    {"__VAES__", "-mvaes"},
    {"__VPCLMULQDQ__", "-mvpclmulqdq"},
    {"__AVX512F__", "-mavx512f"},
    {"__AVX512CD__", "-mavx512cd"},
    {"__AVX512BW__", "-mavx512bw"},
    {"__AVX512DQ__", "-mavx512dq"},
    {"__AVX512VL__", "-mavx512vl"},
    {"__AVX512IFMA__", "-mavx512ifma"},
    {"__AVX512VBMI__", "-mavx512vbmi"},
    {"__AVX512VBMI2__", "-mavx512vbmi2"},
    {"__AVX512VNNI__", "-mavx512vnni"},
    {"__AVX512BITALG__", "-mavx512bitalg"},
    {"__AVX512VPOPCNTDQ__", "-mavx512vpopcntdq"},
    {"__AVX512BF16__", "-mavx512bf16"},
    {"__AVX512FP16__", "-mavx512fp16"},
    {"__AVXVNNI__", "-mavxvnni"},
    {"__AMX_TILE__", "-mamx-tile"},
    {"__AMX_INT8__", "-mamx-int8"},
    {"__AMX_BF16__", "-mamx-bf16"},
    /* Those of Arm are parts of one option. */
    {"__ARM_FEATURE_ATOMICS", "+lse"},
    {"__ARM_FEATURE_CRC32", "+crc"},
    {"__ARM_FEATURE_AES", "+aes"},
    {"__ARM_FEATURE_SHA2", "+sha2"},
    {"__ARM_FEATURE_DOTPROD", "+dotprod"},
    {"__ARM_FEATURE_FP16_VECTOR_ARITHMETIC", "+fp16"},
    {"__ARM_FEATURE_MATMUL_INT8", "+i8mm"},
    {"__ARM_FEATURE_BF16_VECTOR_ARITHMETIC", "+bf16"},
    {"__ARM_FEATURE_SVE", "+sve"},
    {"__ARM_FEATURE_SVE2", "+sve2"},
};

bool target_chooses(const char *word)
{
    static const char *const others[] = {"-m32", "-m64", "-mx32", "-mllvm", "-mlinker-version"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!strcmp(word, others[i]))
            return false;
    }
    return !strncmp(word, "-m", 2);
}

/* The macros of a compiler, as lines "NAME VALUE", sorted. */
struct defined {
    char **lines;
    size_t count;
    struct words all;
};

static int compare_lines(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static void read_lines(struct defined *defined, FILE *answer)
{
    macros_lines(answer, &defined->all);
    defined->lines = defined->all.list;
    defined->count = defined->all.count;
    if (defined->count)
        qsort(defined->lines, defined->count, sizeof *defined->lines, compare_lines);
}

/* Asks the compiler for its macros, with or without the options that choose a machine. */
static void ask(struct defined *defined, const struct command *command, bool as_chosen)
{
    static const char *const question[] = {"-dM", "-E", "-x", "c", "/dev/null"};
    struct words words = {0};
    for (size_t i = 0; i < command->count; i++) {
        const char *word = command->words[i].text;
        if (i < command->compiler || !strcmp(word, "-m32") || !strcmp(word, "-m64") ||
            !strncmp(word, "--target=", 9) ||
            (as_chosen && command->words[i].role == ROLE_OPTION && target_chooses(word)))
            words_add(&words, word);
    }
    for (size_t i = 0; i < sizeof question / sizeof *question; i++)
        words_add(&words, question[i]);
    FILE *answer = tmpfile();
    struct error error = {0};
    struct process how = {.errors = "/dev/null", .plain = true};
    if (answer) {
        how.output_file = fileno(answer);
        if (process_run(words.list, &how, &error) == 0) {
            rewind(answer);
            read_lines(defined, answer);
        }
        fclose(answer);
    }
    words_free(&words);
}

/* Returns the length of a macro's name, including its parameters. */
static size_t name_size(const char *line)
{
    size_t size = strcspn(line, " (");
    return line[size] == '(' ? size + strcspn(line + size, ")") + 1 : size;
}

static void take_defined(struct target *target, const char *line)
{
    size_t size = name_size(line);
    const char *value = line[size] ? line + size + 1 : "";
    words_printf(&target->macros, "-D%.*s=%s", (int)size, line, value);
}

/* Finds the differences between two sorted lists: a line that is in only one of them. A macro with
 * another value is undefined and defined again. */
static void take_differences(struct target *target, const struct defined *usual,
                             const struct defined *chosen)
{
    size_t i = 0, j = 0;
    struct words gone = {0};
    while (i < usual->count || j < chosen->count) {
        int order = i == usual->count    ? 1
                    : j == chosen->count ? -1
                                         : strcmp(usual->lines[i], chosen->lines[j]);
        if (order < 0)
            words_printf(&gone, "-U%.*s", (int)strcspn(usual->lines[i], " ("), usual->lines[i]);
        else if (order > 0)
            take_defined(target, chosen->lines[j]);
        i += order <= 0;
        j += order >= 0;
    }
    struct words taken =
        target->macros; /* undefined macros come before those that are defined again */
    target->macros = gone;
    for (size_t k = 0; k < taken.count; k++)
        words_add(&target->macros, taken.list[k]);
    words_free(&taken);
}

static bool is_defined(const struct defined *defined, const char *macro)
{
    size_t size = strlen(macro);
    for (size_t i = 0; i < defined->count; i++) {
        if (!strncmp(defined->lines[i], macro, size) && defined->lines[i][size] == ' ')
            return true;
    }
    return false;
}

static void take_features(struct target *target, const struct defined *defined)
{
    struct buffer arm = {0};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!is_defined(defined, known[i].macro))
            continue;
        if (known[i].option[0] == '-')
            words_add(&target->features, known[i].option);
        else
            buffer_add(&arm, known[i].option);
    }
    if (arm.used)
        words_printf(&target->features, "-march=armv8-a%s", arm.text);
    buffer_free(&arm);
}

void target_ask(struct target *target, const struct command *command)
{
    for (size_t i = command->compiler; i < command->count; i++)
        target->chosen |=
            command->words[i].role == ROLE_OPTION && target_chooses(command->words[i].text);
    if (!target->chosen)
        return;
    struct defined usual = {0}, chosen = {0};
    ask(&usual, command, false);
    ask(&chosen, command, true);
    if (usual.count && chosen.count) {
        take_differences(target, &usual, &chosen);
        take_features(target, &chosen);
    }
    words_free(&usual.all);
    words_free(&chosen.all);
}

void target_free(struct target *target)
{
    words_free(&target->macros);
    words_free(&target->features);
}
