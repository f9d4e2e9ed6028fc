/* pattern.c: checks regular expressions: POSIX extended ones, with \d for a digit. */
#include "query/check/check.h"

#include "format/pattern.h"
#include "util/memory.h"

#include <stdlib.h>

char *query_check_pattern_text(const char *pattern)
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

regex_t *query_check_pattern(const struct query_check *check, const struct query_tree *tree)
{
    if (format_pattern_is_too_large(tree->text))
        return query_check_wrong(check, tree, "this pattern is too large");
    if (format_pattern_refers_back(tree->text))
        return query_check_wrong(check, tree, "a pattern cannot refer back to a part of itself");
    regex_t *regex = memory_zeroed(1, sizeof *regex);
    char *pattern = query_check_pattern_text(tree->text), why[128];
    int wrong = regcomp(regex, pattern, REG_EXTENDED | REG_NOSUB);
    free(pattern);
    if (!wrong)
        return regex;
    regerror(wrong, regex, why, sizeof why);
    free(regex);
    query_check_wrong(check, tree, "invalid regular expression: %s", why);
    diagnostic_help(check->trouble,
                    "To match one of . * + ? ( ) [ { ^ $ | itself, write a backslash "
                    "before it. To search for plain text, use contains(\"...\").");
    return NULL;
}
