/* mail.h: how packets of words travel between the nodes of the stand-in: mail_pipes.c, mail_pvm.c
 */
#ifndef MAIL_H
#define MAIL_H

enum { MAIL_WORDS = 8 }; /* of a packet */

/* Starts the nodes 0 and 1. Returns the number of this one, or -1 where it is none and all is done.
 */
int mail_start(void);

void mail_put(long node, const long *packet);

/* Waits for a packet. */
void mail_get(long *packet);

/* Prints a number of the program. */
void mail_print(long number);

/* Ends this node. */
void mail_end(void);

#endif
