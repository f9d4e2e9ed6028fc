# 1 "nests.f"
C     LOOPS WITH LABELS THAT ARE COUNTED BY WHAT IS AROUND THEM. BEHIND
C     !=, AS IN THE OTHER FILES.
      PROGRAM MAIN                                                       != R 1
# 3 "nests.f" 3
      include 'triptych/probes.inc'
# 3 "nests.f" 3
      include 'triptych/units.inc'
# 3 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 3 "nests.f" 3
      integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2
# 4 "nests.f"
      INTEGER K, N, KFIND
      REAL A(8,8), X
# 6 "nests.f" 3
      tri_h0 = 0
# 6 "nests.f" 3
      if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 6 "nests.f"
      N = 4
      X = 0.0
# 8 "nests.f" 3
      tri_h1 = 0
# 8 "nests.f" 3
      if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1)
# 8 "nests.f" 3
      tri_n1 = 3
# 8 "nests.f"
      DO 10 K = 1, 3                                                     != L 1 3 3 3 D
         CALL SWEEP(A, N)
         CALL TRIANG(A, N, X)
   10 CONTINUE
# 11 "nests.f" 3
      if (tri_h1 /= 0) call tri_leave_loop(tri_h1, tri_n1)
# 12 "nests.f" 3
      tri_h2 = 0
# 12 "nests.f" 3
      if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 12 "nests.f"
      WRITE (*, '(F10.2, 2I4)') X, KFIND(A, N, 2), KFIND(A, N, 99)       != IO 1 6
# 12 "nests.f" 3
      if (tri_h2 /= 0) call tri_leave_io(tri_h2, 6_8)
# 13 "nests.f" 3
      if (tri_h0 /= 0) call tri_leave(tri_h0)
# 13 "nests.f"
      END
      SUBROUTINE SWEEP(A, N)                                             != R 3
# 14 "nests.f" 3
      include 'triptych/probes.inc'
# 14 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 14 "nests.f" 3
      integer(8) :: tri_t4, tri_j4, tri_k4, tri_t5, tri_j5
# 14 "nests.f" 3
      integer(8) :: tri_k5, tri_i6, tri_t6, tri_j6, tri_k6
# 14 "nests.f" 3
      integer(8) :: tri_n4, tri_p6, tri_p5, tri_n5, tri_n6
# 14 "nests.f" 3
      integer(8) :: tri_v(10)
# 15 "nests.f"
      INTEGER N, I, J
      REAL A(8,8)
# 17 "nests.f" 3
      if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) then
# 17 "nests.f" 3
      call tri_t3_sweep(a,n); return; end if; tri_t4 = 0
# 17 "nests.f" 3
      tri_j4 = 9223372036854775807_8; tri_k4 = 0; tri_t5 = 0
# 17 "nests.f" 3
      tri_j5 = 9223372036854775807_8; tri_k5 = 0; tri_i6 = 0; tri_t6 = 0
# 17 "nests.f" 3
      tri_j6 = 9223372036854775807_8; tri_k6 = 0
# 17 "nests.f" 3
      tri_n4 = n; if (tri_n4 < 0) tri_n4 = 0; tri_p6 = 0
# 17 "nests.f"
      DO 20 J = 1, N                                                     != L 3 12 4 4 D
         DO 10 I = 1, N                                                  != L 12 48 4 4 D
   10    A(I,J) = REAL(I + J)
         IF (J .EQ. 2) GO TO 20
         DO 15 I = 1, N                                                  != L 9 36 4 4 D
            IF (I .EQ. 3) GO TO 15
            A(I,J) = A(I,J) + 1.0
   15    CONTINUE
# 24 "nests.f" 3
      tri_p6 = tri_p6 + 1
# 25 "nests.f"
   20 CONTINUE
# 25 "nests.f" 3
      tri_p5 = 0; if (tri_n4 > 0) then; tri_n5 = n
# 25 "nests.f" 3
      if (tri_n5 < 0) tri_n5 = 0; tri_p5 = tri_n4 * tri_n5
# 25 "nests.f" 3
      tri_t5 = tri_t5 + tri_p5; if (tri_n5 < tri_j5) tri_j5 = tri_n5
# 25 "nests.f" 3
      if (tri_n5 > tri_k5) tri_k5 = tri_n5; end if; if (tri_p6 > 0) then
# 25 "nests.f" 3
      tri_n6 = n; if (tri_n6 < 0) tri_n6 = 0; tri_i6 = tri_i6 + tri_p6
# 25 "nests.f" 3
      tri_p6 = tri_p6 * tri_n6; tri_t6 = tri_t6 + tri_p6
