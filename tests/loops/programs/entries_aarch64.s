// Loops that no compiler makes, and functions that are entered where none should be.
    .text

// long two(long count, long at): irreducible, entered at a, or if `at` at b; goes on for `count` visits of the two.
    .global two
    .type two, %function
two:
    mov x2, #0
    mov x3, #0
    cbnz x1, 2f
1:  add x2, x2, #1 // a
    subs x0, x0, #1
    b.eq 3f
2:  add x3, x3, #1 // b
    subs x0, x0, #1
    b.ne 1b
3:  mov x4, #1000
    madd x0, x2, x4, x3
    ret
    .size two, . - two

// long three(long count, long at): the same with three entries, in a circle.
    .global three
    .type three, %function
three:
    mov x2, #0
    cmp x1, #1
    b.eq 2f
    b.gt 3f
1:  add x2, x2, #1
    subs x0, x0, #1
    b.eq 4f
2:  add x2, x2, #100
    subs x0, x0, #1
    b.eq 4f
3:  add x2, x2, #2, lsl #12
    subs x0, x0, #1
    b.ne 1b
4:  mov x0, x2
    ret
    .size three, . - three

// long nest(long outer, long inner, long at): an irreducible loop in a counted one, with a call in it.
    .global nest
    .type nest, %function
nest:
    stp x29, x30, [sp, #-64]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    str x23, [sp, #48]
    mov x19, x0
    mov x20, x1
    mov x21, x2
    mov x22, #0
1:  mov x23, x20
    cbnz x21, 3f
2:  add x22, x22, #1
    subs x23, x23, #1
    b.eq 4f
3:  mov x0, x22
    bl step
    mov x22, x0
    subs x23, x23, #1
    b.ne 2b
4:  subs x19, x19, #1
    b.ne 1b
    mov x0, x22
    ldr x23, [sp, #48]
    ldp x21, x22, [sp, #32]
    ldp x19, x20, [sp, #16]
    ldp x29, x30, [sp], #64
    ret
    .size nest, . - nest

    .type step, %function
step:
    cbz x0, 1f
    add x0, x0, #2
    ret
1:  mov x0, #5
    ret
    .size step, . - step

// Two functions that go on in the middle of a third one.
    .global seven, nine
    .type seven, %function
seven:
    mov x1, #7
1:  mul x0, x0, x1
    ret
    .size seven, . - seven
    .type nine, %function
nine:
    mov x1, #9
    b 1b
    .size nine, . - nine

// A symbol in the middle of another one's code, which a loop goes over.
    .global over, within
    .type over, %function
over:
    mov x2, #0
1:  add x2, x2, x0
within:
    subs x0, x0, #1
    b.ne 1b
    mov x0, x2
    ret
    .size over, . - over
    .type within, %function
    .size within, . - within

// long full(long count): no register is free in front of its loop, and the stack pointer changes after some were made
// from it.
    .global full
    .type full, %function
full:
    stp x29, x30, [sp, #-112]!
    stp x19, x20, [sp, #16]
    stp x21, x22, [sp, #32]
    stp x23, x24, [sp, #48]
    stp x25, x26, [sp, #64]
    stp x27, x28, [sp, #80]
    .irp number, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,19,20,21,22,23,24,25,26,27,28
    mov x\number, #\number
    .endr
    str x1, [sp, #96]
    cbz x0, 2f
    add x14, sp, #96
    add x15, sp, #96
    add x16, sp, #96
    add x17, sp, #96
    sub sp, sp, #32
1:  .irp number, 14,15,16,17
    ldr x30, [x\number]
    add x1, x1, x30
    .endr
    .irp number, 2,3,4,5,6,7,8,9,10,11,12,13,19,20,21,22,23,24,25,26,27,28
    add x1, x1, x\number
    .endr
    subs x0, x0, #1
    b.ne 1b
    add sp, sp, #32
2:  mov x0, x1
    ldp x27, x28, [sp, #80]
    ldp x25, x26, [sp, #64]
    ldp x23, x24, [sp, #48]
    ldp x21, x22, [sp, #32]
    ldp x19, x20, [sp, #16]
    ldp x29, x30, [sp], #112
    ret
    .size full, . - full

    .section .note.GNU-stack, "", %progbits
