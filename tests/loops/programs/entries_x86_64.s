# Loops that no compiler makes, and functions that are entered where none should be: see entries_aarch64.s.
    .text
    .global two
    .type two, @function
two:
    xor %edx, %edx
    xor %ecx, %ecx
    test %rsi, %rsi
    jnz 2f
1:  add $1, %rdx
    sub $1, %rdi
    je 3f
2:  add $1, %rcx
    sub $1, %rdi
    jne 1b
3:  imul $1000, %rdx, %rax
    add %rcx, %rax
    ret
    .size two, . - two

    .global three
    .type three, @function
three:
    xor %eax, %eax
    cmp $1, %rsi
    je 2f
    jg 3f
1:  add $1, %rax
    sub $1, %rdi
    je 4f
2:  add $100, %rax
    sub $1, %rdi
    je 4f
3:  add $8192, %rax
    sub $1, %rdi
    jne 1b
4:  ret
    .size three, . - three

    .global nest
    .type nest, @function
nest:
    push %rbx
    push %rbp
    push %r12
    push %r13
    push %r14
    mov %rdi, %rbx
    mov %rsi, %rbp
    mov %rdx, %r12
    xor %r13d, %r13d
1:  mov %rbp, %r14
    test %r12, %r12
    jnz 3f
2:  add $1, %r13
    sub $1, %r14
    je 4f
3:  mov %r13, %rdi
    call step
    mov %rax, %r13
    sub $1, %r14
    jne 2b
4:  sub $1, %rbx
    jne 1b
    mov %r13, %rax
    pop %r14
    pop %r13
    pop %r12
    pop %rbp
    pop %rbx
    ret
    .size nest, . - nest

    .type step, @function
step:
    test %rdi, %rdi
    je 1f
    lea 2(%rdi), %rax
    ret
1:  mov $5, %eax
    ret
    .size step, . - step

    .global seven, nine
    .type seven, @function
seven:
    mov $7, %esi
1:  mov %rdi, %rax
    imul %rsi, %rax
    ret
    .size seven, . - seven
    .type nine, @function
nine:
    mov $9, %esi
    jmp 1b
    .size nine, . - nine

    .global over, within
    .type over, @function
over:
    xor %eax, %eax
1:  add %rdi, %rax
within:
    sub $1, %rdi
    jne 1b
    ret
    .size over, . - over
    .type within, @function
    .size within, . - within

    .global full
    .type full, @function
full:
    .irp name, rbx, rbp, r12, r13, r14, r15
    push %\name
    .endr
    push $0
    mov $1, %eax
    .irp name, rcx, rdx, rsi, r8, r9, r10, r11, r12
    mov $41, %\name
    .endr
    test %rdi, %rdi
    je 2f
    .irp name, rbx, rbp, r13, r14, r15
    mov %rsp, %\name
    .endr
    sub $32, %rsp
    movq $-9, 32(%rsp)
1:  .irp name, rcx, rdx, rsi, r8, r9, r10, r11, r12
    add %\name, %rax
    .endr
    .irp name, rbx, rbp, r13, r14, r15
    add (%\name), %rax
    .endr
    add $46, %rax
    sub $1, %rdi
    jne 1b
    add $32, %rsp
2:  pop %rdi
    .irp name, r15, r14, r13, r12, rbp, rbx
    pop %\name
    .endr
    ret
    .size full, . - full

    .section .note.GNU-stack, "", @progbits
