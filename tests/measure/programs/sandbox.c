/* sandbox.c: has the kernel kill it for every system call but a few. By prctl, syscall, strict mode
 * or for all threads; "tsc" has the kernel refuse to read the hardware counter; "try" only asks
 * whether there are filters. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_barrier_t barrier;

static int late(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}

static int work(int n)
{
    return n ? work(n - 1) + 1 : 0;
}

static void *run(void *data)
{
    work(3);
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    volatile int sum = work(100) + late(3);
    (void)sum;
    return data;
}

static struct sock_fprog filter(void)
{
    static const unsigned allowed[] = {SYS_write,   SYS_exit,   SYS_exit_group,    SYS_futex,
                                       SYS_madvise, SYS_munmap, SYS_rt_sigprocmask};
    static struct sock_filter all[20] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
    unsigned short count = 1;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        all[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], 0, 1);
        all[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
    all[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
    return (struct sock_fprog){count, all};
}

static int install(const char *how)
{
    struct sock_fprog program = filter();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (!strcmp(how, "try"))
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, 0) == -1 && errno == EFAULT ? 0 : 1;
    if (!strcmp(how, "prctl"))
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    if (!strcmp(how, "strict"))
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
    if (!strcmp(how, "tsc"))
        return prctl(PR_SET_TSC, PR_TSC_SIGSEGV);
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

static int threads(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, run, 0);
    pthread_barrier_wait(&barrier);
    int failed = install("seccomp");
    pthread_barrier_wait(&barrier);
    pthread_join(thread, 0);
    return failed;
}

int main(int count, char **words)
{
    const char *how = count > 1 ? words[1] : "prctl";
    work(3);
    if (!strcmp(how, "threads") ? threads() : install(how))
        return 7;
    for (int i = 0; i < 1000; i++)
        work(i);
    late(10);
    if (write(1, "done\n", 5) != 5)
        return 8;
    if (!strcmp(how, "strict"))
        syscall(SYS_exit, 0);
    return 0;
}