# 25 "nests.f" 3
      if (tri_n6 < tri_j6) tri_j6 = tri_n6
# 25 "nests.f" 3
      if (tri_n6 > tri_k6) tri_k6 = tri_n6; end if
# 25 "nests.f" 3
      tri_t4 = tri_t4 + tri_n4; if (tri_n4 < tri_j4) tri_j4 = tri_n4
# 25 "nests.f" 3
      if (tri_n4 > tri_k4) tri_k4 = tri_n4
# 26 "nests.f" 3
      if (tri_r(1,4) /= 0) then; tri_v(1) = tri_t4; tri_v(2) = tri_t5
# 26 "nests.f" 3
      tri_v(3) = tri_i6; tri_v(4) = tri_t6; tri_v(5) = tri_j4
# 26 "nests.f" 3
      tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5
# 26 "nests.f" 3
      tri_v(9) = tri_j6; tri_v(10) = tri_k6
# 26 "nests.f" 3
      call tri_count_nest(tri_r(1,4), -1_8, tri_v); end if
# 26 "nests.f"
      END
# 14 "nests.f" 3
      subroutine tri_t3_sweep(a,n)                                             != R 3
# 14 "nests.f" 3
      include 'triptych/probes.inc'
# 14 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 14 "nests.f" 3
      integer(8) :: tri_h3, tri_l3, tri_t4, tri_j4, tri_k4
# 14 "nests.f" 3
      integer(8) :: tri_t5, tri_j5, tri_k5, tri_i6, tri_t6
# 14 "nests.f" 3
      integer(8) :: tri_j6, tri_k6, tri_x4, tri_h4, tri_l4
# 14 "nests.f" 3
      integer(8) :: tri_n4, tri_x5, tri_x6, tri_h5, tri_n5
# 14 "nests.f" 3
      integer(8) :: tri_h6, tri_n6, tri_p6, tri_p5, tri_v(10)
# 15 "nests.f" 3
      INTEGER N, I, J
      REAL A(8,8)
# 17 "nests.f" 3
      tri_h3 = 0; tri_l3 = 0
# 17 "nests.f" 3
      if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call 
# 17 "nests.f" 3
     &tri_nest(tri_r(1,4), tri_h3, tri_l3)
# 17 "nests.f" 3
      tri_t4 = 0; tri_j4 = 9223372036854775807_8; tri_k4 = 0; tri_t5 = 0
# 17 "nests.f" 3
      tri_j5 = 9223372036854775807_8; tri_k5 = 0; tri_i6 = 0; tri_t6 = 0
# 17 "nests.f" 3
      tri_j6 = 9223372036854775807_8; tri_k6 = 0; if (tri_l3 /= 0) then
# 17 "nests.f" 3
      tri_x4 = tri_salt(tri_h3); end if
# 17 "nests.f" 3
      tri_h4 = 0; tri_l4 = 0; if (tri_l3 /= 0) then
# 17 "nests.f" 3
      if (tri_r(1,5) == 2) then; if (tri_r(3,5) /= 0) then
# 17 "nests.f" 3
      tri_x4 = tri_x4 + 2654435769_8
# 17 "nests.f" 3
      if (tri_x4 > 4294967295_8) tri_x4 = tri_x4 - 4294967296_8
# 17 "nests.f" 3
      if (tri_x4 < tri_r(3,5)) call tri_sampled_nest(tri_r(1,5), 
# 17 "nests.f" 3
     &tri_h4, tri_l4)
# 17 "nests.f" 3
      end if; else if (tri_r(1,5) /= 0) then
# 17 "nests.f" 3
      call tri_nest(tri_r(1,5), tri_h4, tri_l4); end if; end if
# 17 "nests.f" 3
      tri_n4 = n; if (tri_n4 < 0) tri_n4 = 0; if (tri_l4 /= 0) then
# 17 "nests.f" 3
      tri_x5 = tri_salt(tri_h4); tri_x6 = tri_salt(tri_h4)
# 17 "nests.f" 3
      DO 20 J = 1, N                                                     != L 3 12 4 4 D
# 18 "nests.f" 3
      tri_h5 = 0; if (tri_r(1,6) == 2) then; if (tri_r(3,6) /= 0) then
# 18 "nests.f" 3
      tri_x5 = tri_x5 + 2654435769_8
# 18 "nests.f" 3
      if (tri_x5 > 4294967295_8) tri_x5 = tri_x5 - 4294967296_8
# 18 "nests.f" 3
      if (tri_x5 < tri_r(3,6)) call tri_sampled(tri_r(1,6), tri_h5)
# 18 "nests.f" 3
      end if; else if (tri_r(1,6) /= 0) then
