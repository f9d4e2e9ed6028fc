/* script_options.h: the options of `triptych script`. */
#ifndef CMD_SCRIPT_OPTIONS_H
#define CMD_SCRIPT_OPTIONS_H

#include "script/schedule/problem.h"

#include <stdbool.h>
#include <stdint.h>

struct cmd_script_request {
    const char *script;
    char **arguments;     /* of the script, up to NULL */
    const char *output;   /* archive to write, or NULL */
    const char *machine;  /* file of the machine, or NULL */
    const char *dot;      /* or NULL */
    const char *costs;    /* earlier run to learn from, or NULL */
    const char *folder;   /* or NULL: named after the script */
    const char *simulate; /* SimGrid platform, or NULL: the tasks are run */
    const char *actual;   /* earlier run that says what simulated tasks take, or NULL */
    const char *gantt;    /* chart of a simulation, or NULL */
    double speed;         /* flop per second of the machine that costs are for */
    enum script_schedule_algorithm schedule;
    bool has_schedule; /* it was given */
    double *speeds;    /* of agents, or NULL */
    uint32_t speed_count;
    uint32_t jobs;
    uint32_t agents;     /* that run the tasks; 0: this process, or one per node of Slurm */
    uint32_t lost_after; /* s of silence */
    bool slurm;          /* agents run on the nodes of an allocation */
    bool array;          /* tasks are elements of job arrays */
    double submit_rate;  /* sbatch commands per second */
    uint64_t memory;     /* bytes for all tasks at a time; 0: what the machine has */
    bool has_jobs;       /* the number of cores was given */
    bool force, dry_run, resume, again, quiet;
};

/* Returns -1 to continue; else the exit status to end with. */
int cmd_script_options_read(int argc, char **argv, struct cmd_script_request *request);

#endif
