/* network.c: measures messages between two processes: with MPI if there is one, else with sockets.
 */
#include "model/machine/machine.h"

#include "util/memory.h"
#include "util/scratch.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SMALL_ROUNDS = 2000, LARGE_ROUNDS = 20, LARGE = 4 << 20 };

/* Sends small and large messages there and back. Prints latency and bandwidth. */
static const char program[] =
    "#include <mpi.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "static double trips(int rank, char *data, int size, int rounds)\n{\n"
    "    double best = 1e9;\n"
    "    for (int k = 0; k < 5; k++) {\n"
    "        double begin = MPI_Wtime();\n"
    "        for (int i = 0; i < rounds; i++) {\n"
    "            if (rank == 0) MPI_Send(data, size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);\n"
    "            MPI_Recv(data, size, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
    "            if (rank == 1) MPI_Send(data, size, MPI_BYTE, 0, 0, MPI_COMM_WORLD);\n"
    "        }\n"
    "        double took = (MPI_Wtime() - begin) / (2.0 * rounds);\n"
    "        best = took < best ? took : best;\n    }\n    return best;\n}\n"
    "int main(int argc, char **argv)\n{\n"
    "    int rank, size = 4 << 20;\n    char *data = calloc(size, 1);\n"
    "    MPI_Init(&argc, &argv);\n    MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    double latency = trips(rank, data, 1, 1000), large = trips(rank, data, size, 10);\n"
    "    if (rank == 0) printf(\"%g %g\\n\", latency, size / (large - latency));\n"
    "    MPI_Finalize();\n    return 0;\n}\n";

/* Runs a shell command. Returns what it printed, to be freed; NULL if it failed. */
static char *output_of(const char *command)
{
    struct buffer text = {0};
    char block[512];
    FILE *pipe = popen(command, "r");
    if (!pipe)
        return NULL;
    for (size_t size; (size = fread(block, 1, sizeof block, pipe)) > 0;)
        buffer_add_bytes(&text, block, size);
    if (pclose(pipe) == 0)
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

/* Builds and runs the program above with an MPI that is found by name. */
static bool measure_with(struct model_machine *machine, const char *folder, const char *suffix)
{
    char command[1024];
    double latency, bandwidth;
    snprintf(command, sizeof command,
             "cd '%s' && mpicc%s -O2 ping.c -o ping%s 2>/dev/null && "
             "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
             "OMPI_MCA_rmaps_base_oversubscribe=1 timeout 60 mpirun%s -n 2 ./ping%s 2>/dev/null",
             folder, suffix, suffix, suffix, suffix);
    char *text = output_of(command);
    bool done = text && sscanf(text, "%lf %lf", &latency, &bandwidth) == 2 && latency > 0 &&
                bandwidth > 0 && isfinite(bandwidth);
    free(text);
    if (!done)
        return false;
    machine->latency = latency;
    machine->bandwidth = bandwidth;
    return true;
}

static bool measure_mpi(struct model_machine *machine)
{
    static const char *const suffixes[] = {"", ".openmpi", ".mpich"};
    char folder[] = "/tmp/triptych-machine-XXXXXX", path[64];
    struct scratch scratch;
    struct error error;
    if (!scratch_make(&scratch, folder, &error))
        return false;
    snprintf(path, sizeof path, "%s/ping.c", folder);
    FILE *file = fopen(path, "w");
    bool done = file && fputs(program, file) >= 0;
    done = file && fclose(file) == 0 && done;
    bool measured = false;
    for (size_t i = 0; done && !measured && i < 3; i++)
        measured = measure_with(machine, folder, suffixes[i]);
    scratch_remove(&scratch, folder);
    return measured;
}

static bool send_all(int to, const char *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t sent = write(to, data + done, size - done);
        if (sent <= 0)
            return false;
        done += (size_t)sent;
    }
    return true;
}

static bool receive_all(int from, char *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(from, data + done, size - done);
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* Returns seconds of one way; 0 if it fails. */
static double trip(int end, char *data, size_t size, int rounds)
{
    struct timespec begin, finish;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (int i = 0; i < rounds; i++) {
        if (!send_all(end, data, size) || !receive_all(end, data, size))
            return 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &finish);
    return ((double)(finish.tv_sec - begin.tv_sec) +
            (double)(finish.tv_nsec - begin.tv_nsec) * 1e-9) /
           (2.0 * rounds);
}

/* The other process sends back what it gets. */
static void echo(int end, char *data)
{
    for (int i = 0; i < SMALL_ROUNDS; i++) {
        if (!receive_all(end, data, 1) || !send_all(end, data, 1))
            return;
    }
    for (int i = 0; i < LARGE_ROUNDS; i++) {
        if (!receive_all(end, data, LARGE) || !send_all(end, data, LARGE))
            return;
    }
}

static bool measure_sockets(struct model_machine *machine)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    char *data = memory_zeroed(LARGE, 1);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        echo(ends[1], data);
        _exit(0);
    }
    close(ends[1]);
    double latency = child > 0 ? trip(ends[0], data, 1, SMALL_ROUNDS) : 0;
    double large = latency > 0 ? trip(ends[0], data, LARGE, LARGE_ROUNDS) : 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, NULL, 0);
    free(data);
    if (latency <= 0 || large <= latency)
        return false;
    machine->latency = latency;
    machine->bandwidth = LARGE / (large - latency);
    return true;
}

void model_machine_measure_network(struct model_machine *machine, struct buffer *remarks)
{
    if (measure_mpi(machine))
        buffer_add(remarks, "# Messages: MPI between two ranks on this machine.\n");
    else if (measure_sockets(machine))
        buffer_add(remarks, "# Messages: a socket between two processes, since no MPI was found "
                            "(mpicc and mpirun).\n");
    else
        buffer_add(remarks, "# Messages were not measured: these are round numbers.\n");
}
