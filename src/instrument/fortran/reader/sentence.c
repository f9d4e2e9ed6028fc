/* sentence.c: fills in parts of a statement, for the files that classify it. */
#include "instrument/fortran/reader/sentence.h"

#include <string.h>

void sentence_name(struct sentence *sentence, size_t from, size_t to)
{
    struct arena *arena = sentence->reading->arena;
    sentence->statement->name = phrase_copy(arena, sentence->normal, from, to);
    sentence->statement->written =
        phrase_written(arena, sentence->normal, sentence->reading->source->text, from, to);
}

char *sentence_copy(struct sentence *sentence, size_t from, size_t to)
{
    return phrase_copy(sentence->reading->arena, sentence->normal, from, to);
}

bool sentence_ends_with_name(struct sentence *sentence, size_t at)
{
    if (sentence_ends(sentence, at))
        return true;
    size_t behind = phrase_name(sentence->normal, at);
    if (!behind || !sentence_ends(sentence, behind))
        return false;
    sentence_name(sentence, at, behind);
    return true;
}

void sentence_add_target(struct sentence *sentence, unsigned label)
{
    struct statement *statement = sentence->statement;
    size_t count = statement->target_count;
    if ((count & (count - 1)) == 0) { /* full at each power of two */
        unsigned *more =
            arena_zeroed(sentence->reading->arena, (count ? count * 2 : 1) * sizeof *more);
        if (count)
            memcpy(more, statement->targets, count * sizeof *more);
        statement->targets = more;
    }
    statement->targets[statement->target_count++] = label;
}
