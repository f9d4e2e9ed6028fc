/* data_path.c: see data_path.h */
#include "analysis/data_path.h"

#include "util/memory.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_HOPS = 200, MOST_STEPS = 50 };

static bool is_name(char letter)
{
    return isalnum((unsigned char)letter) || letter == '_';
}

/* Returns what follows a cast such as "(void *)", or the text itself. */
static const char *after_cast(const char *text)
{
    const char *end = *text == '(' ? strchr(text, ')') : NULL;
    if (!end)
        return text;
    const char *next = end + 1 + strspn(end + 1, " &(");
    return isalpha((unsigned char)*next) || *next == '_' ? end + 1 : text;
}

size_t analysis_data_path_variable(const char *text, const char **variable)
{
    const char *at = text + strspn(text, " &*");
    at = after_cast(at);
    at += strspn(at, " &*(");
    const char *end = at;
    if (!isalpha((unsigned char)*at) && *at != '_')
        return 0;
    while (is_name(*end) || ((*end == '.' || *end == '%') && is_name(end[1])) ||
           (end[0] == '-' && end[1] == '>' && is_name(end[2])))
        end += *end == '-' ? 2 : 1;
    *variable = at;
    return (size_t)(end - at);
}

/* True if two texts are about the same variable. */
static bool is_same(const struct archive *archive, uint32_t left, uint32_t right)
{
    const char *a, *b;
    if (!left || !right)
        return false;
    size_t length = analysis_data_path_variable(archive_text(archive, left), &a);
    return length && length == analysis_data_path_variable(archive_text(archive, right), &b) &&
           !memcmp(a, b, length);
}

/* A path that is being found. */
struct finding {
    const struct archive *archive;
    struct analysis_data_path path;
    size_t room;
};

static bool is_full(struct finding *finding)
{
    finding->path.cut |= finding->path.count >= MOST_HOPS;
    return finding->path.count >= MOST_HOPS;
}

static void add(struct finding *finding, const struct analysis_hop *hop)
{
    struct analysis_data_path *path = &finding->path;
    path->hops = memory_grow(path->hops, &finding->room, path->count + 1, sizeof *path->hops);
    path->hops[path->count++] = *hop;
}

static struct analysis_hop hop_of_message(const struct archive *archive, size_t row)
{
    const struct archive_messages *all = &archive->messages;
    return (struct analysis_hop){.message = (uint32_t)row,
                                 .from = all->source[row],
                                 .to = all->target[row],
                                 .send = all->send[row],
                                 .receive = all->receive[row],
                                 .data = all->data[row],
                                 .into = all->received_data[row],
                                 .sent = all->send_start[row],
                                 .received = all->receive_end[row],
                                 .bytes = all->bytes[row]};
}

/* Returns the participation of the root in the operation of a participation; ARCHIVE_NONE: none. */
static size_t root_of(const struct archive_collectives *all, size_t row)
{
    size_t first = row, found = ARCHIVE_NONE;
    while (first && all->instance[first - 1] == all->instance[row])
        first--;
    for (size_t i = first; i < all->rows && all->instance[i] == all->instance[row]; i++) {
        if (all->place[i] == all->root[row])
            found = i;
    }
    return found;
}

/* Returns what a participant received. */
static struct analysis_hop hop_of_part(const struct archive *archive, size_t row)
{
    const struct archive_collectives *all = &archive->collectives;
    struct analysis_hop hop = {.message = ARCHIVE_NONE,
                               .from = ARCHIVE_NONE,
                               .to = all->place[row],
                               .send = all->begin[row],
                               .receive = all->end[row],
                               .data = all->data[row],
                               .into = all->received_data[row],
                               .sent = all->begin_start[row],
                               .received = all->end_end[row],
                               .bytes = all->taken[row]};
    size_t root = all->kind[row] == ARCHIVE_COLLECTIVE_1_TO_N ? root_of(all, row) : ARCHIVE_NONE;
    if (root == ARCHIVE_NONE)
        return hop;
    hop.from = all->place[root];
    hop.send = all->begin[root];
    hop.data = all->data[root];
    hop.sent = all->begin_start[root];
    return hop;
}

/* A variable of a place at a moment. */
struct holding {
    uint32_t place, variable; /* row; text */
    uint64_t moment;
};

/* True if a hop brought the variable into its place. */
static bool brings(const struct archive *archive, const struct analysis_hop *hop,
                   const struct holding *held)
{
    return hop->received && hop->to == held->place && hop->bytes &&
           is_same(archive, hop->into, held->variable);
}

/* Finds the last hop that brought a variable until a moment, and when the next one does
 * (UINT64_MAX: never). False if there is no such hop. */
