/* launcher.c: see launcher.h */
#include "places/launcher.h"

#include "places/segment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The variables by which a launcher tells its processes of each other. */
struct variables {
    const char *rank, *size, *local; /* local: the number of those on this machine */
};

static const struct variables of_mpi[] = {
    {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"}, /* Open MPI */
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS"},                                    /* MPICH */
};

/* A step of Slurm; it tells the number of machines only. */
static const struct variables of_slurm = {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", NULL};
static const char slurm[] = "slurmstepd";

/* Returns the number in a variable of the environment; -1: none. */
static int number_of(const char *name)
{
    const char *text = getenv(name);
    char *end;
    long number = text && *text ? strtol(text, &end, 10) : -1;
    return number < 0 || *end || number > 1000000 ? -1 : (int)number;
}

static bool is_launcher(const char *name)
{
    static const char *const names[] = {"mpirun",          "mpiexec",        "orterun",
                                        "orted",           "prterun",        "prted",
                                        "hydra_pmi_proxy", "hydra_bstrap_p", slurm};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strncmp(name, names[i], 15)) /* the kernel keeps 15 characters */
            return true;
    }
    return !strncmp(name, "mpirun", 6) || !strncmp(name, "mpiexec", 7) ||
           !strncmp(name, "hydra_pmi", 9);
}

/* Finds the name, the parent and the starting time of a process. False if there is none. */
static bool look_up(pid_t pid, char name[64], pid_t *parent, unsigned long long *started)
{
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "re");
    bool read = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    const char *open = read ? strchr(line, '(') : NULL;
    char *close = read ? strrchr(line, ')') : NULL;
    int found = 0;
    if (!open || !close)
        return false;
    *close = '\0';
    snprintf(name, 64, "%s", open + 1);
    if (sscanf(close + 1, " %*c %d", &found) != 1 ||
        sscanf(close + 1,
               " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu",
               started) != 1)
        return false;
    *parent = found;
    return true;
}

/* Names the run by the launcher's process, the nearest one above this one. Returns the variables
 * that this launcher may have set, and how many; 0: there is none. */
static size_t name_run(struct launcher *launcher, const struct variables **variables)
{
    pid_t pid = getpid(), parent;
    char name[64];
    unsigned long long started;
    while (pid > 1 && look_up(pid, name, &parent, &started)) {
        if (pid != getpid() && is_launcher(name)) {
            snprintf(launcher->name, sizeof launcher->name, "triptych-places-%d-%d-%llu",
                     (int)geteuid(), (int)pid, started);
            bool is_slurm = !strcmp(name, slurm);
            *variables = is_slurm ? &of_slurm : of_mpi;
            return is_slurm ? 1 : sizeof of_mpi / sizeof of_mpi[0];
        }
        pid = parent;
    }
    return 0;
}

/* Ends the program at all ranks, with a message of the first one. */
static void refuse(const struct launcher *launcher, const char *format)
{
    if (launcher->rank == 0)
        fprintf(stderr, format, launcher->size, SEGMENT_MAX_PLACES);
    _exit(2);
}

static bool is_set(const char *name)
{
    const char *text = getenv(name);
    return text && *text;
}

/* Finds out whether the ranks are on several machines, and how they can meet then. */
static void find_way(struct launcher *launcher, const struct variables *variables)
{
    int local = variables->local ? number_of(variables->local) : -1;
    bool is_spread = variables->local ? local > 0 && local != launcher->size
                                      : number_of("SLURM_STEP_NUM_NODES") > 1;
    if (launcher->size > SEGMENT_MAX_PLACES)
        refuse(launcher, "triptych: there are %d ranks; the places are at most %d\n");
    if (!is_spread)
        launcher->way = LAUNCHER_MEMORY;
    else if (is_set("PMI_FD"))
        launcher->way = LAUNCHER_PMI;
    else if (is_set("PMIX_NAMESPACE"))
        launcher->way = LAUNCHER_PMIX;
    else
        refuse(launcher, "triptych: the %d ranks are on several machines, and the launcher has no "
                         "PMI by which they could meet: start them by mpirun, srun --mpi=pmi2 or "
                         "srun --mpi=pmix\n");
}

/* The user has started the places himself: TRI_PLACES_MEET=HOST:PORT TRI_PLACES_SECRET=...
 * TRI_PLACES=N TRI_PLACE=n. */
static bool find_user(struct launcher *launcher)
{
    if (!is_set("TRI_PLACES_MEET"))
        return false;
    launcher->rank = number_of("TRI_PLACE");
    launcher->size = number_of("TRI_PLACES");
    launcher->way = LAUNCHER_ADDRESS;
    launcher->address = getenv("TRI_PLACES_MEET");
    launcher->secret = getenv("TRI_PLACES_SECRET");
    if (launcher->size >= 1 && launcher->size <= SEGMENT_MAX_PLACES && launcher->rank >= 0 &&
        launcher->rank < launcher->size && is_set("TRI_PLACES_SECRET"))
        return true;
    fprintf(stderr,
            "triptych: TRI_PLACES_MEET is set: TRI_PLACES must be the number of places, from 1 to "
            "%d, TRI_PLACE that of this one, from 0, and TRI_PLACES_SECRET a text that all of them "
            "know\n",
            SEGMENT_MAX_PLACES);
    _exit(2);
}

bool launcher_find(struct launcher *launcher)
{
    const struct variables *variables;
    if (find_user(launcher))
        return true;
    size_t count = name_run(launcher, &variables);
    for (size_t i = 0; i < count; i++) {
        launcher->rank = number_of(variables[i].rank);
        launcher->size = number_of(variables[i].size);
        if (launcher->rank < 0 || launcher->size < 2 || launcher->rank >= launcher->size)
            continue;
        find_way(launcher, &variables[i]);
        return true;
    }
    return false;
}
