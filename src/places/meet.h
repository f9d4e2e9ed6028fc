/* meet.h: how places that know only their number hand their cards to each other: by the key-value
 * space of the launcher, or at an address that the user gives. */
#ifndef PLACES_MEET_H
#define PLACES_MEET_H

#include "places/card.h"

enum { MEET_WHY = 500 }; /* characters of a message */

/* Each gives a text and gets those of all places. False with `why`. */
bool meet_by_pmi(int here, int places, const char *mine, char (*all)[CARD_TEXT],
                 char why[MEET_WHY]);
/* NULL in a program that is linked statically, which cannot load PMIx: the linker takes nothing
 * from a library for it. */
bool meet_by_pmix(int here, int places, const char *mine, char (*all)[CARD_TEXT],
                  char why[MEET_WHY]) __attribute__((weak));
/* `address`: "HOST:PORT", where place 0 listens. `secret`: a text that all places know. */
bool meet_at_address(int here, int places, const char *address, const char *secret,
                     const char *mine, char (*all)[CARD_TEXT], char why[MEET_WHY]);

/* The program ends as it should: tells the launcher, unless MPI does. */
void meet_end_pmi(void);
void meet_end_pmix(void) __attribute__((weak));

#endif
