/* peers.c: collects the peers of an act from its values. */
#include "archive/events/events.h"

/* Sets a peer; notes if it had another value before. */
static void tell(struct archive_event_peers *peers, uint32_t *to, enum archive_act_told what,
                 uint32_t value)
{
    if (peers->told & what && *to != value)
        peers->several |= (uint8_t)what;
    *to = value;
    peers->told |= (uint8_t)what;
}

/* Sets the peer and the tag of a message. The actual source replaces "any". */
static void tell_address(struct archive_event_peers *peers, uint64_t kind, uint64_t address)
{
    uint32_t tag = (uint32_t)(address >> 32), any = (uint32_t)-1;
    bool sends = kind == FORMAT_VALUE_TO;
    if (kind == FORMAT_VALUE_FROM && peers->from == FORMAT_ANY)
        peers->told &= (uint8_t)~ARCHIVE_TOLD_SOURCE;
    if (sends)
        tell(peers, &peers->to, ARCHIVE_TOLD_TARGET, (uint32_t)address);
    else
        tell(peers, &peers->from, ARCHIVE_TOLD_SOURCE, (uint32_t)address);
    if (tag != any)
        tell(peers, &peers->tag, ARCHIVE_TOLD_TAG, tag);
}

void archive_event_peers_take(struct archive_event_peers *peers, uint64_t kind, uint64_t value)
{
    switch (kind) {
    case FORMAT_VALUE_SENT:
    case FORMAT_VALUE_POSTED:
    case FORMAT_VALUE_RECEIVED:
    case FORMAT_VALUE_FINISHED:
    case FORMAT_VALUE_CANCELLED:
    case FORMAT_VALUE_TOGETHER:
    case FORMAT_VALUE_UNITED:
        tell(peers, &peers->communicator, ARCHIVE_TOLD_COMMUNICATOR,
             (uint32_t)(value >> FORMAT_ORDER_BITS));
        break;
    case FORMAT_VALUE_TO:
    case FORMAT_VALUE_ASKED:
    case FORMAT_VALUE_FROM:
        tell_address(peers, kind, value);
        break;
    default:
        break;
    }
}

void archive_event_peers_give(const struct archive_event_peers *peers,
                              const struct archive *archive, uint32_t place,
                              struct archive_act *act)
{
    const struct archive_rank_index *ranks = &archive->events->ranks;
    bool many_from = peers->several & ARCHIVE_TOLD_SOURCE,
         many_to = peers->several & ARCHIVE_TOLD_TARGET;
    act->told = peers->told & ~(peers->several & (ARCHIVE_TOLD_TAG | ARCHIVE_TOLD_COMMUNICATOR));
    act->tag = peers->tag;
    act->communicator = archive_rank_index_communicator(ranks, place, peers->communicator);
    uint32_t within = peers->told & ARCHIVE_TOLD_COMMUNICATOR ? act->communicator : ARCHIVE_NONE;
    act->source =
        many_from ? ARCHIVE_NONE : archive_rank_index_peer(ranks, place, within, peers->from);
    act->target = many_to ? ARCHIVE_NONE : archive_rank_index_peer(ranks, place, within, peers->to);
    if (act->communicator == ARCHIVE_NONE)
        act->told &= ~(uint32_t)ARCHIVE_TOLD_COMMUNICATOR;
}
