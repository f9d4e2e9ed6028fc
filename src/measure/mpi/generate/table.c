/* table.c: the meaning of MPI functions. Everything else comes from mpi.h. */
#include "generate.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define READS "TRI_READS"
#define WRITES "TRI_WRITES"
#define BOTH "TRI_READS | TRI_WRITES"

/* A word of a hook that ends with # stands for an array and the size of its elements. */
static const struct meaning table[] = {
    {"Send Bsend Ssend Rsend", "COMM", WRITES, "message_send count datatype dest tag comm", NULL},
    {"Isend Ibsend Issend Irsend", "COMM", WRITES, "message_send count datatype dest tag comm",
     "message_sent request"},
    {"Recv", "COMM", READS, "message_receive source tag comm", "message_received status"},
    {"Irecv", "COMM", READS, "message_post source tag comm", "message_posted request"},
    {"Send_init Bsend_init Ssend_init Rsend_init", "COMM", WRITES, NULL,
     "message_keep_send count datatype dest tag comm request"},
    {"Recv_init", "COMM", READS, NULL, "message_keep_receive source tag comm request"},
    {"Psend_init", "COMM", WRITES, NULL,
     "message_keep_parts_sent partitions count datatype dest request"},
    {"Precv_init", "COMM", READS, NULL, "message_keep_parts_received request"},
    {"Start", "COMM", BOTH, "message_start request", NULL},
    {"Startall", "COMM", BOTH, "message_start_all count array_of_requests", NULL},
    {"Sendrecv", "COMM", BOTH,
     "message_exchange sendcount sendtype dest sendtag source recvtag comm",
     "message_received status"},
    {"Sendrecv_replace", "COMM", BOTH,
     "message_exchange count datatype dest sendtag source recvtag comm", "message_received status"},
    {"Isendrecv", "COMM", BOTH,
     "message_begin_exchange sendcount sendtype dest sendtag source recvtag comm",
     "message_posted request"},
    {"Isendrecv_replace", "COMM", BOTH,
     "message_begin_exchange count datatype dest sendtag source recvtag comm",
     "message_posted request"},
    {"Probe Iprobe", "COMM", READS, "wrap_plain", NULL},
    {"Mprobe", "COMM", READS, NULL, "message_matched comm message"},
    {"Improbe", "COMM", READS, NULL, "message_maybe_matched comm flag message"},
    {"Mrecv", "COMM", READS, "message_take message", "message_received status"},
    {"Imrecv", "COMM", READS, "message_take message", "message_posted request"},
    {"Wait", "COMM", READS, "request_save request", "request_waited status"},
    {"Test", "COMM", READS, "request_save request", "request_tested flag status"},
    {"Waitany", "COMM", READS, "request_save_all count array_of_requests",
     "request_waited_any index|indx status"},
    {"Testany", "COMM", READS, "request_save_all count array_of_requests",
     "request_tested_any index|indx flag status"},
    {"Waitall", "COMM", READS, "request_save_all count array_of_requests",
     "request_waited_all array_of_statuses"},
    {"Testall", "COMM", READS, "request_save_all count array_of_requests",
     "request_tested_all flag array_of_statuses"},
    {"Waitsome Testsome", "COMM", READS, "request_save_all incount array_of_requests",
     "request_ended_some outcount array_of_indices array_of_statuses"},
    {"Request_free", "COMM", "0", "request_freed request", NULL},

    {"Put Rput Accumulate Raccumulate", "COMM", WRITES,
     "message_bytes origin_count origin_datatype target_rank", NULL},
    {"Get Rget", "COMM", READS, "message_bytes origin_count origin_datatype target_rank", NULL},
    {"Get_accumulate Rget_accumulate", "COMM", BOTH,
     "message_both origin_count origin_datatype result_count result_datatype target_rank op", NULL},
    {"Fetch_and_op", "COMM", BOTH, "message_one datatype target_rank op", NULL},
    {"Compare_and_swap", "COMM", BOTH, "message_swap datatype target_rank", NULL},

    {"Barrier", "CLOCK", "0", "together_barrier comm", "align_together comm"},
    {"Ibarrier", "COMM", "0", "together_barrier comm", "together_begun request"},
    {"Barrier_init", "COMM", "0", "together_barrier comm", "together_kept request"},
#define TOGETHER(name, arguments)                                                                  \
    {name, "COMM", BOTH, "together_" arguments, NULL},                                             \
        {"I" name, "COMM", BOTH, "together_" arguments, "together_begun request"},                 \
    {                                                                                              \
        name "_init", "COMM", BOTH, "together_" arguments, "together_kept request"                 \
    }
    TOGETHER("bcast", "bcast count datatype root comm"),
    TOGETHER("reduce", "reduce count datatype root comm"),
    {"Allreduce", "COMM", BOTH, "together_same count datatype comm", "align_together comm"},
    {"Iallreduce", "COMM", BOTH, "together_same count datatype comm", "together_begun request"},
    {"Allreduce_init", "COMM", BOTH, "together_same count datatype comm", "together_kept request"},
    TOGETHER("scan", "same count datatype comm"),
    TOGETHER("exscan", "exscan count datatype comm"),
    TOGETHER("reduce_scatter", "reduce_scatter recvcounts# datatype comm"),
    TOGETHER("reduce_scatter_block", "reduce_block recvcount datatype comm"),
    TOGETHER("gather", "gather sendbuf sendcount sendtype recvcount recvtype root comm"),
    TOGETHER("gatherv", "gatherv sendbuf sendcount sendtype recvcounts# recvtype root comm"),
    TOGETHER("scatter", "scatter recvbuf sendcount sendtype recvcount recvtype root comm"),
    TOGETHER("scatterv", "scatterv recvbuf sendcounts# sendtype recvcount recvtype root comm"),
    TOGETHER("allgather", "allgather sendbuf sendcount sendtype recvcount recvtype comm"),
    TOGETHER("allgatherv", "allgatherv sendbuf sendcount sendtype recvcounts# recvtype comm"),
    TOGETHER("alltoall", "alltoall sendbuf sendcount sendtype recvcount recvtype comm"),
    TOGETHER("alltoallv", "alltoallv sendbuf sendcounts# sendtype recvcounts# recvtype comm"),
    TOGETHER("alltoallw", "alltoallw sendbuf sendcounts# sendtypes recvcounts# recvtypes comm"),
    TOGETHER("neighbor_allgather", "near_gather sendcount sendtype recvcount recvtype comm"),
    TOGETHER("neighbor_allgatherv", "near_gatherv sendcount sendtype recvcounts# recvtype comm"),
    TOGETHER("neighbor_alltoall", "near_all sendcount sendtype recvcount recvtype comm"),
    TOGETHER("neighbor_alltoallv", "near_allv sendcounts# sendtype recvcounts# recvtype comm"),
    TOGETHER("neighbor_alltoallw", "near_allw sendcounts# sendtypes recvcounts# recvtypes comm"),

    /* They take little more time than reading a clock, and programs call them often. */
    {"Comm_rank Comm_size Group_rank Group_size Cart_rank Cart_coords Cart_shift Get_count "
     "Get_elements Type_size Get_address Initialized Finalized Wtime Wtick",
     "COMM", "0", "wrap_plain", NULL},
    {"Comm_idup Comm_idup_with_info", "COMM", "0", NULL, "comm_made_later comm newcomm"},
    {"Comm_get_parent Comm_accept Comm_connect Comm_spawn Comm_spawn_multiple Comm_join", "COMM",
     "0", NULL, "comm_made_apart *MPI_Comm"},
    {"Comm_free Comm_disconnect", "COMM", "0", "comm_freed comm", NULL},
    {"Type_free", "COMM", "0", "type_forget *MPI_Datatype", NULL},
    {"Session_init", "COMM", "0", NULL, "comm_session"},
    {"Init Init_thread", "COMM", "0", NULL, "job_begin"},
    {"Finalize", "COMM", "0", "job_end", NULL},

    {"File_open", "IO", "0", NULL, "file_opened filename fh"},
    {"File_close", "IO", "0", "file_closing fh", NULL},
};

