/* facts.h: the data that all findings are made from. */
#ifndef ANALYSIS_ADVICE_FACTS_H
#define ANALYSIS_ADVICE_FACTS_H

#include "analysis/advice.h"

/* Percent of the time of all ranks or lanes. A finding that costs less is not worth a change of the
 * program, and may be noise. */
enum { ADVICE_LEAST = 2 };

/* The input of all searches, and their output. */
struct advice_facts {
    const struct archive *archive;
    const struct cube *cube;
    const struct analysis_efficiency *efficiency;
    const struct analysis_delays *delays;
    uint64_t time;          /* ns: of all ranks */
    size_t *rank_of_place;  /* index in the efficiency's ranks plus 1; 0: not a rank */
    bool logged, logged_io; /* messages, I/O: logged on all ranks */
    struct analysis_advice *to;
};

/* Return a finding with its kind and its reference time, of all ranks or of all lanes. */
struct analysis_advice_finding advice_of_ranks(const struct advice_facts *facts,
                                               enum analysis_advice_kind kind);
struct analysis_advice_finding advice_of_lanes(const struct advice_facts *facts,
                                               enum analysis_advice_kind kind);

/* Adds a finding if it costs at least `least` percent. */
void advice_add(struct advice_facts *facts, struct analysis_advice_finding finding, double least);
void advice_site(struct analysis_advice_finding *finding,
                 uint32_t region); /* unless it is 0 or there already */

const char *advice_name(const struct advice_facts *facts, uint32_t region); /* returns its name */

/* True if both ends of the message are known calls of ranks. */
bool advice_is_matched(const struct advice_facts *facts, size_t message);

/* Returns the ns spent in its send, and in its receive after it was sent if that call receives
 * nothing else: a call that waits for several messages does so for other reasons, too. */
uint64_t advice_message_cost(const struct advice_facts *facts, size_t message);

/* True if the call does not return before the message is received or buffered. */
bool advice_blocks(const struct advice_facts *facts, uint32_t node);

/* One function per kind of finding, each in a file of its own. */
void advice_imbalance(struct advice_facts *facts);
void advice_generator(struct advice_facts *facts);
void advice_ring(struct advice_facts *facts);
void advice_small_messages(struct advice_facts *facts);
void advice_self_messages(struct advice_facts *facts);
void advice_barrier(struct advice_facts *facts);
void advice_collective(struct advice_facts *facts);
void advice_one_writer(struct advice_facts *facts);
void advice_io_in_turn(struct advice_facts *facts);
void advice_threads(struct advice_facts *facts);
void advice_lock(struct advice_facts *facts);
void advice_small_tasks(struct advice_facts *facts);
void advice_crowded(struct advice_facts *facts);
void advice_late(struct advice_facts *facts); /* after all the others */
void advice_spin(struct advice_facts *facts);
void advice_poll(struct advice_facts *facts);
void advice_same_place(struct advice_facts *facts);
void advice_few_elements(struct advice_facts *facts);
void advice_needless_copy(struct advice_facts *facts);
void advice_hoist(struct advice_facts *facts);
void advice_late_activity(struct advice_facts *facts);

/* Returns the finding of that kind; NULL if there is none so far. */
const struct analysis_advice_finding *advice_of_kind(const struct analysis_advice *advice,
                                                     enum analysis_advice_kind kind);

#endif
