/* check_pattern.c: regular expressions: those of POSIX, and \d for a digit. */
#include "query/check.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>

enum { LONGEST = 2000, MOST_REPEATS = 1000 };

/* Counts multiply where they are nested: a{99}{99}{99} would take all memory there is. */
static bool repeats_too_often(const char *pattern)
{
    unsigned long all = 1;
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        unsigned long most = 1;
        for (const char *digit = at + 1; isdigit((unsigned char)*digit) || *digit == ',';) {
            unsigned long count = strtoul(digit, NULL, 10);
            most = count > most ? count : most;
            digit += strspn(digit, "0123456789");
            digit += *digit == ',';
        }
        if (most > MOST_REPEATS || (all *= most) > MOST_REPEATS)
            return true;
    }
    return false;
}

/* \1: finding such a pattern may take for ever. */
static bool refers_back(const char *pattern)
{
    for (; *pattern; pattern++) {
        if (*pattern == '\\' && pattern[1]) {
            pattern++;
            if (*pattern >= '1' && *pattern <= '9')
                return true;
        }
    }
    return false;
}

static char *with_digits(const char *pattern)
{
    struct buffer out = {0};
    bool in_set = false;
    for (; *pattern; pattern++) {
        bool digit = pattern[0] == '\\' && (pattern[1] == 'd' || (pattern[1] == 'D' && !in_set));
        if (digit) {
            buffer_add(&out, in_set ? "0-9" : pattern[1] == 'd' ? "[0-9]" : "[^0-9]");
            pattern++;
        } else if (pattern[0] == '\\' && pattern[1] && !in_set) {
            buffer_add_bytes(&out, pattern++, 2);
        } else {
            in_set = pattern[0] == '[' || (in_set && pattern[0] != ']');
            buffer_add_bytes(&out, pattern, 1);
        }
    }
    return buffer_take(&out);
}

regex_t *check_pattern(const struct check *check, const struct tree *tree)
{
    if (strlen(tree->text) > LONGEST || repeats_too_often(tree->text))
        return check_wrong(check, tree, "this pattern is too large");
    if (refers_back(tree->text))
        return check_wrong(check, tree, "a pattern cannot refer back to a part of itself");
    regex_t *regex = memory_zeroed(1, sizeof *regex);
    char *pattern = with_digits(tree->text), why[128];
    int wrong = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
    free(pattern);
    if (!wrong)
        return regex;
    regerror(wrong, regex, why, sizeof why);
    free(regex);
    check_wrong(check, tree, "this is no regular expression: %s", why);
    trouble_help(check->trouble, "A backslash before . * + ? ( ) [ { ^ $ | takes their meaning "
                                 "away. To look for plain text, use contains(\"...\").");
    return NULL;
}
