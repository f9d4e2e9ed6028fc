/* machine.c: `triptych machine`: measures this machine, or shows the file of one. */
#include "model/machine/machine.h"
#include "cmd/cmd.h"
#include "cmd/options.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { OPTION_MEASURE = 256, OPTION_FOLDER, OPTION_THREADS };

static const struct options_row rows[] = {
    {.name = "measure", .id = OPTION_MEASURE, .help = "measure this machine (some seconds)"},
    {.name = "output",
     .argument = "FILE",
     .id = 'o',
     .help = "write the result to FILE (default: the standard output)"},
    {.name = "folder",
     .argument = "FOLDER",
     .id = OPTION_FOLDER,
     .help = "measure the disk of this folder (default: the current one)"},
    {.name = "threads",
     .argument = "N",
     .id = OPTION_THREADS,
     .help = "also measure the roofs of N threads together (default: all cores)",
     .expects = "a number of threads, no more than there are cores"},
    {0},
};

static const struct options_command command = {
    .name = "machine",
    .usage = "machine --measure [-o FILE]\n       triptych machine FILE",
    .about = "Describes a machine for predictions: operations per second of a core, memory, "
             "messages between two ranks, disk, and the roofs of `triptych loops --roofline`: peak "
             "operations per second, bandwidth of each cache and of memory. --measure measures "
             "this one and writes a small "
             "text file; edit a copy of it to describe another machine. With FILE, the file is "
             "checked and shown with the values that it leaves out.",
    .rows = rows,
    .more = "Messages are measured with MPI if mpicc and mpirun are found, else with a socket. A "
            "line `place 3 flops = 1e9` gives rank 3 another speed.",
    .examples = "  triptych machine --measure -o here.machine\n"
                "  triptych predict model.rb --n 4096 --p 1,2,4,8 --machine here.machine\n",
};

/* Returns the number of cores that this process may use. */
static size_t cores(void)
{
    cpu_set_t set;
    int count = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return count > 0 ? (size_t)count : 1;
}

/* Measures the roofs; says, also in the file, why they may be too low. */
static void measure_roofs(struct model_machine *machine, unsigned threads, struct buffer *remarks)
{
    struct buffer doubt = {0};
    model_machine_measure_roofs(machine, threads, &doubt);
    if (doubt.used) {
        fprintf(stderr,
                "triptych machine: %s, so they may be too low: measure again when the "
                "machine is idle\n",
                doubt.text);
        buffer_printf(remarks, "# The roofs may be too low: %s.\n", doubt.text);
    }
    buffer_free(&doubt);
}

static void measure(struct model_machine *machine, const char *folder, size_t threads,
                    struct buffer *remarks)
{
    char host[256] = "this machine", date[64] = "";
    time_t now = time(NULL);
    struct tm local;
    gethostname(host, sizeof host - 1);
    if (localtime_r(&now, &local))
        strftime(date, sizeof date, "%Y-%m-%d %H:%M", &local);
    buffer_printf(remarks, "# %s, measured on %s by `triptych machine --measure`.\n", host, date);
    model_machine_generic(machine);
    model_machine_measure_speed(machine);
    measure_roofs(machine, (unsigned)(threads ? threads : cores()), remarks);
    model_machine_measure_disk(machine, folder, remarks);
    model_machine_measure_network(machine, remarks);
}

static int write_file(const char *path, const struct buffer *text)
{
    FILE *file = path ? fopen(path, "w") : stdout;
    bool done = file && fwrite(text->text, 1, text->used, file) == text->used && !fflush(file);
    if (file && path)
        done = !fclose(file) && done;
    if (done)
        return CMD_DONE;
    perror("triptych machine: the file cannot be written");
    return CMD_FAILED;
}

/* True if a file can be written, which is not changed; else with an error. Measuring takes long. */
static bool is_writable(const char *path, struct error *error)
{
    FILE *file = fopen(path, "a");
    return file ? !fclose(file) : error_errno(error, "%s cannot be written", path);
}

int cmd_machine(int argc, char **argv)
{
    struct options_reader reader;
    const char *output = NULL, *folder = ".";
    bool measured = false;
    size_t threads = 0;
    options_begin(&reader, &command, argc, argv);
    for (int id; (id = options_next(&reader)) != OPTIONS_END;) {
        if (id == OPTIONS_STOP)
            return reader.status;
        if (id == 'o')
            output = reader.value;
        else if (id == OPTION_FOLDER)
            folder = reader.value;
        else if (id == OPTION_THREADS) {
            if (!options_size(reader.value, 1, cores(), &threads))
                return options_wrong(&reader);
        } else
            measured = true;
    }
    if (measured == (argc - optind == 1) || argc - optind > 1)
        return options_misuse("machine", "write --measure to measure this machine, or name the "
                                         "file of a machine");
    struct model_machine machine;
    struct error error = {0};
    struct buffer remarks = {0}, text = {0};
    if (measured && output && !is_writable(output, &error))
        return options_fail("machine", error.text);
    if (measured)
        measure(&machine, folder, threads, &remarks);
    else if (!model_machine_load(&machine, argv[optind], &error))
        return options_fail("machine", error.text);
    model_machine_write(&machine, remarks.text ? remarks.text : "", &text);
    int status = write_file(output, &text);
    buffer_free(&remarks);
    buffer_free(&text);
    model_machine_free(&machine);
    return status;
}