static bool find_arrival(const struct archive *archive, const struct holding *held,
                         struct analysis_hop *last, uint64_t *next)
{
    const struct archive_messages *messages = &archive->messages;
    const struct archive_collectives *parts = &archive->collectives;
    bool found = false;
    *next = UINT64_MAX;
    for (size_t i = 0; i < messages->rows + parts->rows; i++) {
        size_t part = i - messages->rows;
        if ((i < messages->rows ? messages->target[i] : parts->place[part]) != held->place)
            continue;
        struct analysis_hop hop =
            i < messages->rows ? hop_of_message(archive, i) : hop_of_part(archive, part);
        if (!brings(archive, &hop, held))
            continue;
        if (hop.received > held->moment) {
            *next = hop.received < *next ? hop.received : *next;
        } else if (!found || hop.received >= last->received) {
            *last = hop;
            found = true;
        }
    }
    return found;
}

/* Adds the hops that brought a variable to a place, the nearest first. */
static void find_before(struct finding *finding, struct holding held)
{
    struct analysis_hop hop;
    uint64_t next;
    for (int32_t step = -1; find_arrival(finding->archive, &held, &hop, &next); step--) {
        finding->path.cut |= step < -MOST_STEPS;
        if (step < -MOST_STEPS || is_full(finding))
            return;
        hop.distance = step;
        add(finding, &hop);
        if (hop.from == ARCHIVE_NONE || !hop.sent || hop.sent >= held.moment)
            return; /* from several places, or not known */
        held = (struct holding){hop.from, hop.data, hop.sent};
    }
}

/* True if a hop carries a variable on from its place, before the place receives into it again. */
static bool carries(const struct archive *archive, const struct analysis_hop *hop,
                    const struct holding *held, uint64_t next)
{
    return hop->from == held->place && hop->sent && hop->received && hop->bytes &&
           hop->sent >= held->moment && hop->sent < next &&
           is_same(archive, hop->data, held->variable);
}

/* Adds the hops that carry a variable on from a place. */
static void add_next(struct finding *finding, const struct holding *held, int32_t step)
{
    const struct archive *archive = finding->archive;
    const struct archive_messages *messages = &archive->messages;
    const struct archive_collectives *parts = &archive->collectives;
    struct analysis_hop hop;
    uint64_t next;
    find_arrival(archive, held, &hop, &next);
    for (size_t i = 0; i < messages->rows && !is_full(finding); i++) {
        if (messages->source[i] != held->place)
            continue;
        hop = hop_of_message(archive, i);
        hop.distance = step;
        if (carries(archive, &hop, held, next))
            add(finding, &hop);
    }
    for (size_t i = 0; i < parts->rows && !is_full(finding); i++) {
        if (parts->kind[i] != ARCHIVE_COLLECTIVE_1_TO_N || parts->root[i] != held->place ||
            parts->place[i] == held->place)
            continue;
        hop = hop_of_part(archive, i);
        hop.distance = step;
        if (carries(archive, &hop, held, next))
            add(finding, &hop);
    }
}

/* Adds the hops after the message, step by step. */
static void find_after(struct finding *finding, const struct analysis_hop *start)
{
    struct holding held = {start->to, start->into, start->received};
    size_t at = finding->path.count;
    if (!start->received)
        return;
    add_next(finding, &held, 1);
    for (; at < finding->path.count && !is_full(finding); at++) {
        struct analysis_hop hop = finding->path.hops[at];
        finding->path.cut |= hop.distance >= MOST_STEPS;
        if (hop.distance >= MOST_STEPS)
            return;
        held = (struct holding){hop.to, hop.into, hop.received};
        add_next(finding, &held, hop.distance + 1);
    }
}

static int by_distance(const void *left, const void *right)
{
    const struct analysis_hop *a = left, *b = right;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    if (a->sent != b->sent)
        return a->sent < b->sent ? -1 : 1;
    return a->to < b->to ? -1 : a->to > b->to;
}

struct analysis_data_path analysis_data_path_find(const struct archive *archive, uint32_t message)
{
    assert(message < archive->messages.rows);
    struct finding finding = {.archive = archive};
    struct analysis_hop hop = hop_of_message(archive, message);
    add(&finding, &hop);
    if (hop.sent && hop.from != ARCHIVE_NONE)
        find_before(&finding, (struct holding){hop.from, hop.data, hop.sent});
    find_after(&finding, &hop);
    qsort(finding.path.hops, finding.path.count, sizeof *finding.path.hops, by_distance);
    return finding.path;
}

void analysis_data_path_free(struct analysis_data_path *path)
{
    free(path->hops);
    *path = (struct analysis_data_path){0};
}