static bool names(const char *list, const char *name)
{
    size_t size = strlen(name);
    for (const char *at = list; (at = strcasestr(at, name)); at += size) {
        if ((at == list || at[-1] == ' ') && (!at[size] || at[size] == ' '))
            return true;
    }
    return false;
}

const struct parameter *table_parameter(const struct function *function, const char *word,
                                        size_t size)
{
    const struct parameter *found = NULL;
    for (size_t i = 0; i < function->count; i++) {
        const struct parameter *parameter = &function->parameters[i];
        if (*word == '*') {
            char *type = memory_printf("__typeof__(%.*s *) ", (int)size - 1, word + 1);
            if (!strcmp(parameter->type, type))
                found = parameter;
            free(type);
            continue;
        }
        for (const char *at = word; at < word + size; at++) {
            size_t part = strcspn(at, "| #");
            if (strlen(parameter->name) == part && !strncmp(parameter->name, at, part))
                return parameter;
            at += part;
        }
    }
    return found;
}

static bool has(const struct function *function, const char *word)
{
    return table_parameter(function, word, strlen(word)) != NULL;
}

/* Returns the meaning of an I/O function; their names are regular. */
static struct meaning file_meaning(const struct function *function)
{
    const char *name = function->base + strlen("MPI_File_");
    bool reads = strstr(name, "read") != NULL, writes = strstr(name, "write") != NULL;
    struct meaning meaning = {.kind = "IO", .flags = reads ? READS : writes ? WRITES : "0"};
    bool moves = reads || writes;
    if (moves && has(function, "status"))
        meaning.after = "file_moved fh status";
    else if (moves && has(function, "count") && has(function, "request"))
        meaning.before = "file_asked fh count datatype";
    else if (has(function, "fh") && !strstr(name, "c2f"))
        meaning.before = "file_used fh";
    return meaning;
}

struct meaning table_find(const struct function *function)
{
    struct meaning plain = {.kind = "COMM", .flags = "0"};
    assert(strchr(function->base, '_'));
    const char *name = strchr(function->base, '_') + 1;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        if (names(table[i].names, name))
            return table[i];
    }
    if (!strncmp(name, "File_", 5))
        return file_meaning(function);
    if (has(function, "*MPI_Comm"))
        plain.after = "comm_made *MPI_Comm";
    else if (has(function, "*MPI_Datatype"))
        plain.after = "type_forget *MPI_Datatype";
    return plain;
}
