/* directives.c: OpenMP and OpenACC directives, and the constructs that each statement is in. */
#include "instrument/fortran/scope.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct word {
    const char *text;
    unsigned words;
};

/* Words that begin with another word come before it: blanks between words mean nothing. */
static const struct word openmp_words[] = {{"end", WORD_END},
                                           {"parallel", WORD_PARALLEL},
                                           {"distribute", WORD_DISTRIBUTE},
                                           {"doacross", WORD_STANDALONE},
                                           {"do", WORD_DO},
                                           {"simd", WORD_SIMD},
                                           {"taskloop", WORD_TASKLOOP},
                                           {"taskgroup", WORD_BLOCK},
                                           {"taskwait", WORD_STANDALONE},
                                           {"taskyield", WORD_STANDALONE},
                                           {"task", WORD_TASK},
                                           {"loop", WORD_LOOP},
                                           {"teams", WORD_TEAMS},
                                           {"targetdata", WORD_BLOCK},
                                           {"targetenterdata", WORD_STANDALONE},
                                           {"targetexitdata", WORD_STANDALONE},
                                           {"targetupdate", WORD_STANDALONE},
                                           {"target", WORD_TARGET},
                                           {"tile", WORD_TILE},
                                           {"unroll", WORD_TILE},
                                           {"sections", WORD_SECTIONS},
                                           {"section", WORD_STANDALONE},
                                           {"single", WORD_BLOCK},
                                           {"master", WORD_BLOCK},
                                           {"masked", WORD_BLOCK},
                                           {"critical", WORD_BLOCK},
                                           {"workshare", WORD_BLOCK},
                                           {"ordered", WORD_BLOCK},
                                           {"scope", WORD_BLOCK},
                                           {"assume", WORD_BLOCK},
                                           {"declare", WORD_DECLARES},
                                           {"threadprivate", WORD_DECLARES},
                                           {"requires", WORD_DECLARES},
                                           {"allocate", WORD_DECLARES},
                                           {NULL, 0}};

static const struct word openacc_words[] = {{"end", WORD_END},          {"parallel", WORD_COMPUTE},
                                            {"kernels", WORD_COMPUTE},  {"serial", WORD_COMPUTE},
                                            {"loop", WORD_LOOP},        {"data", WORD_BLOCK},
                                            {"host_data", WORD_BLOCK},  {"routine", WORD_DECLARES},
                                            {"declare", WORD_DECLARES}, {NULL, 0}};

static const unsigned loop_words =
    WORD_DO | WORD_SIMD | WORD_DISTRIBUTE | WORD_TASKLOOP | WORD_LOOP | WORD_TILE;
static const unsigned block_words = WORD_PARALLEL | WORD_TASK | WORD_TEAMS | WORD_TARGET |
                                    WORD_BLOCK | WORD_COMPUTE | WORD_SECTIONS;

static const unsigned environment_words = WORD_PARALLEL | WORD_TASK | WORD_TASKLOOP | WORD_TEAMS;

/* The words that count without -fopenmp, because there may be an -fopenmp-simd. */
static const unsigned simd_words =
    WORD_SIMD | WORD_LOOP | WORD_TILE | WORD_END | WORD_DECLARES | WORD_STANDALONE;

/* Returns the text without blanks; the caller frees it. */
static char *squeezed(const char *text)
{
    char *copy = memory_string(text), *to = copy;
    for (const char *from = text; *from; from++) {
        if (!isspace((unsigned char)*from))
            *to++ = *from;
    }
    *to = 0;
    return copy;
}

/* Reads the words that the text begins with, by a table that ends with NULL. */
static unsigned read_words(const struct word *table, const char *text)
{
    unsigned words = 0;
    for (size_t i = 0; table[i].text;) {
        size_t length = strlen(table[i].text);
        bool first_only = (table[i].words & WORD_BLOCK && words & loop_words) ||
                          (table[i].words & WORD_DECLARES && words & ~(unsigned)WORD_END);
        if (!strncmp(text, table[i].text, length) && text[length] != '_' && !first_only) {
            words |= table[i].words;
            text += length;
            i = 0;
        } else {
            i++;
        }
    }
    return words;
}

/* Returns the number in a clause such as "collapse("; 0: the clause is absent. */
static unsigned clause_number(const char *text, const char *clause)
{
    const char *found = strstr(text, clause);
    return found ? (unsigned)strtoul(found + strlen(clause), NULL, 10) : 0;
}

/* Sets `shared` and `whole`, as in C: a thread that reaches PARALLEL DO or a SIMD loop can tell all
 * trips from the loop's head. In DO inside a parallel region, each thread counts its own trips. */
static void read_sharing(struct directive *directive)
{
    unsigned words = directive->words;
    bool divides = words & WORD_DO, simd = words & WORD_SIMD;
    bool parallel = words & (WORD_PARALLEL | WORD_TASKLOOP);
    bool teams = words & (WORD_DISTRIBUTE | WORD_LOOP);
    directive->shared = true;
    if (directive->openacc)
        directive->whole = words & WORD_COMPUTE;
    else if (teams)
        directive->whole = parallel && (words & WORD_TEAMS || !(words & WORD_DISTRIBUTE));
    else
        directive->whole = parallel || (simd && !divides);
    if (divides && !simd && !parallel && !teams && directive->collapse <= 1)
        directive->shared = false;
}

