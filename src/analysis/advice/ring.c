/* ring.c: finds blocking sends around a ring of ranks, or along a chain in which all send before
 * they receive: each waits for the next. */
#include "analysis/advice/facts.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum {
    ALWAYS = 90, /* % of a rank's messages from that call go to one partner; % of its sends begin
                    before its receive */
    LINKS = 3,   /* ranks of a ring (two only exchange data), or senders of a chain */
};

/* The messages of one call, by sending rank. */
struct link {
    uint32_t target;          /* row of places, of the first message; ARCHIVE_NONE: none */
    uint64_t count, bytes;    /* messages */
    uint64_t same;            /* messages to that target */
    uint64_t cost;            /* of both calls */
    uint64_t before;          /* sends that began before the rank's next receive */
    uint64_t receives, taken; /* receives of the rank; receives begun so far */
    bool is_in;               /* part of a ring or a chain */
};

/* The start of a send or a receive. */
struct act {
    uint32_t place;
    bool receives;
    uint64_t start;
};

static int by_place_and_start(const void *left, const void *right)
{
    const struct act *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->receives < b->receives ? -1 : a->receives > b->receives;
}

/* True for a message between two ranks by two blocking calls. */
static bool blocks(const struct advice_facts *facts, size_t i)
{
    const struct archive_messages *all = &facts->archive->messages;
    return advice_is_matched(facts, i) && all->source[i] != all->target[i] &&
           advice_blocks(facts, all->send[i]) && advice_blocks(facts, all->receive[i]);
}

/* Counts the sends that precede the receive of the same position: the n-th send of a rank belongs
 * to its n-th receive. */
static void find_order(const struct advice_facts *facts, const size_t *messages, size_t count,
                       struct link *links)
{
    const struct archive_messages *all = &facts->archive->messages;
    struct act *acts = memory_zeroed(2 * count + 1, sizeof *acts);
    for (size_t i = 0; i < count; i++) {
        size_t message = messages[i];
        acts[2 * i] = (struct act){all->source[message], false, all->send_start[message]};
        acts[2 * i + 1] = (struct act){all->target[message], true, all->receive_start[message]};
    }
    if (count)
        qsort(acts, 2 * count, sizeof *acts, by_place_and_start);
    uint64_t sent = 0;
    for (size_t i = 0; i < 2 * count; i++) {
        struct link *link = &links[acts[i].place];
        if (!i || acts[i].place != acts[i - 1].place)
            sent = 0;
        if (acts[i].receives)
            link->taken++;
        else
            link->before += ++sent > link->taken;
    }
    free(acts);
}

static bool is_link(const struct link *link)
{
    return link->count && 100 * link->same >= ALWAYS * link->count;
}

/* Marks the ranks of rings; returns their number. */
static uint64_t find_rings(struct link *links, size_t places)
{
    uint64_t found = 0;
    uint32_t *by =
        memory_zeroed(places + 1, sizeof *by); /* the start of the walk that passed it, plus 1 */
    for (uint32_t i = 0; i < places; i++) {
        uint32_t at = i;
        while (at != ARCHIVE_NONE && !by[at] && is_link(&links[at])) {
            by[at] = i + 1;
            at = links[at].target;
        }
        if (at == ARCHIVE_NONE || by[at] != i + 1 || !is_link(&links[at]))
            continue;
        uint64_t length = 0;
        for (uint32_t j = at; !length || j != at; j = links[j].target)
            length++;
        if (length < LINKS)
            continue;
        found += length;
        for (; !links[at].is_in; at = links[at].target)
            links[at].is_in = true;
    }
    free(by);
    return found;
}

/* Without rings, marks the senders of chains; returns their number, or 0 if ranks that also receive
 * do so first: that is a pipeline. */
static uint64_t find_chains(struct link *links, size_t places)
{
    uint64_t found = 0, first = 0;
    for (size_t i = 0; i < places; i++) {
        bool before = 100 * links[i].before >= ALWAYS * links[i].count;
        links[i].is_in = is_link(&links[i]);
        if (links[i].is_in && links[i].receives && !before)
            return 0;
        found += links[i].is_in;
        first += links[i].is_in && links[i].receives;
    }
    return found >= LINKS && first ? found : 0;
}

static void add_message(const struct advice_facts *facts, size_t i, struct link *links)
{
    const struct archive_messages *all = &facts->archive->messages;
    struct link *link = &links[all->source[i]];
    if (!link->count++)
        link->target = all->target[i];
    link->same += all->target[i] == link->target;
    link->bytes = number_add(link->bytes, all->bytes[i]); /* ARCHIVE_UNKNOWN stays so */
    link->cost = number_add(link->cost,
                            number_add(number_minus(all->send_end[i], all->send_start[i]),
                                       number_minus(all->receive_end[i], all->receive_start[i])));
    links[all->target[i]].receives++;
}

/* Meaning of the numbers: others: ranks of rings, or of chains (ratio 0); count, bytes: their
 * messages; time: number of ranks that send before they receive. */
static void find_ring(struct advice_facts *facts, uint32_t region, uint32_t receive,
                      const size_t *messages, size_t count)
{
    size_t places = facts->archive->places.rows;
    struct link *links = memory_zeroed(places + 1, sizeof *links);
    struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_RING);
    for (size_t i = 0; i < places; i++)
        links[i].target = ARCHIVE_NONE;
    for (size_t i = 0; i < count; i++)
        add_message(facts, messages[i], links);
    find_order(facts, messages, count, links);
    finding.others = find_rings(links, places);
    finding.ratio = finding.others ? 1 : 0;
    if (!finding.others)
        finding.others = find_chains(links, places);
    for (uint32_t i = 0; i < places && finding.others; i++) {
        if (!links[i].is_in)
            continue;
        finding.cost = number_add(finding.cost, links[i].cost);
        finding.count += links[i].count;
        finding.bytes = number_add(finding.bytes, links[i].bytes);
        finding.time += 100 * links[i].before >= ALWAYS * links[i].count;
        if (finding.place == ARCHIVE_NONE) {
            finding.place = i;
            finding.partner = links[i].target;
        }
    }
    advice_site(&finding, region);
    advice_site(&finding, receive);
    if (finding.others)
        advice_add(facts, finding, ADVICE_LEAST);
    free(links);
}

static int by_region(const void *left, const void *right, void *context)
{
    const struct archive *archive = context;
    size_t a = *(const size_t *)left, b = *(const size_t *)right;
    uint32_t x = archive->nodes.region[archive->messages.send[a]];
    uint32_t y = archive->nodes.region[archive->messages.send[b]];
    if (x != y)
        return x < y ? -1 : 1;
    return a < b ? -1 : a > b;
}

void advice_ring(struct advice_facts *facts)
{
    const struct archive *archive = facts->archive;
    const struct archive_messages *all = &archive->messages;
    size_t *messages = memory_zeroed(all->rows + 1, sizeof *messages), count = 0;
    for (size_t i = 0; i < all->rows; i++) {
        if (blocks(facts, i))
            messages[count++] = i;
    }
    if (count)
        qsort_r(messages, count, sizeof *messages, by_region, (void *)archive);
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t region = archive->nodes.region[all->send[messages[i]]];
        for (end = i; end < count && archive->nodes.region[all->send[messages[end]]] == region;)
            end++;
        find_ring(facts, region, archive->nodes.region[all->receive[messages[i]]], messages + i,
                  end - i);
    }
    free(messages);
}
