/* forbid COMMAND...: runs a command in which no memory can be made executable afterwards, as a
 * policy of the system may have it. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF(kind, value, yes, no) BPF_JUMP(BPF_JMP | (kind) | BPF_K, value, yes, no)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)

int main(int count, char **words)
{
    struct sock_filter code[] = {
        LOAD(nr),
        IF(BPF_JEQ, SYS_mprotect, 0, 3),
        LOAD(args[2]),
        IF(BPF_JSET, PROT_EXEC, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | EACCES),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof code / sizeof code[0], code};
    if (count < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        return 100;
    execvp(words[1], words + 1);
    return 101;
}
