// Loops of 1000 trips whose operands in memory are of all kinds; called from operands.c.
        .section .tbss,"awT",@nobits
        .align 64
tv:     .zero 8192
        .text
.macro LOOP name
        .globl \name
        .type \name,@function
\name:  .cfi_startproc
        xor %ecx,%ecx
1:
.endm
.macro END name
        add $1,%rcx
        cmp $1000,%rcx
        jne 1b
        ret
        .cfi_endproc
        .size \name,.-\name
.endm
LOOP tls8
        mov %fs:tv@tpoff(,%rcx,8),%rax
        add %rax,%fs:tv@tpoff
        END tls8
LOOP tlsbyte
        movzbl %fs:tv@tpoff(%rcx),%eax
        END tlsbyte
LOOP mmx
        movq (%rdi,%rcx,8),%mm0
        paddw (%rsi,%rcx,8),%mm0
        movq %mm0,(%rdi,%rcx,8)
        END mmx
LOOP x87
        fldt (%rdi)
        fadds (%rsi,%rcx,4)
        fstpt (%rdi)
        END x87
LOOP bcast
        vaddpd (%rsi){1to8},%zmm1,%zmm2
        vmovsd %xmm17,(%rdi,%rcx,8)
        vcvtss2sd (%rsi,%rcx,4),%xmm1,%xmm18
        END bcast
LOOP gath
        vpcmpeqd %xmm3,%xmm3,%xmm3
        vpxor %xmm2,%xmm2,%xmm2
        vgatherdpd %ymm3,(%rsi,%xmm2,8),%ymm1
        vpmovqd %ymm1,(%rdi)
        END gath
        .section .note.GNU-stack,"",@progbits
