/* calls.c: calls of described functions, taken out of the library by hand, beside those that the
 * program is linked to, or has itself, in turn. Prints for each kind of call the ns of one call:
 * native, as called. */
#include "../clocks.h"
#include "mail.h"

#include <dlfcn.h>
#include <stdio.h>

enum { CALLS = 1000000, BLOCK = 10000, SITES = 50 };

struct functions {
    __typeof__(&mail_visit) visit;
    __typeof__(&mail_post) post;
    __typeof__(&mail_weigh) weigh;
    __typeof__(&mail_fetch) fetch;
    __typeof__(&mail_read) read;
    __typeof__(&mail_pack) pack;
    __typeof__(&mail_flush) flush;
    __typeof__(&mail_forward) forward;
    __typeof__(&mail_deliver) deliver;
    __typeof__(&mail_load) load;
    __typeof__(&mail_ship) ship;
    __typeof__(&mail_fill) fill;
    __typeof__(&mail_empty) empty;
    __typeof__(&mail_ask) ask;
    __typeof__(&mail_buy) buy;
    __typeof__(&mail_name) name;
    __typeof__(&mail_find) find;
    __typeof__(&mail_cast) cast;
    __typeof__(&mail_spread) spread;
    __typeof__(&mail_exchange) exchange;
    __typeof__(&mail_route) route;
    __typeof__(&mail_put) put;
    __typeof__(&mail_meet) meet;
    __typeof__(&mail_note) note;
};

static char data[64];
static struct letter letter;

static void visit(const struct functions *mail)
{
    mail->visit(1);
}

static void post(const struct functions *mail)
{
    mail->post(1, data, 8, 1);
}

static void weigh(const struct functions *mail)
{
    mail->weigh(1, 0.5, 1);
}

static void fetch(const struct functions *mail)
{
    mail->fetch(1, 1);
}

static void read_letter(const struct functions *mail)
{
    mail->read(&letter);
}

static void pack(const struct functions *mail)
{
    mail->pack(8);
    mail->flush(1);
}

static void load(const struct functions *mail)
{
    mail->load(8);
    mail->ship(1);
}

static void fill(const struct functions *mail)
{
    mail->fill(1, 8);
    mail->empty(1);
}

static void ask(const struct functions *mail)
{
    mail->ask(1);
}

static void buy(const struct functions *mail)
{
    mail->buy(1);
}

static void name(const struct functions *mail)
{
    mail->name(1);
}

static void find(const struct functions *mail)
{
    mail->find(1);
}

static const int boxes[] = {1, 0, 1}, sizes[] = {8, 16, 24};

static void cast(const struct functions *mail)
{
    mail->cast(boxes, 3, 8);
}

static void spread(const struct functions *mail)
{
    mail->spread(boxes, sizes, 3);
}

static void exchange(const struct functions *mail)
{
    mail->exchange(1, 8);
}

static void route(const struct functions *mail)
{
    mail->route(1, 8);
}

static const struct section section = {8, {{1, 10}, {2, 4}}, 2};

static void put(const struct functions *mail)
{
    mail->put(1, &section, &section, 1, 2, 3, 4, 0);
}

static void meet(const struct functions *mail)
{
    mail->meet(1, 8);
}

static void note(const struct functions *mail)
{
    mail->note(1, "%d", 2);
}

static void forward(const struct functions *mail)
{
    mail->forward(1, 8);
}

static void deliver(const struct functions *mail)
{
    mail->deliver(1, 8);
}

/* Many call sites. What follows a call keeps it from being a jump. */
#define STAYS __asm__ volatile("" ::: "memory")
#define SITE(n)                                                                                    \
    mail->post(1, data, 8, n);                                                                     \
    STAYS;
