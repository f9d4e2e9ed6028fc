# Functions that know of each other that r11 is kept, as compilers know it of functions in one file, and some that use it otherwise.
    .text
    .type leaf, @function
leaf:                           # a loop, without r11
    .cfi_startproc
    xor %eax, %eax
    test %edi, %edi
    je 2f
1:  add %edi, %eax
    lea -1(%rdi), %esi
    and %esi, %edi
    jne 1b
2:  ret
    .cfi_endproc
    .size leaf, . - leaf

    .type plain, @function
plain:                          # nobody needs r11 after a call of it
    .cfi_startproc
    lea 3(%rdi,%rdi), %eax
    cmp $9, %eax
    jb 1f
    sub $4, %eax
1:  ret
    .cfi_endproc
    .size plain, . - plain

    .type held, @function
held:                           # somebody does, two calls further up
    .cfi_startproc
    lea 1(%rdi), %eax
    test $1, %eax
    je 1f
    add $5, %eax
1:  ret
    .cfi_endproc
    .size held, . - held

    .type middle, @function
middle:
    .cfi_startproc
    sub $8, %rsp
    .cfi_def_cfa_offset 16
    call held
    add $1, %edi
    add $8, %rsp
    .cfi_def_cfa_offset 8
    ret
    .cfi_endproc
    .size middle, . - middle

    .type landed, @function
landed:                         # jumped to, where r11 is held
    .cfi_startproc
    mov %edi, %eax
    test $2, %eax
    je 1f
    add $7, %eax
1:  ret
    .cfi_endproc
    .size landed, . - landed

    .type hop, @function
hop:
    .cfi_startproc
    add $2, %edi
    jmp landed
    .cfi_endproc
    .size hop, . - hop

    .type saver, @function
saver:                          # uses r11, and restores it
    .cfi_startproc
    push %r11
    .cfi_def_cfa_offset 16
    mov %edi, %r11d
    and $3, %r11d
    xor %eax, %eax
1:  add $3, %eax
    sub $1, %r11d
    jg 1b
    pop %r11
    .cfi_def_cfa_offset 8
    test $4, %eax
    je 2f
    add $1, %eax
2:  ret
    .cfi_endproc
    .size saver, . - saver

    .type reached, @function
reached:                        # through r11
    .cfi_startproc
    mov $11, %eax
    test $1, %edi
    je 1f
    mov $13, %eax
1:  ret
    .cfi_endproc
    .size reached, . - reached

    .type thunk, @function
thunk:
    .cfi_startproc
    jmp *%r11
    .cfi_endproc
    .size thunk, . - thunk

    .type sole, @function
sole:                           # called by `wild` alone
    .cfi_startproc
    mov %edi, %eax
    test $1, %eax
    je 1f
    add $9, %eax
1:  ret
    .cfi_endproc
    .size sole, . - sole

    .type wild, @function
wild:                           # its flow is not known
    .cfi_startproc
    push %rbp
    .cfi_def_cfa_offset 16
    mov %rdi, %r11
    call sole
    add %r11d, %eax
    lea 1f(%rip), %rdx
    jmp *%rdx
1:  pop %rbp
    .cfi_def_cfa_offset 8
    ret
    .cfi_endproc
    .size wild, . - wild

    .global registers
    .type registers, @function
registers:
    .cfi_startproc
    push %rbx
    .cfi_def_cfa_offset 16
    .cfi_offset %rbx, -16
    push %rbp
    .cfi_def_cfa_offset 24
    .cfi_offset %rbp, -24
    sub $8, %rsp
    .cfi_def_cfa_offset 32
    mov %edi, %ebx
    xor %ebp, %ebp
    lea 1000(%rbx), %r11d
    call leaf
    add %eax, %ebp
    add %r11d, %ebp
    mov %ebx, %edi
    call plain
    add %eax, %ebp
    mov %ebx, %edi
    lea 2000(%rbx), %r11d
    call middle
    add %eax, %ebp
    add %r11d, %ebp
    mov %ebx, %edi
    lea 3000(%rbx), %r11d
    call hop
    add %eax, %ebp
    add %r11d, %ebp
    mov %ebx, %edi
    lea 4000(%rbx), %r11d
    call saver
    add %eax, %ebp
    add %r11d, %ebp
    mov %ebx, %edi
    lea reached(%rip), %r11
    call thunk
    add %eax, %ebp
    mov %ebx, %edi
    call wild
    add %ebp, %eax
    add $8, %rsp
    .cfi_def_cfa_offset 24
    pop %rbp
    .cfi_def_cfa_offset 16
    pop %rbx
    .cfi_def_cfa_offset 8
    ret
    .cfi_endproc
    .size registers, . - registers
    .section .note.GNU-stack, "", @progbits
