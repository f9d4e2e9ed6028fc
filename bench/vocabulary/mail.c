/* mail.c: see mail.h */
#include "mail.h"

#include <string.h>

int mail_self(void)
{
    return 0;
}

int mail_count(void)
{
    return 2;
}

int mail_visit(int box)
{
    return box;
}

int mail_post(int box, const void *data, size_t size, int kind)
{
    (void)box, (void)data, (void)size, (void)kind;
    return 0;
}

int mail_weigh(int box, double weight, int kind)
{
    (void)box, (void)weight, (void)kind;
    return 0;
}

int mail_fetch(int box, int kind)
{
    (void)box, (void)kind;
    return 8;
}

int mail_last(struct letter *letter)
{
    *letter = (struct letter){1, 1, 8};
    return 0;
}

int mail_read(struct letter *letter)
{
    return mail_last(letter) == 0;
}

int mail_pack(int size)
{
    return size;
}

int mail_flush(int box)
{
    return box;
}

int mail_load(int size)
{
    return size;
}

int mail_ship(int box)
{
    return box;
}

int mail_about(int box, int *kind, long *size)
{
    *kind = box;
    *size = 8;
    return 0;
}

int mail_ask(int box)
{
    return box;
}

int mail_asked(int box)
{
    int kind;
    long size;
    mail_about(box, &kind, &size);
    return box;
}

static volatile double rate = 1.5;
static const char *volatile title = "a letter";

__attribute__((noinline)) int mail_price(int box, long *size)
{
    *size = (long)(box * rate);
    return 0;
}

int mail_buy(int box)
{
    return box;
}

int mail_bought(int box)
{
    long size;
    return box > 0 && !mail_price(box, &size) ? (int)size : 0;
}

__attribute__((noinline)) int mail_title(int box, long *size)
{
    *size = (long)strlen(title) + box;
    return 0;
}

int mail_name(int box)
{
    return box;
}

int mail_named(int box)
{
    long size;
    return box > 0 && !mail_title(box, &size) ? (int)size : 0;
}

__attribute__((noinline)) int mail_size(const int *box, long *size)
{
    *size = *box;
    return 0;
}

int mail_find(int box)
{
    return box;
}

int mail_found(int box)
{
    long size;
    return box > 0 && !mail_size(&box, &size) ? (int)size : 0;
}

int mail_cast(const int *boxes, int count, size_t size)
{
    (void)boxes, (void)count, (void)size;
    return 0;
}

int mail_spread(const int *boxes, const int *sizes, int count)
{
    (void)boxes, (void)sizes, (void)count;
    return 0;
}

int mail_exchange(int box, size_t size)
{
    (void)box;
    return (int)size;
}

int mail_fill(int box, int size)
{
    (void)size;
    return box;
}

int mail_empty(int box)
{
    return box;
}

int mail_forward(int box, size_t size)
{
    (void)box;
    return (int)size;
}

__attribute__((noinline)) int mail_hand(int box, size_t size)
{
    (void)box;
    return (int)size;
}

int mail_deliver(int box, size_t size)
{
    return mail_hand(box, size) > 0;
}

static __attribute__((noinline)) int hand(int box, size_t size)
{
    (void)box;
    return (int)size;
}

int mail_bare(int box, size_t size)
{
    return hand(box, size) > 0;
}

int mail_route(int box, size_t size)
{
    (void)size;
    return box;
}

int mail_place(const int *number, int *place)
{
    *place = *number;
    return 0;
}

int mail_put(int box, const struct section *section, const struct section *from, int by, int kind,
             int wait, int repeat, int last)
{
    (void)section, (void)from, (void)by, (void)kind, (void)wait, (void)repeat;
    return box + last;
}

int mail_meet(int box, size_t size)
{
    (void)size;
    return box;
}

int mail_note(int box, const char *text, ...)
{
    (void)text;
    return box;
}