struct directive directives_read(const struct source *source, const struct statement *statement)
{
    struct directive directive = {0};
    if (!statement->name || !statement->text)
        return directive;
    bool openmp = !strcmp(statement->name, "omp");
    directive.openacc = !strcmp(statement->name, "acc");
    directive.binds = !openmp && !directive.openacc;
    if (directive.binds)
        return directive;
    char *text = squeezed(statement->text);
    directive.words = read_words(openmp ? openmp_words : openacc_words, text);
    if (directive.words & WORD_BLOCK && (strstr(text, "depend(") || strstr(text, "doacross(")) &&
        !strncmp(text, "ordered", 7))
        directive.words = WORD_STANDALONE;
    if (openmp && !source->form.openmp)
        directive.words &= simd_words;
    if (directive.openacc && !source->form.openacc)
        directive.words = 0;
    directive.binds = directive.words & loop_words;
    if (directive.binds) {
        unsigned collapse = clause_number(text, "collapse("),
                 ordered = clause_number(text, "ordered(");
        directive.collapse = collapse > ordered ? collapse : ordered;
        if (directive.words & WORD_TILE)
            directive.collapse = 16; /* one loop per size; a larger number does no harm */
        read_sharing(&directive);
    }
    free(text);
    return directive;
}

bool directives_declares(const struct source *source, const struct statement *statement)
{
    const char *name = statement->name ? statement->name : "";
    if (strcmp(name, "omp") != 0 && strcmp(name, "acc") != 0)
        return statement->text && !strncmp(statement->text, "attributes", 10);
    return directives_read(source, statement).words & WORD_DECLARES;
}

const char *directives_obstacle(const struct routine *routine)
{
    const struct source *source = &routine->file->source;
    for (size_t i = routine->first; i < routine->begin; i++) {
        const struct statement *statement = &source->statements[i];
        if (statement->kind != STATEMENT_DIRECTIVE || !statement->name || !statement->text)
            continue;
        char *text = squeezed(statement->text);
        bool openmp = !strcmp(statement->name, "omp");
        const char *found = NULL;
        if (openmp && source->form.openmp && !strncmp(text, "declaretarget", 13))
            found = "OpenMP may run it on another device";
        else if (openmp && !strncmp(text, "declaresimd", 11))
            found = "OpenMP compiles it for SIMD calls (declare simd)";
        else if (openmp && source->form.openmp && !strncmp(text, "declarevariant", 14))
            found =
                "it has OpenMP variants (declare variant), which gfortran does not accept together "
                "with the interfaces of probes";
        else if (!strcmp(statement->name, "acc") && source->form.openacc &&
                 !strncmp(text, "routine", 7))
            found = "OpenACC may run it on another device";
        free(text);
        if (found)
            return found;
    }
    return NULL;
}

/* A construct around the current statement. */
struct construct {
    size_t directive, end; /* statements; end is the loop's last one, or NO_STATEMENT if an end
                              directive follows */
    unsigned words;
    bool openacc;
    struct environment *environment; /* of the statements in it, or NULL */
    const char *obstacle;
    bool concurrent;
};

struct walk {
    struct routine *routine;
    struct construct *stack;
    size_t count, room;
    /* the directives above a loop that has not come yet */
    size_t pending; /* the first of them; NO_STATEMENT: there is none */
    size_t carrier; /* the one of them that makes an environment */
    struct directive directive;
};

/* Returns the innermost open construct; all zero: there is none. */
static struct construct top(const struct walk *walk)
{
    return walk->count ? walk->stack[walk->count - 1] : (struct construct){0};
}

/* Adds an environment to the routine. */
static struct environment *new_environment(struct routine *routine, size_t directive,
                                           struct environment *around)
{
    struct environment *made = memory_zeroed(1, sizeof *made);
    made->directive = directive;
    made->around = around;
    routine->environments =
        memory_grow(routine->environments, &routine->environment_room,
                    routine->environment_count + 1, sizeof *routine->environments);
    return routine->environments[routine->environment_count++] = made;
}

/* Opens a construct with the directive at statement `at`. */
static void push(struct walk *walk, size_t at, size_t end, const struct directive *directive)
{
    struct construct inner = top(walk);
    inner.directive = at;
    inner.end = end;
    inner.words = directive->words;
    inner.openacc = directive->openacc;
    if (directive->words & WORD_COMPUTE)
        inner.obstacle = "it is inside an OpenACC construct that may run on another device";
    else if (directive->words & WORD_TARGET)
        inner.obstacle = "it is inside an OpenMP construct that may run on another device";
    else if (directive->openacc && directive->words & WORD_LOOP)
        inner.obstacle = "it is inside an OpenACC loop";
    else if (directive->words & WORD_SIMD)
        inner.obstacle = "it is inside a simd loop";
    if (!directive->openacc && directive->words & environment_words)
        inner.environment = new_environment(walk->routine, at, inner.environment);
    walk->stack = memory_grow(walk->stack, &walk->room, walk->count + 1, sizeof inner);
    walk->stack[walk->count++] = inner;
}

