/* confine.c: see confine.h */
#include "model/ruby/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE 0
#endif

static void limit(int resource, rlim_t most)
{
    struct rlimit old;
    if (getrlimit((__rlimit_resource_t)resource, &old) != 0)
        return;
    if (old.rlim_max == RLIM_INFINITY || old.rlim_max > most)
        old.rlim_max = most;
    if (old.rlim_cur == RLIM_INFINITY || old.rlim_cur > old.rlim_max)
        old.rlim_cur = old.rlim_max;
    setrlimit((__rlimit_resource_t)resource, &old);
}

void ruby_confine_resources(unsigned seconds, unsigned megabytes)
{
    limit(RLIMIT_CPU, seconds + 2); /* after the alarm, which Ruby can report */
    limit(RLIMIT_AS, (rlim_t)megabytes << 20);
    limit(RLIMIT_CORE, 0);
    alarm(seconds);
}

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define LOW(number) (offsetof(struct seccomp_data, args[number])) /* both are little-endian */
#define ARGUMENT(number) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, LOW(number))
#define DO(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define FAIL(code) DO(SECCOMP_RET_ERRNO | (code))
/* Fails if the call is this one. */
#define DENY(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), FAIL(EPERM)
/* If the call is this one, compares an argument: with `good` 1 it is allowed if the comparison is
 * true and fails otherwise, with 0 the reverse. */
#define COMPARE(call, number, comparison, value, good)                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 4), ARGUMENT(number),                      \
        BPF_JUMP(BPF_JMP | (comparison) | BPF_K, (value), (good), !(good)), FAIL(EPERM),           \
        DO(SECCOMP_RET_ALLOW)

bool ruby_confine_calls(void)
{
    if (!MACHINE)
        return false;
    const unsigned writes = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC;
    struct sock_filter rules[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
        FAIL(EPERM),
        LOAD(nr),
#ifdef __x86_64__
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), /* calls of the x32 interface */
        FAIL(EPERM),
        DENY(fork),
        DENY(vfork),
        DENY(creat),
        DENY(unlink),
        DENY(rename),
        DENY(mkdir),
        DENY(rmdir),
        DENY(link),
        DENY(symlink),
        DENY(chmod),
        DENY(chown),
        DENY(lchown),
        DENY(mknod),
        DENY(utime),
        DENY(utimes),
        DENY(futimesat),
        COMPARE(open, 1, BPF_JSET, writes, 0),
#endif
        DENY(execve),
        DENY(execveat),
        DENY(socket),
        DENY(socketpair),
        DENY(connect),
        DENY(bind),
        DENY(kill),
        DENY(ptrace),
        DENY(process_vm_readv),
        DENY(process_vm_writev),
        DENY(unlinkat),
        DENY(renameat2),
        DENY(mkdirat),
        DENY(linkat),
        DENY(symlinkat),
        DENY(mknodat),
        DENY(fchmod),
        DENY(fchmodat),
        DENY(fchown),
        DENY(fchownat),
        DENY(truncate),
        DENY(ftruncate),
        DENY(utimensat),
        DENY(setxattr),
        DENY(mount),
        DENY(umount2),
        DENY(chroot),
        DENY(pivot_root),
        DENY(unshare),
        DENY(setns),
        DENY(bpf),
        DENY(reboot),
        DENY(setrlimit),
        DENY(io_uring_setup),
        DENY(pidfd_open),
        DENY(pidfd_send_signal),
        DENY(openat2),
        DENY(shmget),
#ifdef __NR_renameat
        DENY(renameat),
#endif
        /* With a structure of arguments, which a filter cannot read: the C library then uses
         * clone. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
        FAIL(ENOSYS),
        COMPARE(clone, 0, BPF_JSET, CLONE_THREAD, 1),
        COMPARE(tgkill, 0, BPF_JEQ, (unsigned)getpid(), 1),
        COMPARE(prlimit64, 2, BPF_JEQ, 0, 1), /* no new limits: it only asks */
        COMPARE(openat, 2, BPF_JSET, writes, 0),
        DO(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof rules[0], rules};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}
