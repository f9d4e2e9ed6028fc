/* Functions of the program that MPI calls: errors, attributes, operations, requests; and jumps out
 * of them. What they call belongs to the call that they are called from, and is counted nowhere. */
#include "hand.h"
#include <setjmp.h>

#define WORLD MPI_COMM_WORLD

static int errors, copies, deletions, additions, queries, frees;
static jmp_buf landing;

static void on_error(MPI_Comm *comm, int *code, ...)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, where;
    MPI_Error_string(*code, text, &length);
    MPI_Comm_rank(*comm, &where);
    errors += length > 0 && where == rank;
}

static void jump(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    longjmp(landing, *code);
}

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag)
{
    int all;
    (void)key, (void)extra;
    MPI_Comm_size(comm, &all);
    *(void **)out = in;
    *flag = all == size;
    copies++;
    return MPI_SUCCESS;
}

static int delete (MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm, (void)key, (void)value, (void)extra;
    deletions++;
    return MPI_SUCCESS;
}

static void add(void *in, void *inout, int *count, MPI_Datatype *type)
{
    int bytes;
    MPI_Type_size(*type, &bytes);
    for (int i = 0; i < *count && bytes == sizeof(int); i++)
        ((int *)inout)[i] += ((int *)in)[i];
    additions++;
}

static int query(void *extra, MPI_Status *status)
{
    (void)extra;
    MPI_Status_set_elements(status, MPI_INT, 3);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = status->MPI_TAG = 0;
    queries++;
    return MPI_SUCCESS;
}

static int release(void *extra)
{
    (void)extra;
    frees++;
    return MPI_SUCCESS;
}

static int cancel(void *extra, int complete)
{
    (void)extra, (void)complete;
    return MPI_SUCCESS;
}

static void handlers(void)
{
    MPI_Errhandler own, jumping;
    MPI_Comm comm;
    int value = 0, class, code;
    CALL(0, MPI_Comm_create_errhandler(on_error, &own));
    CALL(0, MPI_Comm_create_errhandler(jump, &jumping));
    CALL(0, MPI_Comm_dup(WORLD, &comm));
    CALL(0, MPI_Comm_set_errhandler(comm, own));
    CHECK(CALL(0, MPI_Send(&value, 1, MPI_INT, size + 5, 0, comm)) != MPI_SUCCESS);
    CHECK(errors == 1);
    CALL(0, MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    code = CALL(0, MPI_Send(&value, 1, MPI_INT, size + 5, 0, comm));
    CALL(0, MPI_Error_class(code, &class));
    CHECK(class == MPI_ERR_RANK);
    CALL(0, MPI_Comm_set_errhandler(comm, jumping));
    for (volatile int i = 0; i < 3; i++) {
        if (!setjmp(landing)) {
            CALL(0, MPI_Send(&value, 1, MPI_INT, size + 5, 0, comm));
            CHECK(0);
        }
    }
    CALL(0, MPI_Comm_free(&comm));
    CALL(0, MPI_Errhandler_free(&own));
    CALL(0, MPI_Errhandler_free(&jumping));
}

static void attributes(void)
{
    MPI_Comm comm;
    int key, found, value = 3, *got;
    CALL(0, MPI_Comm_create_keyval(copy, delete, &key, NULL));
    CALL(0, MPI_Comm_set_attr(WORLD, key, &value));
    CALL(0, MPI_Comm_dup(WORLD, &comm));
    CALL(0, MPI_Comm_get_attr(comm, key, &got, &found));
    CHECK(found && got == &value && copies == 1);
    CALL(0, MPI_Comm_free(&comm));
    CALL(0, MPI_Comm_delete_attr(WORLD, key));
    CHECK(deletions == 2);
    CALL(0, MPI_Comm_set_attr(MPI_COMM_SELF, key, &value)); /* MPI_Finalize deletes it */
    CALL(0, MPI_Comm_free_keyval(&key));
    CALL(0, MPI_Comm_get_attr(WORLD, MPI_TAG_UB, &got, &found));
    CHECK(found && *got >= 32767);
}

static void operations(void)
{
    MPI_Op op;
    int in[2] = {rank, 1}, out[2] = {0, 0};
    CALL(0, MPI_Op_create(add, 1, &op));
    CALL(16, MPI_Allreduce(in, out, 2, MPI_INT, op, WORLD));
    CHECK(out[0] == size * (size - 1) / 2 && out[1] == size);
    CALL(16, MPI_Scan(in, out, 2, MPI_INT, op, WORLD));
    CHECK(out[1] == rank + 1);
    CALL(0, MPI_Op_free(&op));
}

static void requests(void)
{
    MPI_Request request;
    MPI_Status status;
    int count, flag;
    CALL(0, MPI_Grequest_start(query, release, cancel, NULL, &request));
    CALL(0, MPI_Test(&request, &flag, &status));
    CHECK(!flag);
    CALL(0, MPI_Grequest_complete(request));
    CALL(0, MPI_Wait(&request, &status));
    CALL(0, MPI_Get_count(&status, MPI_INT, &count));
    CHECK(count == 3 && queries == 1 && frees == 1);
}

static void tools(void)
{
    int level, variables;
    CALL(0, MPI_T_init_thread(MPI_THREAD_SINGLE, &level));
    CALL(0, MPI_T_cvar_get_num(&variables));
    CALL(0, MPI_T_finalize());
    CHECK(variables > 0);
    CALL(0, MPI_Pcontrol(1));
    CHECK(CALL(0, MPI_Wtime()) >= 0);
    CHECK(CALL(0, MPI_Wtick()) > 0);
}

int main(int argc, char **argv)
{
    hand_begin(&argc, &argv);
    handlers();
    attributes();
    operations();
    requests();
    tools();
    int status = hand_end();
    if (deletions != 3)
        printf("rank %d: MPI_Finalize did not call back\n", rank);
    return status;
}
