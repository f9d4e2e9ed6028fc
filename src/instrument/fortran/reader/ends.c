/* ends.c: statements that begin with END. */
#include "instrument/fortran/reader/sentence.h"

/* A form of END. */
struct ending {
    const char *words;
    enum statement_kind kind;
    enum ends ends;
};

/* Forms that begin with another form come before it. */
static const struct ending endings[] = {{"end if", STATEMENT_END_IF, ENDS_ANY},
                                        {"end do", STATEMENT_END_DO, ENDS_ANY},
                                        {"end subroutine", STATEMENT_END_UNIT, ENDS_SUBROUTINE},
                                        {"end function", STATEMENT_END_UNIT, ENDS_FUNCTION},
                                        {"end procedure", STATEMENT_END_UNIT, ENDS_PROCEDURE},
                                        {"end program", STATEMENT_END_UNIT, ENDS_PROGRAM},
                                        {"end module", STATEMENT_END_UNIT, ENDS_MODULE},
                                        {"end submodule", STATEMENT_END_UNIT, ENDS_SUBMODULE},
                                        {"end block data", STATEMENT_END_UNIT, ENDS_BLOCK_DATA},
                                        {"end interface", STATEMENT_END_INTERFACE, ENDS_ANY},
                                        {"end type", STATEMENT_END_TYPE, ENDS_ANY},
                                        {"end structure", STATEMENT_END_TYPE, ENDS_ANY},
                                        {"end union", STATEMENT_END_TYPE, ENDS_ANY},
                                        {"end map", STATEMENT_END_TYPE, ENDS_ANY},
                                        {"end enum", STATEMENT_END_TYPE, ENDS_ANY},
                                        {"end select", STATEMENT_END_SELECT, ENDS_ANY},
                                        {"end where", STATEMENT_END_WHERE, ENDS_ANY},
                                        {"end forall", STATEMENT_END_FORALL, ENDS_ANY},
                                        {"end associate", STATEMENT_END_ASSOCIATE, ENDS_ANY},
                                        {"end block", STATEMENT_END_BLOCK, ENDS_ANY},
                                        {"end critical", STATEMENT_END_CRITICAL, ENDS_ANY},
                                        {"end team", STATEMENT_END_CRITICAL, ENDS_ANY},
                                        {"end", STATEMENT_END_UNIT, ENDS_ANY}};

/* True if OPERATOR(+), ASSIGNMENT(=) or READ(FORMATTED) is at `at`, behind END INTERFACE. */
static bool ends_with_generic(const struct normal *normal, size_t at)
{
    size_t open = phrase_name(normal, at);
    return open && phrase_is(normal, open, '(') && phrase_bracket(normal, open) == normal->length;
}

bool ends_classify(struct sentence *sentence)
{
    const struct normal *normal = sentence->normal;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t at = phrase_words(normal, sentence->at, endings[i].words);
        if (!at)
            continue;
        bool team = endings[i].kind == STATEMENT_END_CRITICAL && phrase_is(normal, at, '(');
        if (team)
            at = phrase_bracket(normal, at);
        bool generic = endings[i].kind == STATEMENT_END_INTERFACE && ends_with_generic(normal, at);
        if (!at || (!generic && !sentence_ends_with_name(sentence, at)))
            continue;
        if (endings[i].ends == ENDS_ANY && endings[i].kind == STATEMENT_END_UNIT &&
            !sentence_ends(sentence, at)) {
            sentence->statement->name = NULL; /* END X is no statement */
            return false;
        }
        sentence->statement->kind = endings[i].kind;
        sentence->reading->ends = endings[i].ends;
        return true;
    }
    return false;
}