# 18 "nests.f" 3
      call tri_open(tri_r(1,6), tri_h5); end if; tri_n5 = n
# 18 "nests.f" 3
      if (tri_n5 < 0) tri_n5 = 0
# 18 "nests.f" 3
         DO 10 I = 1, N                                                  != L 12 48 4 4 D
   10    A(I,J) = REAL(I + J)
# 19 "nests.f" 3
      if (tri_h5 /= 0) then; call tri_leave_loop(tri_h5, tri_n5); else
# 19 "nests.f" 3
      tri_t5 = tri_t5 + tri_n5; if (tri_n5 < tri_j5) tri_j5 = tri_n5
# 19 "nests.f" 3
      if (tri_n5 > tri_k5) tri_k5 = tri_n5; end if
# 20 "nests.f" 3
         IF (J .EQ. 2) GO TO 20
# 21 "nests.f" 3
      tri_h6 = 0; if (tri_r(1,7) == 2) then; if (tri_r(3,7) /= 0) then
# 21 "nests.f" 3
      tri_x6 = tri_x6 + 2654435769_8
# 21 "nests.f" 3
      if (tri_x6 > 4294967295_8) tri_x6 = tri_x6 - 4294967296_8
# 21 "nests.f" 3
      if (tri_x6 < tri_r(3,7)) call tri_sampled(tri_r(1,7), tri_h6)
# 21 "nests.f" 3
      end if; else if (tri_r(1,7) /= 0) then
# 21 "nests.f" 3
      call tri_open(tri_r(1,7), tri_h6); end if; tri_n6 = n
# 21 "nests.f" 3
      if (tri_n6 < 0) tri_n6 = 0
# 21 "nests.f" 3
         DO 15 I = 1, N                                                  != L 9 36 4 4 D
            IF (I .EQ. 3) GO TO 15
            A(I,J) = A(I,J) + 1.0
   15    CONTINUE
# 24 "nests.f" 3
      if (tri_h6 /= 0) then; call tri_leave_loop(tri_h6, tri_n6); else
# 24 "nests.f" 3
      tri_i6 = tri_i6 + 1; tri_t6 = tri_t6 + tri_n6
# 24 "nests.f" 3
      if (tri_n6 < tri_j6) tri_j6 = tri_n6
# 24 "nests.f" 3
      if (tri_n6 > tri_k6) tri_k6 = tri_n6; end if
# 25 "nests.f" 3
   20 CONTINUE
# 25 "nests.f" 3
      else
# 17 "nests.f" 3
# 17 "nests.f" 3
      tri_p6 = 0
# 17 "nests.f" 3
      DO    J = 1, N                                                     != L 3 12 4 4 D
         DO    I = 1, N                                                  != L 12 48 4 4 D
         A(I,J) = REAL(I + J)
# 19 "nests.f" 3
      end do
# 20 "nests.f" 3
         IF (J .EQ. 2) GO TO 99998
         DO    I = 1, N                                                  != L 9 36 4 4 D
            IF (I .EQ. 3) GO TO 99999
            A(I,J) = A(I,J) + 1.0
99999    CONTINUE
# 24 "nests.f" 3
      end do; tri_p6 = tri_p6 + 1
# 25 "nests.f" 3
99998 CONTINUE
# 25 "nests.f" 3
      end do; tri_p5 = 0; if (tri_n4 > 0) then; tri_n5 = n
# 25 "nests.f" 3
      if (tri_n5 < 0) tri_n5 = 0; tri_p5 = tri_n4 * tri_n5
# 25 "nests.f" 3
      tri_t5 = tri_t5 + tri_p5; if (tri_n5 < tri_j5) tri_j5 = tri_n5
# 25 "nests.f" 3
      if (tri_n5 > tri_k5) tri_k5 = tri_n5; end if; if (tri_p6 > 0) then
# 25 "nests.f" 3
      tri_n6 = n; if (tri_n6 < 0) tri_n6 = 0; tri_i6 = tri_i6 + tri_p6
# 25 "nests.f" 3
      tri_p6 = tri_p6 * tri_n6; tri_t6 = tri_t6 + tri_p6
# 25 "nests.f" 3
      if (tri_n6 < tri_j6) tri_j6 = tri_n6
# 25 "nests.f" 3
      if (tri_n6 > tri_k6) tri_k6 = tri_n6; end if
# 26 "nests.f" 3
# 25 "nests.f" 3
      end if; if (tri_h4 /= 0) then; tri_v(1) = tri_t5
# 25 "nests.f" 3
      tri_v(2) = tri_i6; tri_v(3) = tri_t6; tri_v(4) = tri_j5
