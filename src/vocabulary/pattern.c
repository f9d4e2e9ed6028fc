/* pattern.c: see pattern.h */
#include "vocabulary/pattern.h"

#include "util/memory.h"
#include "vocabulary/vocabulary.h"

#include <stdlib.h>
#include <string.h>

/* Returns the family that a text begins with, {NAME}, and its length; NULL: none. */
static struct vocabulary_family *family_at(const struct vocabulary *vocabulary, const char *text,
                                           size_t *size)
{
    *size = *text == '{' ? strcspn(text, "}") + 1 : 0;
    if (!*size || text[*size - 1] != '}')
        return NULL;
    struct vocabulary_family *family = vocabulary->families;
    while (family &&
           (strlen(family->name) != *size - 2 || strncmp(family->name, text + 1, *size - 2) != 0))
        family = family->next;
    return family;
}

static bool is_digit(char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_letter(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' ||
           byte == '$' || is_digit(byte);
}

/* Returns how many bytes a family of any member may take at most. */
static size_t longest(const struct vocabulary_family *family, const char *name)
{
    size_t size = 0;
    while (family->sort == FAMILY_ANY_NUMBER ? is_digit(name[size]) : is_letter(name[size]))
        size++;
    return size;
}

static bool match(struct vocabulary *vocabulary, const char *pattern, const char *name);

/* Binds a family to the beginning of a name, if the rest then matches, too. */
static bool match_member(struct vocabulary *vocabulary, struct vocabulary_family *family,
                         const struct vocabulary_member *member, const char *rest, const char *name)
{
    size_t size = strlen(member->word);
    if (strncmp(name, member->word, size) != 0)
        return false;
    family->bound = member;
    if (match(vocabulary, rest, name + size))
        return true;
    family->bound = NULL;
    return false;
}

/* Tries the longest words first. What matches is kept. */
static bool match_any(struct vocabulary *vocabulary, struct vocabulary_family *family,
                      const char *rest, const char *name)
{
    struct vocabulary_member member = {.is_number = family->sort == FAMILY_ANY_NUMBER};
    size_t size = longest(family, name), found = 0;
    char *word = memory_printf("%.*s", (int)size, name);
    member.word = word;
    for (; size && !found; word[--size] = '\0') {
        if (*rest != '{' && *rest != name[size])
            continue;
        if (family->containing && !strstr(word, family->containing))
            break; /* nor has any shorter word */
        member.number = member.is_number ? (int64_t)strtoull(word, NULL, 10) : 0;
        family->bound = &member;
        found = match(vocabulary, rest, name + size) ? size : 0;
    }
    family->bound = NULL;
    if (found) {
        struct vocabulary_member *kept = arena_zeroed(&vocabulary->arena, sizeof *kept);
        *kept = member;
        kept->word = arena_text(&vocabulary->arena, name, found);
        family->bound = kept;
    }
    free(word);
    return found != 0;
}

static bool match(struct vocabulary *vocabulary, const char *pattern, const char *name)
{
    size_t size = 0;
    for (; *pattern && *pattern != '{'; pattern++, name++) {
        if (*pattern != *name)
            return false;
    }
    if (!*pattern)
        return !*name;
    struct vocabulary_family *family = family_at(vocabulary, pattern, &size);
    if (!family)
        return false;
    const char *rest = pattern + size;
    if (family->bound) {
        size_t same = strlen(family->bound->word);
        return !strncmp(name, family->bound->word, same) && match(vocabulary, rest, name + same);
    }
    if (family->sort != FAMILY_LISTED)
        return match_any(vocabulary, family, rest, name);
    for (const struct vocabulary_member *member = family->members; member; member = member->next) {
        if (match_member(vocabulary, family, member, rest, name))
            return true;
    }
    return false;
}

/* False for most names: they do not begin as the pattern does, or do not end as it ends. */
static bool may_match(const char *pattern, const char *name)
{
    const char *brace = strrchr(pattern, '}'), *ending = brace ? brace + 1 : pattern;
    if (strncmp(pattern, name, strcspn(pattern, "{")) != 0)
        return false;
    size_t size = strlen(name), last = strlen(ending);
    return size >= last && !memcmp(name + size - last, ending, last);
}

bool vocabulary_pattern_bind(struct vocabulary *vocabulary, const char *pattern, const char *name)
{
    if (!may_match(pattern, name))
        return false;
    for (struct vocabulary_family *family = vocabulary->families; family; family = family->next)
        family->bound = NULL;
    return match(vocabulary, pattern, name);
}

/* Adds a word of a family as people read it. */
static void spell(const struct vocabulary_family *family, const char *word, struct buffer *to)
{
    while (*word) {
        const struct vocabulary_spelling *spelling = family->spellings;
        while (spelling && strncmp(word, spelling->written, strlen(spelling->written)) != 0)
            spelling = spelling->next;
        if (spelling)
            buffer_add(to, spelling->read);
        else
            buffer_add_bytes(to, word, 1);
        word += spelling ? strlen(spelling->written) : 1;
    }
}

void vocabulary_pattern_fill(const struct vocabulary *vocabulary, const char *text,
                             struct buffer *to)
{
    while (*text) {
        size_t size = 0;
        const struct vocabulary_family *family = family_at(vocabulary, text, &size);
        if (family && family->bound)
            spell(family, family->bound->word, to);
        else
            buffer_add_bytes(to, text, 1);
        text += family && family->bound ? size : 1;
    }
}
