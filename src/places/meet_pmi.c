/* meet_pmi.c: the launchers of MPICH, and `srun --mpi=pmi2`: PMI-1, lines of text on a descriptor
 * that they leave open (P. Balaji et al., PMI: a scalable parallel process-management interface for
 * extreme-scale systems, EuroMPI 2010). */
#include "places/meet.h"

#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE = 2048 };

/* Of the program's own MPI, if it has one. */
extern int PMPI_Initialized(int *flag) __attribute__((weak));

static int wire = -1;

/* Sends a line, and receives one that must begin with "cmd=ANSWER". */
static bool ask(const char *line, const char *answer, char reply[LINE])
{
    size_t size = strlen(line), used = 0;
    for (size_t done = 0; done < size;) {
        ssize_t now = write(wire, line + done, size - done);
        if (now < 0 && errno != EINTR)
            return false;
        done += now > 0 ? (size_t)now : 0;
    }
    while (!used || reply[used - 1] != '\n') {
        ssize_t now = used + 1 < LINE ? read(wire, reply + used, 1) : 0;
        if (now == 0 || (now < 0 && errno != EINTR))
            return false;
        used += now > 0 ? (size_t)now : 0;
    }
    reply[used - 1] = '\0';
    const char *rc = strstr(reply, " rc=");
    return !strncmp(reply, "cmd=", 4) && !strncmp(reply + 4, answer, strlen(answer)) &&
           (!rc || !strncmp(rc, " rc=0", 5));
}

/* Finds the value of a word in a reply; it ends with the next space. */
static bool find(const char *reply, const char *word, char *value, size_t size)
{
    const char *at = strstr(reply, word);
    if (!at)
        return false;
    at += strlen(word);
    size_t length = strcspn(at, " ");
    if (length >= size)
        return false;
    memcpy(value, at, length);
    value[length] = '\0';
    return true;
}

static bool exchange(int here, int places, const char *mine, char (*all)[CARD_TEXT],
                     const char **step)
{
    char line[LINE], reply[LINE], space[256];
    *step = "it does not answer";
    if (!ask("cmd=init pmi_version=1 pmi_subversion=1\n", "response_to_init", reply) ||
        !ask("cmd=get_my_kvsname\n", "my_kvsname", reply) ||
        !find(reply, " kvsname=", space, sizeof space))
        return false;
    *step = "it does not take this place's address";
    snprintf(line, sizeof line, "cmd=put kvsname=%s key=tri-place-%d value=%s\n", space, here,
             mine);
    if (!ask(line, "put_result", reply))
        return false;
    *step = "its barrier failed";
    if (!ask("cmd=barrier_in\n", "barrier_out", reply))
        return false;
    *step = "it does not give the addresses of all places";
    for (int i = 0; i < places; i++) {
        snprintf(line, sizeof line, "cmd=get kvsname=%s key=tri-place-%d\n", space, i);
        if (!ask(line, "get_result", reply) || !find(reply, " value=", all[i], CARD_TEXT))
            return false;
    }
    return true;
}

bool meet_by_pmi(int here, int places, const char *mine, char (*all)[CARD_TEXT], char why[MEET_WHY])
{
    const char *text = getenv("PMI_FD"), *step = "";
    wire = text && *text ? (int)strtol(text, NULL, 10) : -1;
    if (wire >= 0 && exchange(here, places, mine, all, &step))
        return true;
    snprintf(why, MEET_WHY, "the launcher's PMI (descriptor %d): %s", wire, step);
    return false;
}

/* Which loaded object has the function, and whether an MPI is loaded. */
struct found {
    bool is_recorder; /* the library that records MPI has all functions of MPI */
    bool has_mpi;
};

static int look_at(struct dl_phdr_info *info, size_t size, void *argument)
{
    struct found *found = argument;
    uintptr_t function = (uintptr_t)PMPI_Initialized;
    (void)size;
    const char *slash = strrchr(info->dlpi_name, '/'), *name = slash ? slash + 1 : info->dlpi_name;
    found->has_mpi |= !strncmp(name, "libmpi", 6);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD && function - info->dlpi_addr - part->p_vaddr < part->p_memsz)
            found->is_recorder = !strncmp(name, "libtriptych", 11);
    }
    return 0;
}

/* True if the program uses MPI itself, which tells the launcher of its end. */
static bool uses_mpi(void)
{
    struct found found = {0};
    int used = 0;
    if (!PMPI_Initialized)
        return false;
    dl_iterate_phdr(look_at, &found);
    if (!found.is_recorder || found.has_mpi)
        PMPI_Initialized(&used);
    return used;
}

void meet_end_pmi(void)
{
    char reply[LINE];
    if (wire >= 0 && !uses_mpi())
        ask("cmd=finalize\n", "finalize_ack", reply);
    wire = -1;
}