# 25 "nests.f" 3
      tri_v(5) = tri_k5; tri_v(6) = tri_j6; tri_v(7) = tri_k6
# 25 "nests.f" 3
      call tri_leave_nest(tri_h4, tri_n4, tri_v); tri_t5 = 0
# 25 "nests.f" 3
      tri_j5 = 9223372036854775807_8; tri_k5 = 0; tri_i6 = 0; tri_t6 = 0
# 25 "nests.f" 3
      tri_j6 = 9223372036854775807_8; tri_k6 = 0; else
# 25 "nests.f" 3
      tri_t4 = tri_t4 + tri_n4; if (tri_n4 < tri_j4) tri_j4 = tri_n4
# 25 "nests.f" 3
      if (tri_n4 > tri_k4) tri_k4 = tri_n4; end if
# 26 "nests.f" 3
      if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_t4
# 26 "nests.f" 3
      tri_v(2) = tri_t5; tri_v(3) = tri_i6; tri_v(4) = tri_t6
# 26 "nests.f" 3
      tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5
# 26 "nests.f" 3
      tri_v(8) = tri_k5; tri_v(9) = tri_j6; tri_v(10) = tri_k6
# 26 "nests.f" 3
      call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v); end if
# 26 "nests.f" 3
      end subroutine
# 27 "nests.f"
      SUBROUTINE TRIANG(A, N, X)                                         != R 3
# 27 "nests.f" 3
      include 'triptych/probes.inc'
# 27 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 27 "nests.f" 3
      integer(8) :: tri_t8, tri_j8, tri_k8, tri_t9, tri_j9
# 27 "nests.f" 3
      integer(8) :: tri_k9, tri_n8, tri_n9, tri_a, tri_v(6)
# 28 "nests.f"
      INTEGER N, I, J, K
      REAL A(8,8), X
# 30 "nests.f" 3
      if (tri_r(1,8) /= 0 .and. tri_r(1,8) /= 2) then
# 30 "nests.f" 3
      call tri_t7_triang(a,n,x); return; end if; tri_t8 = 0
# 30 "nests.f" 3
      tri_j8 = 9223372036854775807_8; tri_k8 = 0; tri_t9 = 0
# 30 "nests.f" 3
      tri_j9 = 9223372036854775807_8; tri_k9 = 0
# 30 "nests.f" 3
      tri_n8 = n; if (tri_n8 < 0) tri_n8 = 0
# 30 "nests.f"
      DO    J = 1, N                                                     != L 3 12 4 4 D
# 31 "nests.f" 3
      tri_a = j; tri_n9 = n; if (tri_n9 < tri_a) tri_n9 = tri_a - 1
# 31 "nests.f" 3
      tri_n9 = tri_n9 - tri_a + 1
# 31 "nests.f"
      DO    I = J, N                                                     != L 12 30 1 4 D
      DO    K = 1, 2                                                     != L 30 60 2 2 D
      X = X + A(I,J)
# 33 "nests.f" 3
      end do; end do; tri_t9 = tri_t9 + tri_n9
# 33 "nests.f" 3
      if (tri_n9 < tri_j9) tri_j9 = tri_n9
# 33 "nests.f" 3
      if (tri_n9 > tri_k9) tri_k9 = tri_n9; end do
# 33 "nests.f" 3
      tri_t8 = tri_t8 + tri_n8; if (tri_n8 < tri_j8) tri_j8 = tri_n8
# 33 "nests.f" 3
      if (tri_n8 > tri_k8) tri_k8 = tri_n8
# 34 "nests.f" 3
      if (tri_r(1,8) /= 0) then; tri_v(1) = tri_t8; tri_v(2) = tri_t9
# 34 "nests.f" 3
      tri_v(3) = tri_j8; tri_v(4) = tri_k8; tri_v(5) = tri_j9
# 34 "nests.f" 3
      tri_v(6) = tri_k9; call tri_count_nest(tri_r(1,8), -1_8, tri_v)
# 34 "nests.f" 3
      end if
# 34 "nests.f"
      END
# 27 "nests.f" 3
      subroutine tri_t7_triang(a,n,x)                                         != R 3
# 27 "nests.f" 3
      include 'triptych/probes.inc'
# 27 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 27 "nests.f" 3
      integer(8) :: tri_h7, tri_l7, tri_t8, tri_j8, tri_k8
# 27 "nests.f" 3
      integer(8) :: tri_t9, tri_j9, tri_k9, tri_x8, tri_h8
# 27 "nests.f" 3
      integer(8) :: tri_l8, tri_n8, tri_x9, tri_h9, tri_n9
# 27 "nests.f" 3
      integer(8) :: tri_a, tri_v(6)
