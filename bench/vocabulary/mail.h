/* mail.h: a library of mailboxes that does nothing, for bench/vocabulary.py. */
#ifndef MAIL_H
#define MAIL_H

#include <stddef.h>

struct letter {
    int from, kind;
    long size;
};

int mail_self(void);
int mail_count(void);
int mail_visit(int box);
int mail_post(int box, const void *data, size_t size, int kind);
int mail_weigh(int box, double weight, int kind);
int mail_fetch(int box, int kind);
int mail_last(struct letter *letter);
int mail_read(struct letter *letter);
int mail_pack(int size);
int mail_flush(int box);
int mail_load(int size);
int mail_ship(int box);
int mail_about(int box, int *kind, long *size);
int mail_ask(int box);
int mail_asked(int box);             /* calls mail_about() itself, and no vocabulary describes it */
int mail_price(int box, long *size); /* computes with floating-point numbers */
int mail_buy(int box);
int mail_bought(int box);            /* calls mail_price() itself, as above */
int mail_title(int box, long *size); /* calls another library */
int mail_name(int box);
int mail_named(int box); /* calls mail_title() itself, as above */
int mail_size(const int *box, long *size);
int mail_find(int box);
int mail_found(int box); /* calls mail_size() itself, as above */
int mail_cast(const int *boxes, int count, size_t size);
int mail_spread(const int *boxes, const int *sizes, int count);
int mail_exchange(int box, size_t size);
struct section {
    long size;
    struct {
        long low, high;
    } bounds[2];
    char rank;
};

int mail_route(int box, size_t size);
int mail_place(const int *number, int *place);
int mail_put(int box, const struct section *section, const struct section *from, int by, int kind,
             int wait, int repeat, int last); /* the last two are on the stack on x86-64 */
int mail_meet(int box, size_t size);
int mail_note(int box, const char *text, ...);
int mail_fill(int box, int size);
int mail_empty(int box);
int mail_forward(int box, size_t size);
int mail_hand(int box, size_t size);
int mail_deliver(int box, size_t size); /* calls mail_hand() */
int mail_bare(int box, size_t size);    /* does the same, and no vocabulary describes it */

#endif
