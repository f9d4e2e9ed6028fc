/* labels.c: finds addresses inside functions that data holds, where a computed goto may lead.
 *
 * Position-independent binaries have a relocation for each; in others any word of the data may be
 * one. Superfluous labels do no harm where a computed goto may lead. Where they would keep a
 * function from being counted, words that are labels by chance must be told from others: texts and
 * numbers, of which one in some thousands looks like one. Tables of labels have several that are
 * near each other and lead into the same function. */
#include "loops/binary/binary_file.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Adds an address if it can be that of an instruction inside a function, not at its beginning.
 * Returns the function; NULL if it cannot. */
static const struct loops_binary_function *add_label(struct loops_binary *binary, uint64_t address)
{
    const struct loops_binary_function *function = loops_binary_function_at(binary, address);
    bool is_code = binary->architecture->machine != EM_AARCH64 || address % 4 == 0;
    if (!function || function->start == address || !is_code)
        return NULL;
    binary->labels = memory_grow(binary->labels, &binary->label_room, binary->label_count + 1,
                                 sizeof *binary->labels);
    binary->labels[binary->label_count++] = address;
    return function;
}

static void add_sure(struct loops_binary *binary, uint64_t address)
{
    binary->sure_labels = memory_grow(binary->sure_labels, &binary->sure_label_room,
                                      binary->sure_label_count + 1, sizeof *binary->sure_labels);
    binary->sure_labels[binary->sure_label_count++] = address;
}

/* Adds the labels that relocations lead to. */
static void add_relocated(struct loops_binary *binary)
{
    const struct loops_binary_file *file = binary->file;
    for (size_t i = 0; i < file->relocation_count; i++) {
        if (!file->relocations[i].symbol && add_label(binary, file->relocations[i].target))
            add_sure(binary, file->relocations[i].target);
    }
}

/* A word that looks like a label. */
struct word {
    uint64_t at, value;
    const struct loops_binary_function *function; /* NULL: no word */
};

enum { NEAR = 8 }; /* words */

/* Looks at the last words that look like labels, and adds those to the sure ones that are near this
 * one and lead into the same function, and this one; `count` words were found before. */
static void compare_words(struct loops_binary *binary, const struct word *last, size_t count,
                          struct word word)
{
    bool near = false;
    for (size_t i = 0; i < NEAR && i < count; i++) {
        if (last[i].function != word.function || word.at - last[i].at > NEAR * sizeof word.value)
            continue;
        add_sure(binary, last[i].value);
        near = true;
    }
    if (near)
        add_sure(binary, word.value);
}

/* Adds the words of a segment that are addresses of code. Those inside code that no frame describes
 * are sure: functions may begin there that were not found. */
static void add_words(struct loops_binary *binary, const struct loops_binary_part *part)
{
    struct word last[NEAR] = {0};
    size_t count = 0;
    uint64_t skip = -part->start & 7;
    for (uint64_t at = skip; at + 8 <= part->size; at += 8) {
        uint64_t value;
        memcpy(&value, part->bytes + at, sizeof value);
        const struct loops_binary_part *to = value ? loops_binary_part_at(binary, value) : NULL;
        struct word word = {.at = at, .value = value};
        word.function = to && to->is_code ? add_label(binary, value) : NULL;
        if (!word.function)
            continue;
        if (!(word.function->sources & BINARY_FRAME))
            add_sure(binary, value);
        compare_words(binary, last, count, word);
        last[count++ % NEAR] = word;
    }
}

static int by_value(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

/* Sorts addresses, and drops those that are there twice; returns how many remain. */
static size_t sort(uint64_t *addresses, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(addresses, count, sizeof *addresses, by_value);
    for (size_t i = 0; i < count; i++) {
        if (!kept || addresses[i] != addresses[kept - 1])
            addresses[kept++] = addresses[i];
    }
    return kept;
}

void labels_find(struct loops_binary *binary)
{
    add_relocated(binary);
    for (size_t i = 0; !binary->moves && i < binary->part_count; i++)
        add_words(binary, &binary->parts[i]);
    binary->label_count = sort(binary->labels, binary->label_count);
    binary->sure_label_count = sort(binary->sure_labels, binary->sure_label_count);
}

size_t loops_binary_labels_from(const uint64_t *labels, size_t count, uint64_t address)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (labels[middle] < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}