#define TEN(n)                                                                                     \
    SITE(n##0)                                                                                     \
    SITE(n##1)                                                                                     \
    SITE(n##2) SITE(n##3) SITE(n##4) SITE(n##5) SITE(n##6) SITE(n##7) SITE(n##8) SITE(n##9)

static void call_sites(const struct functions *mail)
{
    TEN(1) TEN(2) TEN(3) TEN(4) TEN(5)
}

/* One of the sites, whichever comes. Different code behind each keeps them apart. */
#define CASE(n)                                                                                    \
    case n:                                                                                        \
        mail->post(1, data, 8, n);                                                                 \
        __asm__ volatile("# %0" ::"i"(n));                                                         \
        break;
#define TEN_CASES(n)                                                                               \
    CASE(n)                                                                                        \
    CASE(n + 1)                                                                                    \
    CASE(n + 2) CASE(n + 3) CASE(n + 4) CASE(n + 5) CASE(n + 6) CASE(n + 7) CASE(n + 8) CASE(n + 9)

static void any_site(const struct functions *mail)
{
    static unsigned random = 1;
    random = random * 1664525 + 1013904223;
    switch ((unsigned long)(random >> 8) * SITES >> 24) {
        TEN_CASES(0) TEN_CASES(10) TEN_CASES(20) TEN_CASES(30) TEN_CASES(40)
    }
}

static double block(void (*kind)(const struct functions *mail), const struct functions *mail,
                    int times)
{
    double start = now();
    for (int i = 0; i < times; i++)
        kind(mail);
    return (now() - start) / times;
}

static void compare(const char *name, void (*kind)(const struct functions *mail), int calls,
                    const struct functions *native, const struct functions *called)
{
    double best[2] = {1e18, 1e18};
    for (int i = 0; i < CALLS / BLOCK; i++) {
        double one = block(kind, native, BLOCK / calls), other = block(kind, called, BLOCK / calls);
        best[0] = one < best[0] ? one : best[0];
        best[1] = other < best[1] ? other : best[1];
    }
    printf("%s %d %.2f %.2f\n", name, calls, best[0], best[1]);
}

int main(void)
{
    const struct functions called = {
        mail_visit,  mail_post,     mail_weigh,   mail_fetch, mail_read, mail_pack,
        mail_flush,  mail_forward,  mail_deliver, mail_load,  mail_ship, mail_fill,
        mail_empty,  mail_ask,      mail_buy,     mail_name,  mail_find, mail_cast,
        mail_spread, mail_exchange, mail_route,   mail_put,   mail_meet, mail_note};
    void *library = dlopen("libmail.so", RTLD_LAZY);
    if (!library)
        return 1;
    const struct functions native = {dlsym(library, "mail_visit"),  dlsym(library, "mail_post"),
                                     dlsym(library, "mail_weigh"),  dlsym(library, "mail_fetch"),
                                     dlsym(library, "mail_read"),   dlsym(library, "mail_pack"),
                                     dlsym(library, "mail_flush"),  dlsym(library, "mail_forward"),
                                     dlsym(library, "mail_bare"),   dlsym(library, "mail_load"),
                                     dlsym(library, "mail_ship"),   dlsym(library, "mail_fill"),
                                     dlsym(library, "mail_empty"),  dlsym(library, "mail_asked"),
                                     dlsym(library, "mail_bought"), dlsym(library, "mail_named"),
                                     dlsym(library, "mail_found"),  dlsym(library, "mail_cast"),
                                     dlsym(library, "mail_spread"), dlsym(library, "mail_exchange"),
                                     dlsym(library, "mail_route"),  dlsym(library, "mail_put"),
                                     dlsym(library, "mail_meet"),   dlsym(library, "mail_note")};
    printf("clock 2 %.2f 0\n", two_clocks());
    compare("visit", visit, 1, &native, &called);
    compare("post", post, 1, &native, &called);
    compare("weigh", weigh, 1, &native, &called);
    compare("fetch", fetch, 1, &native, &called);
    compare("sites", call_sites, SITES, &native, &called);
    compare("any", any_site, 1, &native, &called);
    compare("read", read_letter, 1, &native, &called);
    compare("pack", pack, 2, &native, &called);
    compare("load", load, 2, &native, &called);
    compare("fill", fill, 2, &native, &called);
    compare("ask", ask, 1, &native, &called);
    compare("buy", buy, 1, &native, &called);
    compare("name", name, 1, &native, &called);
    compare("find", find, 1, &native, &called);
    compare("cast", cast, 1, &native, &called);
    compare("spread", spread, 1, &native, &called);
    compare("exchange", exchange, 1, &native, &called);
    compare("route", route, 1, &native, &called);
    compare("put", put, 1, &native, &called);
    compare("meet", meet, 1, &native, &called);
    compare("note", note, 1, &native, &called);
    compare("forward", forward, 1, &native, &called);
    compare("deliver", deliver, 2, &native, &called);
    return 0;
}
