/* test_mpi_calls.c: the facts about calls of MPI, and that a sealed archive has them. */
#include "archive/messages/mpi_calls.h"
#include "made.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* "collective BCAST peer flags": what a function is, in a few words. */
static const char *tell(const char *name)
{
    static char text[128];
    uint32_t facts = archive_mpi_facts_of_function(name);
    snprintf(text, sizeof text, "%s %d %s%s%s%s", format_mpi_word(facts),
             (int)format_mpi_operation(facts), format_mpi_peer_word(facts),
             facts & FORMAT_MPI_BEGINS ? " begins" : "", facts & FORMAT_MPI_LOCAL ? " local" : "",
             facts & FORMAT_MPI_MANY ? " many" : "");
    return text;
}

static void functions_are_known(void **state)
{
    (void)state;
    assert_string_equal(tell("MPI_Send"), "send 0 destination");
    assert_string_equal(tell("MPI_Send_c"), "send 0 destination");
    assert_string_equal(tell("MPI_Bsend"), "send 0 destination local");
    assert_string_equal(tell("MPI_Isend"), "send 0 destination begins local");
    assert_string_equal(tell("MPI_Send_init"), "send 0 destination begins local");
    assert_string_equal(tell("MPI_RECV"), "receive 0 source");
    assert_string_equal(tell("MPI_Imrecv"), "receive 0  begins local");
    assert_string_equal(tell("MPI_Sendrecv_replace"), "exchange 0 both");
    assert_string_equal(tell("MPI_Iprobe"), "probe 0 source local");
    assert_string_equal(tell("MPI_Waitall"), "wait 0  many");
    assert_string_equal(tell("MPI_Test"), "wait 0  local");
    assert_string_equal(tell("MPI_Startall"), "start 0  begins local many");
    assert_string_equal(tell("MPI_Barrier"), "collective 1 ");
    assert_string_equal(tell("MPI_Ibcast"), "collective 2 root begins local");
    assert_string_equal(tell("MPI_Bcast_init"), "collective 2 root begins");
    assert_string_equal(tell("MPI_Reduce_scatter_block"), "collective 15 ");
    assert_string_equal(tell("MPI_Ineighbor_alltoallw"), "collective 18  begins local");
    assert_string_equal(tell("MPI_Get"), "memory 0 source");
    assert_string_equal(tell("MPI_Get_count"), "other 0 ");
    assert_string_equal(tell("MPI_Win_fence"), "memory 0 ");
    assert_string_equal(tell("MPI_File_write_all"), "I/O 0 ");
    assert_string_equal(tell("MPI_File_open"), "I/O 0 ");
    assert_string_equal(tell("MPI_File_seek_shared"), "I/O 0 ");
    assert_string_equal(tell("MPI_File_write_ordered"), "I/O 0 ");
    assert_string_equal(tell("MPI_File_write"), "I/O 0  local");
    assert_string_equal(tell("MPI_File_write_c"), "I/O 0  local");
    assert_string_equal(tell("MPI_File_read_at"), "I/O 0  local");
    assert_string_equal(tell("MPI_File_iwrite_at_all"), "I/O 0  local");
    assert_string_equal(tell("MPI_Comm_split"), "communicator 0 ");
    assert_string_equal(tell("MPI_Type_commit"), "datatype 0  local");
    assert_string_equal(tell("MPI_Reduce_local"), "other 0  local");
    assert_string_equal(tell("MPI_Session_init"), "other 0 ");
    assert_string_equal(tell("MPI_Unheard_of"), "other 0 ");
    assert_true(format_mpi_is_frame(archive_mpi_facts_of_function("MPI_Init_thread")));
    assert_true(format_mpi_is_frame(archive_mpi_facts_of_function("MPI_Finalize")));
    assert_false(format_mpi_is_frame(archive_mpi_facts_of_function("MPI_Initialized")));
}

static void regions_are_calls_or_not(void **state)
{
    (void)state;
    assert_int_equal(archive_mpi_facts_of_region(TRI_KIND_ROUTINE, 0, "MPI_Send"),
                     0); /* a user's own */
    assert_int_equal(archive_mpi_facts_of_region(TRI_KIND_CLOCK, 0, "pthread_barrier_wait"), 0);
    assert_int_equal(archive_mpi_facts_of_region(TRI_KIND_IO, 0, "write"), 0);
    assert_int_equal(archive_mpi_facts_of_region(TRI_KIND_CLOCK, 0, "MPI_Barrier"),
                     archive_mpi_facts_of_function("MPI_Barrier"));
    uint32_t other = archive_mpi_facts_of_region(TRI_KIND_COMM, TRI_WRITES, "shmem_put");
    assert_true(other & FORMAT_MPI_ALIEN);
    assert_string_equal(format_mpi_word(other), "send");
}

/* The names of all calls of an archive with what is told of them. */
static void assert_facts(const struct archive *archive)
{
    size_t calls = 0;
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        const char *name = archive_text(archive, archive->regions.name[i]);
        calls += archive_mpi_is_call(archive, i);
        assert_int_equal(archive_mpi_is_call(archive, i), !strncmp(name, "MPI_", 4));
        if (archive_mpi_is_call(archive, i))
            assert_int_equal(archive->regions.mpi[i], archive_mpi_facts_of_function(name));
    }
    assert_true(calls > 0);
}

static void a_sealed_archive_has_them(void **state)
{
    (void)state;
    char root[] = "/tmp/triptych-mpi-calls-XXXXXX", path[64], command[64];
    struct error error = {0};
    assert_non_null(mkdtemp(root));
    snprintf(path, sizeof path, "%s/run.tri", root);
    struct made *made = made_ranks();
    made_write(made, path);
    made_free(made);
    struct archive *archive = archive_open(path, &error);
    assert_non_null(archive);
    assert_facts(archive);
    archive_close(archive);
    assert_true(archive_seal(path, NULL, &error));
    archive = archive_open(path, &error);
    assert_non_null(archive);
    assert_true(archive->sealed);
    assert_facts(archive);
    archive_close(archive);
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_known),
        cmocka_unit_test(regions_are_calls_or_not),
        cmocka_unit_test(a_sealed_archive_has_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