# 28 "nests.f" 3
      INTEGER N, I, J, K
      REAL A(8,8), X
# 30 "nests.f" 3
      tri_h7 = 0; tri_l7 = 0
# 30 "nests.f" 3
      if (tri_r(1,8) /= 0 .and. tri_r(1,8) /= 2) call 
# 30 "nests.f" 3
     &tri_nest(tri_r(1,8), tri_h7, tri_l7)
# 30 "nests.f" 3
      tri_t8 = 0; tri_j8 = 9223372036854775807_8; tri_k8 = 0; tri_t9 = 0
# 30 "nests.f" 3
      tri_j9 = 9223372036854775807_8; tri_k9 = 0; if (tri_l7 /= 0) then
# 30 "nests.f" 3
      tri_x8 = tri_salt(tri_h7); end if
# 30 "nests.f" 3
      tri_h8 = 0; tri_l8 = 0; if (tri_l7 /= 0) then
# 30 "nests.f" 3
      if (tri_r(1,9) == 2) then; if (tri_r(3,9) /= 0) then
# 30 "nests.f" 3
      tri_x8 = tri_x8 + 2654435769_8
# 30 "nests.f" 3
      if (tri_x8 > 4294967295_8) tri_x8 = tri_x8 - 4294967296_8
# 30 "nests.f" 3
      if (tri_x8 < tri_r(3,9)) call tri_sampled_nest(tri_r(1,9), 
# 30 "nests.f" 3
     &tri_h8, tri_l8)
# 30 "nests.f" 3
      end if; else if (tri_r(1,9) /= 0) then
# 30 "nests.f" 3
      call tri_nest(tri_r(1,9), tri_h8, tri_l8); end if; end if
# 30 "nests.f" 3
      tri_n8 = n; if (tri_n8 < 0) tri_n8 = 0; if (tri_l8 /= 0) then
# 30 "nests.f" 3
      tri_x9 = tri_salt(tri_h8)
# 30 "nests.f" 3
      DO    J = 1, N                                                     != L 3 12 4 4 D
# 31 "nests.f" 3
      tri_h9 = 0; if (tri_r(1,10) == 2) then; if (tri_r(3,10) /= 0) then
# 31 "nests.f" 3
      tri_x9 = tri_x9 + 2654435769_8
# 31 "nests.f" 3
      if (tri_x9 > 4294967295_8) tri_x9 = tri_x9 - 4294967296_8
# 31 "nests.f" 3
      if (tri_x9 < tri_r(3,10)) call tri_sampled(tri_r(1,10), tri_h9)
# 31 "nests.f" 3
      end if; else if (tri_r(1,10) /= 0) then
# 31 "nests.f" 3
      call tri_open(tri_r(1,10), tri_h9); end if; tri_a = j; tri_n9 = n
# 31 "nests.f" 3
      if (tri_n9 < tri_a) tri_n9 = tri_a - 1
# 31 "nests.f" 3
      tri_n9 = tri_n9 - tri_a + 1
# 31 "nests.f" 3
      DO    I = J, N                                                     != L 12 30 1 4 D
      DO    K = 1, 2                                                     != L 30 60 2 2 D
      X = X + A(I,J)
# 33 "nests.f" 3
      end do; end do; if (tri_h9 /= 0) then
# 33 "nests.f" 3
      call tri_leave_loop(tri_h9, tri_n9); else
# 33 "nests.f" 3
      tri_t9 = tri_t9 + tri_n9; if (tri_n9 < tri_j9) tri_j9 = tri_n9
# 33 "nests.f" 3
      if (tri_n9 > tri_k9) tri_k9 = tri_n9; end if; end do; else
# 30 "nests.f" 3
      DO    J = 1, N                                                     != L 3 12 4 4 D
# 31 "nests.f" 3
      tri_a = j; tri_n9 = n; if (tri_n9 < tri_a) tri_n9 = tri_a - 1
# 31 "nests.f" 3
      tri_n9 = tri_n9 - tri_a + 1
# 31 "nests.f" 3
      DO    I = J, N                                                     != L 12 30 1 4 D
      DO    K = 1, 2                                                     != L 30 60 2 2 D
      X = X + A(I,J)
# 33 "nests.f" 3
      end do; end do; tri_t9 = tri_t9 + tri_n9
# 33 "nests.f" 3
      if (tri_n9 < tri_j9) tri_j9 = tri_n9
# 33 "nests.f" 3
      if (tri_n9 > tri_k9) tri_k9 = tri_n9; end do
# 34 "nests.f" 3
# 33 "nests.f" 3
      end if; if (tri_h8 /= 0) then; tri_v(1) = tri_t9
