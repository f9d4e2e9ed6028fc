/* card.h: what places tell each other when they meet: which machine they are on, which program they
 * are, and where they listen. */
#ifndef PLACES_CARD_H
#define PLACES_CARD_H

#include "places/greet.h"

#include <stdbool.h>
#include <sys/types.h>

enum { CARD_TEXT = 1000, CARD_HOST = 64, CARD_ADDRESSES = 8, CARD_ADDRESS = 46 };

struct card {
    uint64_t machine; /* equal for places that can share memory */
    uint64_t boot;    /* equal under one kernel, with one clock */
    uint64_t program;
    pid_t pid;
    uint16_t port;
    unsigned char secret[GREET_SECRET]; /* that of place 0 counts */
    char host[CARD_HOST];
    char addresses[CARD_ADDRESSES][CARD_ADDRESS]; /* the last one may be empty */
};

/* Makes the card of this place, which listens at a port. */
void card_make(struct card *card, uint16_t port);

/* The card as a text without spaces, and back. False if it is none. */
void card_print(const struct card *card, char text[CARD_TEXT]);
bool card_read(const char *text, struct card *card);

#endif