/* Opens or closes the construct of a directive, or keeps the directive for the loop below. */
static void read_directive(struct walk *walk, size_t at, const struct statement *statement)
{
    struct directive directive = directives_read(&walk->routine->file->source, statement);
    if (directive.words & WORD_END) {
        for (size_t i = walk->count; i-- > 0;) {
            if (walk->stack[i].end == NO_STATEMENT && walk->stack[i].openacc == directive.openacc &&
                walk->stack[i].words == (directive.words & ~(unsigned)WORD_END)) {
                walk->count = i;
                break;
            }
        }
    } else if (directive.binds) {
        struct directive *all = &walk->directive;
        if (walk->pending == NO_STATEMENT) {
            walk->pending = at;
            *all = (struct directive){0};
        }
        if (directive.words & environment_words)
            walk->carrier = at;
        all->binds = true;
        all->openacc = all->openacc || directive.openacc;
        all->words |= directive.words;
        all->shared = all->shared || directive.shared;
        all->whole = all->whole || directive.whole;
        if (directive.collapse > all->collapse)
            all->collapse = directive.collapse;
        return;
    } else if (directive.words & block_words && !(directive.words & WORD_STANDALONE)) {
        push(walk, at, NO_STATEMENT, &directive);
    }
    walk->pending = NO_STATEMENT;
}

/* Closes a construct that consists of a BLOCK and has no end directive. */
static void end_block(struct walk *walk, size_t at, const struct block *block)
{
    const struct source *source = &walk->routine->file->source;
    if (!walk->count || top(walk).end != NO_STATEMENT || block->first != top(walk).directive + 1)
        return;
    const struct statement *next = at + 1 < source->count ? &source->statements[at + 1] : NULL;
    if (next && next->kind == STATEMENT_DIRECTIVE) {
        struct directive directive = directives_read(source, next);
        if (directive.words == (top(walk).words | WORD_END))
            return;
    }
    walk->count--;
}

/* Returns the end directive of a loop, if it has one, else its last statement. */
static size_t with_end_directive(const struct source *source, const struct site *loop)
{
    size_t next = loop->last + 1;
    while (next < source->count && source->statements[next].kind == STATEMENT_PREPROCESSOR)
        next++;
    if (!loop->directive.words || next >= source->count ||
        source->statements[next].kind != STATEMENT_DIRECTIVE)
        return loop->last;
    struct directive end = directives_read(source, &source->statements[next]);
    return end.words & WORD_END &&
                   (end.words & ~(unsigned)WORD_END & ~loop->directive.words) == 0 &&
                   end.words & loop_words
               ? next
               : loop->last;
}

/* Gives a loop the directives above it, and opens its constructs. */
static void begin_loop(struct walk *walk, struct site *loop)
{
    const struct source *source = &walk->routine->file->source;
    const struct statement *statement = &source->statements[loop->at];
    if (walk->pending != NO_STATEMENT) {
        loop->start = walk->pending;
        loop->directive = walk->directive;
        loop->end = with_end_directive(source, loop);
    }
    loop->environment = top(walk).environment;
    if (loop->directive.words)
        push(walk, walk->carrier, loop->last, &walk->directive);
    if (statement->do_kind == DO_CONCURRENT) {
        struct directive none = {0};
        push(walk, loop->at, loop->last, &none);
        walk->stack[walk->count - 1].concurrent = true;
        if (strstr(statement->text, "default(none)"))
            walk->stack[walk->count - 1].obstacle =
                "it is inside a DO CONCURRENT with default(none)";
    }
}

void directives_plan(struct routine *routine)
{
    struct walk walk = {.routine = routine, .pending = NO_STATEMENT};
    const struct source *source = &routine->file->source;
    for (size_t i = routine->begin; i <= routine->stop; i++) {
        const struct statement *statement = &source->statements[i];
        struct spot *spot = routine_spot(routine, i);
        spot->environment = top(&walk).environment;
        spot->obstacle = top(&walk).obstacle;
        spot->concurrent = top(&walk).concurrent;
        struct site *site = routine_site(routine, i);
        if (statement->kind == STATEMENT_DIRECTIVE) {
            read_directive(&walk, i, statement);
        } else if (site && site->kind == TRI_KIND_LOOP) {
            begin_loop(&walk, site);
        } else if (site) {
            site->environment = spot->environment;
        }
        if (statement->kind != STATEMENT_DIRECTIVE && statement->kind != STATEMENT_PREPROCESSOR)
            walk.pending = NO_STATEMENT;
        while (walk.count && top(&walk).end == i)
            walk.count--;
        if (statement->kind == STATEMENT_END_BLOCK)
            end_block(&walk, i, spot->block);
    }
    free(walk.stack);
}