# 33 "nests.f" 3
      tri_v(2) = tri_j9; tri_v(3) = tri_k9
# 33 "nests.f" 3
      call tri_leave_nest(tri_h8, tri_n8, tri_v); tri_t9 = 0
# 33 "nests.f" 3
      tri_j9 = 9223372036854775807_8; tri_k9 = 0; else
# 33 "nests.f" 3
      tri_t8 = tri_t8 + tri_n8; if (tri_n8 < tri_j8) tri_j8 = tri_n8
# 33 "nests.f" 3
      if (tri_n8 > tri_k8) tri_k8 = tri_n8; end if
# 34 "nests.f" 3
      if (tri_h7 /= 0 .or. tri_r(1,8) /= 0) then; tri_v(1) = tri_t8
# 34 "nests.f" 3
      tri_v(2) = tri_t9; tri_v(3) = tri_j8; tri_v(4) = tri_k8
# 34 "nests.f" 3
      tri_v(5) = tri_j9; tri_v(6) = tri_k9
# 34 "nests.f" 3
      call tri_end_nest(tri_r(1,8), tri_h7, -1_8, tri_v); end if
# 34 "nests.f" 3
      end subroutine
# 35 "nests.f"
      INTEGER FUNCTION KFIND(A, N, M)                                    != R 2
# 35 "nests.f" 3
      include 'triptych/probes.inc'
# 35 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 35 "nests.f" 3
      integer(8) :: tri_t12, tri_j12, tri_k12, tri_t13, tri_j13
# 35 "nests.f" 3
      integer(8) :: tri_k13, tri_n12, tri_n13, tri_v(6)
# 35 "nests.f" 3
      integer :: tri_t11_kfind
# 36 "nests.f"
      INTEGER N, M, I, J
      REAL A(8,8)
# 38 "nests.f" 3
      if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) then
# 38 "nests.f" 3
      kfind = tri_t11_kfind(a,n,m); return; end if; tri_t12 = 0
# 38 "nests.f" 3
      tri_j12 = 9223372036854775807_8; tri_k12 = 0; tri_t13 = 0
# 38 "nests.f" 3
      tri_j13 = 9223372036854775807_8; tri_k13 = 0
# 38 "nests.f"
      KFIND = 0
# 39 "nests.f" 3
      tri_n12 = 0
# 39 "nests.f"
      DO 50 J = 1, N                                                     != L 2 5 1 4 U
# 39 "nests.f" 3
      tri_n12 = tri_n12 + 1
# 40 "nests.f" 3
      tri_n13 = 0
# 40 "nests.f"
         DO 40 I = 1, N                                                  != L 5 18 2 4 U
# 40 "nests.f" 3
      tri_n13 = tri_n13 + 1
# 41 "nests.f"
            KFIND = KFIND + 1
            IF (I*J .EQ. M) then
# 42 "nests.f" 3
      tri_t13 = tri_t13 + tri_n13
# 42 "nests.f" 3
      if (tri_n13 < tri_j13) tri_j13 = tri_n13
# 42 "nests.f" 3
      if (tri_n13 > tri_k13) tri_k13 = tri_n13
# 42 "nests.f" 3
      tri_t12 = tri_t12 + tri_n12
# 42 "nests.f" 3
      if (tri_n12 < tri_j12) tri_j12 = tri_n12
# 42 "nests.f" 3
      if (tri_n12 > tri_k12) tri_k12 = tri_n12
# 42 "nests.f"
                            GO TO 60
# 42 "nests.f" 3
      end if
# 43 "nests.f"
   40    CONTINUE
# 43 "nests.f" 3
      tri_t13 = tri_t13 + tri_n13
# 43 "nests.f" 3
      if (tri_n13 < tri_j13) tri_j13 = tri_n13
# 43 "nests.f" 3
      if (tri_n13 > tri_k13) tri_k13 = tri_n13
# 44 "nests.f"
   50 CONTINUE
# 44 "nests.f" 3
      tri_t12 = tri_t12 + tri_n12
# 44 "nests.f" 3
      if (tri_n12 < tri_j12) tri_j12 = tri_n12
# 44 "nests.f" 3
      if (tri_n12 > tri_k12) tri_k12 = tri_n12
# 45 "nests.f"
   60 KFIND = KFIND*10
# 46 "nests.f" 3
      if (tri_r(1,12) /= 0) then; tri_v(1) = tri_t12; tri_v(2) = tri_t13
# 46 "nests.f" 3
      tri_v(3) = tri_j12; tri_v(4) = tri_k12; tri_v(5) = tri_j13
# 46 "nests.f" 3
      tri_v(6) = tri_k13; call tri_count_nest(tri_r(1,12), -1_8, tri_v)
