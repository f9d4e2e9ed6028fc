/* self.c: finds messages that a rank sends to itself. */
#include "analysis/advice/facts.h"

#include "util/number.h"

/* Sums over these messages. */
struct self {
    uint64_t count, bytes, cost;
    uint32_t send, receive; /* rows of regions, of the largest message */
    uint64_t largest;
    uint32_t place;
};

static void add_message(const struct advice_facts *facts, struct self *to, size_t i)
{
    const struct archive_messages *all = &facts->archive->messages;
    const uint64_t bytes = archive_sized(all->bytes[i]);
    to->cost = number_add(to->cost, advice_message_cost(facts, i));
    to->bytes = number_add(to->bytes, all->bytes[i]); /* ARCHIVE_UNKNOWN stays so */
    if (!to->count++ || bytes > to->largest) {
        to->largest = bytes;
        to->send = facts->archive->nodes.region[all->send[i]];
        to->receive = facts->archive->nodes.region[all->receive[i]];
        to->place = all->source[i];
    }
}

void advice_self_messages(struct advice_facts *facts)
{
    const struct archive_messages *all = &facts->archive->messages;
    struct self self = {0};
    for (size_t i = 0; i < all->rows; i++) {
        if (advice_is_matched(facts, i) && all->source[i] == all->target[i])
            add_message(facts, &self, i);
    }
    if (!self.count)
        return;
    struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_SELF_MESSAGES);
    finding.cost = self.cost;
    finding.count = self.count;
    finding.bytes = self.bytes;
    finding.place = self.place;
    advice_site(&finding, self.send);
    advice_site(&finding, self.receive);
    advice_add(facts, finding, ADVICE_LEAST);
}
