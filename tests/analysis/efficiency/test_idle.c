/* test_idle.c: which loops do nothing but wait, by their source. */
#include "unit.h"

#include "analysis/idle_loop.h"

#include <string.h>

static bool c(const char *text)
{
    return analysis_idle_loop_of_c(text, strlen(text), 1);
}

static bool fortran(const char *text)
{
    return analysis_idle_loop_of_fortran(text, strlen(text), 1);
}

static void loops_of_c_that_wait(void **state)
{
    (void)state;
    assert_true(c("while (flag < k)\n    ;\n"));
    assert_true(c("while (!done) {\n}\n"));
    assert_true(c("    while (*(volatile int *)&done == 0) { /* x++ */ }"));
    assert_true(c("while (!atomic_load(&ready)) ;"));
    assert_true(c("while (!ready.load(std::memory_order_acquire)) std::this_thread::yield();"));
    assert_true(c("while (__atomic_load_n(&turn[me], 2) != 1)\n  sched_yield();"));
    assert_true(c("while (!flag) {\n#pragma omp flush(flag)\n}\n"));
    assert_true(c("do {\n    _mm_pause();\n} while (lock->held);\n"));
    assert_true(c("for (;;) {\n    if (flag) break;\n}\n"));
    assert_true(
        c("while (1) {\n    int is = atomic_load(&flag);\n    if (is == 2)\n        break;\n}"));
    assert_true(c("while (1) {\n#pragma omp atomic read\n    is = flag;\n    if (is) break;\n}"));
    assert_true(c("while (!flag) __asm__ volatile(\"yield\" ::: \"memory\");"));
    assert_true(c("while (flag != 'a' && x[3] <= 2) continue;"));
}

static void loops_of_c_that_work(void **state)
{
    (void)state;
    assert_false(c("while (*p++)\n    ;\n"));
    assert_false(c("while (a[i] != key) i++;"));
    assert_false(c("while (x > 1e-9) x *= 0.5;"));
    assert_false(c("while (p) p = p->next;"));
    assert_false(c("while ((c = getchar()) != EOF) ;"));
    assert_false(c("while (read(fd, &x, 1) < 0) ;"));
    assert_false(c("for (i = 0; s[i]; i++) ;"));
    assert_false(c("while (!flag) { work(); }"));
    assert_false(c("while (!flag) { sum += 1; }"));
    assert_false(c("while (1) { is = flag; if (is) break; last = is; }"));
    assert_false(c("do { n--; } while (n);"));
    assert_false(c("while (!flag) { for (int i = 0; i < 9; i++) x[i] = 0; }"));
    assert_false(c("while (!a) ; while (!b) ;")); /* which one is meant? */
    assert_false(c("int x = 1;\nwhile (!flag) ;"));
}

static void other_lines(void **state)
{
    (void)state;
    const char *text = "int main(void)\n{\n  for (int i = 0; i < 9; i++) {\n    while (!flag)\n"
                       "      ;\n    work();\n  }\n}\n";
    assert_true(analysis_idle_loop_of_c(text, strlen(text), 4));
    assert_false(analysis_idle_loop_of_c(text, strlen(text), 3));
    assert_false(analysis_idle_loop_of_c(text, strlen(text), 2));
    assert_false(analysis_idle_loop_of_c(text, strlen(text), 99));
    assert_false(analysis_idle_loop_of_c("", 0, 1));
    for (size_t size = 0; size < strlen(text); size++) /* cut off anywhere */
        for (uint32_t line = 0; line < 10; line++)
            analysis_idle_loop_of_c(text, size, line);
}

static void loops_of_fortran(void **state)
{
    (void)state;
    assert_true(fortran("  do while (flag == 0)\n  end do\n"));
    assert_true(fortran("      DO WHILE (FLAG .EQ. 0)\nC$OMP FLUSH(FLAG)\n      ENDDO\n"));
    assert_true(fortran("wait: do\n   if (done) exit wait\nend do wait\n"));
    assert_true(fortran("do\n!$omp atomic read\n   is = flag\n   if (is == 1) exit\nend do\n"));
    assert_true(fortran("do while (.not. ready) ! until it is\n  ! nothing\nenddo\n"));
    assert_false(fortran("do while (x > eps)\n  x = x / 2\nend do\n"));
    assert_false(fortran("do i = 1, n\nend do\n"));
    assert_false(fortran("do while (a(i) /= key)\n  i = i + 1\nend do\n"));
    assert_false(fortran("do while (flag == 0)\n  call work(x)\nend do\n"));
    assert_false(fortran("do while (flag == 0)\n"));
    assert_false(fortran("x = 1\n"));
    assert_false(analysis_idle_loop_of_fortran("", 0, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_of_c_that_wait),
        cmocka_unit_test(loops_of_c_that_work),
        cmocka_unit_test(other_lines),
        cmocka_unit_test(loops_of_fortran),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