# 46 "nests.f" 3
      end if
# 46 "nests.f"
      END
# 35 "nests.f" 3
      integerfunction tri_t11_kfind(a,n,m)result(kfind)                                    != R 2
# 35 "nests.f" 3
      include 'triptych/probes.inc'
# 35 "nests.f" 3
      integer(4) :: tri_r(18,14); common /tri_0123456789abcdef/ tri_r
# 35 "nests.f" 3
      integer(8) :: tri_h11, tri_l11, tri_t12, tri_j12, tri_k12
# 35 "nests.f" 3
      integer(8) :: tri_t13, tri_j13, tri_k13, tri_x12, tri_h12
# 35 "nests.f" 3
      integer(8) :: tri_l12, tri_n12, tri_x13, tri_h13, tri_n13
# 35 "nests.f" 3
      integer(8) :: tri_v(6)
# 36 "nests.f" 3
      INTEGER N, M, I, J
      REAL A(8,8)
# 38 "nests.f" 3
      tri_h11 = 0; tri_l11 = 0
# 38 "nests.f" 3
      if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) call 
# 38 "nests.f" 3
     &tri_nest(tri_r(1,12), tri_h11, tri_l11)
# 38 "nests.f" 3
      tri_t12 = 0; tri_j12 = 9223372036854775807_8; tri_k12 = 0
# 38 "nests.f" 3
      tri_t13 = 0; tri_j13 = 9223372036854775807_8; tri_k13 = 0
# 38 "nests.f" 3
      if (tri_l11 /= 0) then; tri_x12 = tri_salt(tri_h11); end if
# 38 "nests.f" 3
      KFIND = 0
# 39 "nests.f" 3
      tri_h12 = 0; tri_l12 = 0; if (tri_l11 /= 0) then
# 39 "nests.f" 3
      if (tri_r(1,13) == 2) then; if (tri_r(3,13) /= 0) then
# 39 "nests.f" 3
      tri_x12 = tri_x12 + 2654435769_8
# 39 "nests.f" 3
      if (tri_x12 > 4294967295_8) tri_x12 = tri_x12 - 4294967296_8
# 39 "nests.f" 3
      if (tri_x12 < tri_r(3,13)) call tri_sampled_nest(tri_r(1,13), 
# 39 "nests.f" 3
     &tri_h12, tri_l12)
# 39 "nests.f" 3
      end if; else if (tri_r(1,13) /= 0) then
# 39 "nests.f" 3
      call tri_nest(tri_r(1,13), tri_h12, tri_l12); end if; end if
# 39 "nests.f" 3
      tri_n12 = 0; if (tri_l12 /= 0) then; tri_x13 = tri_salt(tri_h12)
# 39 "nests.f" 3
      DO 50 J = 1, N                                                     != L 2 5 1 4 U
# 39 "nests.f" 3
      tri_n12 = tri_n12 + 1
# 40 "nests.f" 3
      tri_h13 = 0; if (tri_r(1,14) == 2) then
# 40 "nests.f" 3
      if (tri_r(3,14) /= 0) then; tri_x13 = tri_x13 + 2654435769_8
# 40 "nests.f" 3
      if (tri_x13 > 4294967295_8) tri_x13 = tri_x13 - 4294967296_8
# 40 "nests.f" 3
      if (tri_x13 < tri_r(3,14)) call tri_sampled(tri_r(1,14), tri_h13)
# 40 "nests.f" 3
      end if; else if (tri_r(1,14) /= 0) then
# 40 "nests.f" 3
      call tri_open(tri_r(1,14), tri_h13); end if; tri_n13 = 0
# 40 "nests.f" 3
         DO 40 I = 1, N                                                  != L 5 18 2 4 U
# 40 "nests.f" 3
      tri_n13 = tri_n13 + 1
# 41 "nests.f" 3
            KFIND = KFIND + 1
            IF (I*J .EQ. M) then
# 42 "nests.f" 3
      if (tri_h13 /= 0) then; call tri_leave_loop(tri_h13, tri_n13)
# 42 "nests.f" 3
      else; tri_t13 = tri_t13 + tri_n13
# 42 "nests.f" 3
      if (tri_n13 < tri_j13) tri_j13 = tri_n13
# 42 "nests.f" 3
      if (tri_n13 > tri_k13) tri_k13 = tri_n13; end if
# 42 "nests.f" 3
      if (tri_h12 /= 0) then; tri_v(1) = tri_t13; tri_v(2) = tri_j13
# 42 "nests.f" 3
      tri_v(3) = tri_k13; call tri_leave_nest(tri_h12, tri_n12, tri_v)
