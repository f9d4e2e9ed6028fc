/* test_machine.c: files of machines, and what collectives take. */
#include "../../archive/unit.h"

#include "model/machine/machine.h"

#include <math.h>
#include <string.h>

static void test_file(void **state)
{
    (void)state;
    struct model_machine machine, again;
    struct error error = {0};
    struct buffer text = {0};
    assert_true(model_machine_parse(
        &machine, "# mine\nflops = 2e9 # fast\n\nlatency=3e-6\nplace 3 flops = 1e9\n", "m",
        &error));
    assert_true(machine.flops == 2e9 && machine.latency == 3e-6 && machine.bandwidth == 1e9);
    assert_true(model_machine_flops(&machine, 3) == 1e9 && model_machine_flops(&machine, 2) == 2e9);
    model_machine_write(&machine, "", &text);
    assert_true(model_machine_parse(&again, text.text, "m", &error));
    assert_true(again.flops == machine.flops && again.latency == machine.latency &&
                again.place_count == 1);
    buffer_free(&text);
    model_machine_free(&machine);
    model_machine_free(&again);
}

static void refused(const char *text, const char *message)
{
    struct model_machine machine;
    struct error error = {0};
    assert_false(model_machine_parse(&machine, text, "m", &error));
    assert_non_null(strstr(error.text, message));
}

static void test_refused(void **state)
{
    (void)state;
    refused("flops 3", "m:1: write a line as `flops = 2e9`");
    refused("\nflops = fast", "m:2: `fast` is not a number");
    refused("flops = -1", "m:1: `-1` is not a number that is at least 0");
    refused("flops = 0", "m:1: `flops` must be above 0");
    refused("speed = 3", "m:1: `speed` must be one of flops");
    refused("flops = nan", "is not a number");
}

static void test_collectives(void **state)
{
    (void)state;
    struct model_machine machine;
    struct error error = {0};
    assert_true(model_machine_parse(&machine, "latency = 1\nbandwidth = 1", "m", &error));
    assert_true(model_machine_collective(&machine, "barrier", 0, 8) == 3);
    assert_true(model_machine_collective(&machine, "barrier", 0, 1) == 0);
    assert_true(model_machine_collective(&machine, "allreduce", 1, 8) == 6);
    assert_true(model_machine_collective(&machine, "allgather", 2, 4) == 8); /* 2 + 3 * 2 */
    assert_true(model_machine_collective(&machine, "bcast", 1000, 4) < 2 * 1001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_file), cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_collectives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
