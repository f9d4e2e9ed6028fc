/* card.c: see card.h */
#include "places/card.h"

#include "places/sites.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <link.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a. */
static uint64_t hash(uint64_t so_far, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        so_far = (so_far ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
    return so_far;
}

static uint64_t hash_boot(void)
{
    char text[64] = "";
    FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
    if (file && !fgets(text, sizeof text, file))
        text[0] = '\0';
    if (file)
        fclose(file);
    return hash(HASH_START, text, strlen(text));
}

/* Places can share memory if they have one /dev/shm, and see each other's processes. TRI_MACHINE
 * lets a machine be several ones. */
static uint64_t hash_machine(uint64_t boot)
{
    struct stat about;
    const char *name = getenv("TRI_MACHINE");
    uint64_t machine = boot;
    static const char *const files[] = {"/dev/shm", "/proc/self/ns/pid"};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (stat(files[i], &about) != 0)
            continue;
        machine = hash(machine, &about.st_dev, sizeof about.st_dev);
        machine = hash(machine, &about.st_ino, sizeof about.st_ino);
    }
    return name ? hash(machine, name, strlen(name)) : machine;
}

/* Adds the build ID of the program, if it has one. */
static int add_build(struct dl_phdr_info *info, size_t size, void *argument)
{
    uint64_t *program = argument;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_NOTE)
            continue;
        const char *at = (const char *)(info->dlpi_addr + part->p_vaddr), *end = at + part->p_memsz;
        while (end - at > (ptrdiff_t)sizeof(ElfW(Nhdr))) { /* the last one may not be padded */
            const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)(const void *)at;
            const char *name = at + sizeof *note, *id = name + ((note->n_namesz + 3U) & ~3U);
            if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 && !memcmp(name, "GNU", 4))
                *program = hash(*program, id, note->n_descsz);
            at = id + ((note->n_descsz + 3U) & ~3U);
        }
    }
    return 1; /* the first one is the program */
}

static uint64_t hash_program(void)
{
    uint64_t program = hash(HASH_START, &(unsigned){sizeof(void *) << 8 | (__BYTE_ORDER__ & 255)},
                            sizeof(unsigned));
    program ^= sites_sum();
    dl_iterate_phdr(add_build, &program);
    return program;
}

/* Adds an address of this machine: those that other machines may know first, then loopback. */
static void add_address(struct card *card, const struct ifaddrs *one, bool loopback)
{
    char text[CARD_ADDRESS];
    size_t used = 0;
    while (used < CARD_ADDRESSES && card->addresses[used][0])
        used++;
    if (!one->ifa_addr || !(one->ifa_flags & IFF_UP) || used == CARD_ADDRESSES ||
        !(one->ifa_flags & IFF_LOOPBACK) == loopback)
        return;
    const struct in_addr *four = &((const struct sockaddr_in *)(void *)one->ifa_addr)->sin_addr;
    const struct in6_addr *six = &((const struct sockaddr_in6 *)(void *)one->ifa_addr)->sin6_addr;
    if (one->ifa_addr->sa_family == AF_INET)
        inet_ntop(AF_INET, four, text, sizeof text);
    else if (one->ifa_addr->sa_family == AF_INET6 && !IN6_IS_ADDR_LINKLOCAL(six))
        inet_ntop(AF_INET6, six, text, sizeof text);
    else
        return;
    memcpy(card->addresses[used], text, sizeof text);
}

/* TRI_PLACES_INTERFACE: the one network interface that is used, besides loopback. */
static void find_addresses(struct card *card)
{
    struct ifaddrs *all = NULL;
    const char *wanted = getenv("TRI_PLACES_INTERFACE");
    if (getifaddrs(&all) != 0)
        return;
    for (int loopback = 0; loopback < 2; loopback++) {
        for (const struct ifaddrs *one = all; one; one = one->ifa_next) {
            if (loopback || !wanted || !*wanted || !strcmp(one->ifa_name, wanted))
                add_address(card, one, loopback);
        }
    }
    freeifaddrs(all);
}

static void find_host(char host[CARD_HOST])
{
    const char *name = getenv("TRI_MACHINE");
    if (name && *name)
        snprintf(host, CARD_HOST, "%s", name);
    else if (gethostname(host, CARD_HOST) != 0)
        snprintf(host, CARD_HOST, "?");
    host[CARD_HOST - 1] = '\0';
    for (char *at = host; *at; at++) {
        if (*at <= ' ' || *at > '~' || *at == ',' || *at == '=' || *at == ';')
            *at = '?';
    }
}

void card_make(struct card *card, uint16_t port)
{
    *card = (struct card){
        .pid = getpid(), .port = port, .boot = hash_boot(), .program = hash_program()};
    card->machine = hash_machine(card->boot);
    if (getrandom(card->secret, sizeof card->secret, 0) != GREET_SECRET)
        card->port = 0;
    find_host(card->host);
    find_addresses(card);
}

void card_print(const struct card *card, char text[CARD_TEXT])
{
    char secret[2 * GREET_SECRET + 1];
    for (size_t i = 0; i < GREET_SECRET; i++)
        snprintf(secret + 2 * i, 3, "%02x", card->secret[i]);
    int used =
        snprintf(text, CARD_TEXT, "%llx,%llx,%llx,%d,%u,%s,%s", (unsigned long long)card->machine,
                 (unsigned long long)card->boot, (unsigned long long)card->program, (int)card->pid,
                 card->port, secret, card->host);
    for (size_t i = 0; i < CARD_ADDRESSES && card->addresses[i][0]; i++)
        used += snprintf(text + used, CARD_TEXT - (size_t)used, ",%s", card->addresses[i]);
}

static bool read_secret(const char *text, unsigned char secret[GREET_SECRET])
{
    if (strspn(text, "0123456789abcdef") != (size_t)2 * GREET_SECRET)
        return false;
    for (size_t i = 0; i < GREET_SECRET; i++) {
        const char digits[3] = {text[2 * i], text[2 * i + 1], '\0'};
        secret[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    return true;
}

bool card_read(const char *text, struct card *card)
{
    char copy[CARD_TEXT];
    char *rest = copy, *word;
    unsigned field = 0;
    *card = (struct card){0};
    snprintf(copy, sizeof copy, "%s", text);
    for (; (word = strsep(&rest, ",")); field++) {
        uint64_t *numbers[] = {&card->machine, &card->boot, &card->program};
        if (field < 3)
            *numbers[field] = strtoull(word, NULL, 16);
        else if (field == 3)
            card->pid = (pid_t)strtol(word, NULL, 10);
        else if (field == 4)
            card->port = (uint16_t)strtoul(word, NULL, 10);
        else if (field == 5 && !read_secret(word, card->secret))
            return false;
        else if (field == 6)
            snprintf(card->host, sizeof card->host, "%s", word);
        else if (field >= 7 && field < 7 + CARD_ADDRESSES)
            snprintf(card->addresses[field - 7], CARD_ADDRESS, "%s", word);
    }
    return field >= 7 && card->pid > 0 && card->port;
}