# 42 "nests.f" 3
      tri_t13 = 0; tri_j13 = 9223372036854775807_8; tri_k13 = 0; else
# 42 "nests.f" 3
      tri_t12 = tri_t12 + tri_n12
# 42 "nests.f" 3
      if (tri_n12 < tri_j12) tri_j12 = tri_n12
# 42 "nests.f" 3
      if (tri_n12 > tri_k12) tri_k12 = tri_n12; end if
# 42 "nests.f" 3
                            GO TO 60
# 42 "nests.f" 3
      end if
# 43 "nests.f" 3
   40    CONTINUE
# 43 "nests.f" 3
      if (tri_h13 /= 0) then; call tri_leave_loop(tri_h13, tri_n13)
# 43 "nests.f" 3
      else; tri_t13 = tri_t13 + tri_n13
# 43 "nests.f" 3
      if (tri_n13 < tri_j13) tri_j13 = tri_n13
# 43 "nests.f" 3
      if (tri_n13 > tri_k13) tri_k13 = tri_n13; end if
# 44 "nests.f" 3
   50 CONTINUE
# 44 "nests.f" 3
      else
# 39 "nests.f" 3
      DO    J = 1, N                                                     != L 2 5 1 4 U
# 39 "nests.f" 3
      tri_n12 = tri_n12 + 1
# 40 "nests.f" 3
      tri_n13 = 0
# 40 "nests.f" 3
         DO    I = 1, N                                                  != L 5 18 2 4 U
# 40 "nests.f" 3
      tri_n13 = tri_n13 + 1
# 41 "nests.f" 3
            KFIND = KFIND + 1
            IF (I*J .EQ. M) then
# 42 "nests.f" 3
      tri_t13 = tri_t13 + tri_n13
# 42 "nests.f" 3
      if (tri_n13 < tri_j13) tri_j13 = tri_n13
# 42 "nests.f" 3
      if (tri_n13 > tri_k13) tri_k13 = tri_n13; if (tri_h12 /= 0) then
# 42 "nests.f" 3
      tri_v(1) = tri_t13; tri_v(2) = tri_j13; tri_v(3) = tri_k13
# 42 "nests.f" 3
      call tri_leave_nest(tri_h12, tri_n12, tri_v); tri_t13 = 0
# 42 "nests.f" 3
      tri_j13 = 9223372036854775807_8; tri_k13 = 0; else
# 42 "nests.f" 3
      tri_t12 = tri_t12 + tri_n12
# 42 "nests.f" 3
      if (tri_n12 < tri_j12) tri_j12 = tri_n12
# 42 "nests.f" 3
      if (tri_n12 > tri_k12) tri_k12 = tri_n12; end if
# 42 "nests.f" 3
                            GO TO 60
# 42 "nests.f" 3
      end if
# 43 "nests.f" 3
         CONTINUE
# 43 "nests.f" 3
      end do; tri_t13 = tri_t13 + tri_n13
# 43 "nests.f" 3
      if (tri_n13 < tri_j13) tri_j13 = tri_n13
# 43 "nests.f" 3
      if (tri_n13 > tri_k13) tri_k13 = tri_n13
# 44 "nests.f" 3
      CONTINUE
# 44 "nests.f" 3
      end do
# 45 "nests.f" 3
# 44 "nests.f" 3
      end if; if (tri_h12 /= 0) then; tri_v(1) = tri_t13
# 44 "nests.f" 3
      tri_v(2) = tri_j13; tri_v(3) = tri_k13
# 44 "nests.f" 3
      call tri_leave_nest(tri_h12, tri_n12, tri_v); tri_t13 = 0
# 44 "nests.f" 3
      tri_j13 = 9223372036854775807_8; tri_k13 = 0; else
# 44 "nests.f" 3
      tri_t12 = tri_t12 + tri_n12
# 44 "nests.f" 3
      if (tri_n12 < tri_j12) tri_j12 = tri_n12
# 44 "nests.f" 3
      if (tri_n12 > tri_k12) tri_k12 = tri_n12; end if
# 45 "nests.f" 3
   60 KFIND = KFIND*10
# 46 "nests.f" 3
      if (tri_h11 /= 0 .or. tri_r(1,12) /= 0) then; tri_v(1) = tri_t12
# 46 "nests.f" 3
      tri_v(2) = tri_t13; tri_v(3) = tri_j12; tri_v(4) = tri_k12
# 46 "nests.f" 3
      tri_v(5) = tri_j13; tri_v(6) = tri_k13
# 46 "nests.f" 3
      call tri_end_nest(tri_r(1,12), tri_h11, -1_8, tri_v); end if
# 46 "nests.f" 3
      end function
# 47 "nests.f"
