# 1 "heads.f"
C     The same in fixed form, with functions that nobody declares.
      PROGRAM HEADS                                != R 1
# 2 "heads.f" 3
      include 'triptych/probes.inc'
# 2 "heads.f" 3
      include 'triptych/units.inc'
# 2 "heads.f" 3
      integer(4) :: tri_r(18,9); common /tri_0123456789abcdef/ tri_r
# 2 "heads.f" 3
      integer(8) :: tri_h0, tri_h1, tri_n1, tri_a, tri_b, tri_c
# 2 "heads.f" 3
      integer(8) :: tri_h2, tri_n2, tri_h3, tri_n3, tri_h4
# 2 "heads.f" 3
      integer(8) :: tri_n4, tri_h5, tri_n5, tri_h6
# 3 "heads.f"
      INTEGER I, J, S, NV
# 4 "heads.f" 3
      tri_h0 = 0
# 4 "heads.f" 3
      if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 4 "heads.f"
      S = 0
# 5 "heads.f" 3
      tri_h1 = 0
# 5 "heads.f" 3
      if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1)
# 5 "heads.f" 3
      tri_a = nv(1); tri_b = nv(10); tri_c = 2
# 5 "heads.f" 3
      tri_n1 = tri_trips(tri_a, tri_b, tri_c)
# 5 "heads.f"
      DO 10 I = tri_a, tri_b, tri_c
# 9 "heads.f"
        S = S + I
   10 CONTINUE
# 10 "heads.f" 3
      if (tri_h1 /= 0) call tri_leave_loop(tri_h1, tri_n1)
# 11 "heads.f" 3
      tri_h2 = 0
# 11 "heads.f" 3
      if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2); tri_a = 1
# 11 "heads.f" 3
      tri_b = nv(3); tri_n2 = tri_b
# 11 "heads.f" 3
      if (tri_n2 < tri_a) tri_n2 = tri_a - 1
# 11 "heads.f" 3
      tri_n2 = tri_n2 - tri_a + 1
# 11 "heads.f"
	DO 20 J=
# 11 "heads.f" 3
     & tri_a, tri_b                            != L 1 3 3 3 D
# 12 "heads.f"
	S = S + J
20	CONTINUE
# 13 "heads.f" 3
      if (tri_h2 /= 0) call tri_leave_loop(tri_h2, tri_n2)
# 14 "heads.f" 3
      tri_h3 = 0
# 14 "heads.f" 3
      if (tri_r(1,4) /= 0) call tri_enter(tri_r(1,4), tri_h3)
# 14 "heads.f" 3
      tri_n3 = 4
# 14 "heads.f"
      DO    I = 1, 4                               != L 1 4 4 4 D
# 15 "heads.f" 3
      tri_h4 = 0
# 15 "heads.f" 3
      if (tri_r(1,5) /= 0) call tri_enter(tri_r(1,5), tri_h4); tri_a = i
# 15 "heads.f" 3
      tri_b = nv(4); tri_n4 = tri_b
# 15 "heads.f" 3
      if (tri_n4 < tri_a) tri_n4 = tri_a - 1
# 15 "heads.f" 3
      tri_n4 = tri_n4 - tri_a + 1
# 15 "heads.f"
      DO    J = tri_a, tri_b                           != L 4 10 1 4 D
# 16 "heads.f"
      S = S + 1
# 16 "heads.f" 3
      end do; if (tri_h4 /= 0) call tri_leave_loop(tri_h4, tri_n4)
# 16 "heads.f" 3
      end do; if (tri_h3 /= 0) call tri_leave_loop(tri_h3, tri_n3)
# 17 "heads.f" 3
      tri_h5 = 0
# 17 "heads.f" 3
      if (tri_r(1,6) /= 0 .and. tri_r(1,6) /= 2) call 
# 17 "heads.f" 3
     &tri_enter(tri_r(1,6), tri_h5)
# 17 "heads.f" 3
      tri_n5 = 0
# 17 "heads.f"
      DO 40 X = 0.0, 1.0, 0.25                     != L 1 5 5 5 D
# 17 "heads.f" 3
      tri_n5 = tri_n5 + 1
# 18 "heads.f"
   40 S = S + 1
# 18 "heads.f" 3
      if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call 
# 18 "heads.f" 3
     &tri_end_loop(tri_r(1,6), tri_h5, tri_n5)
# 19 "heads.f" 3
      tri_h6 = 0
# 19 "heads.f" 3
      if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6)
# 19 "heads.f"
      PRINT *, S                                   != IO 1 6
# 19 "heads.f" 3
      if (tri_h6 /= 0) call tri_leave_io(tri_h6, 6_8)
# 20 "heads.f" 3
      if (tri_h0 /= 0) call tri_leave(tri_h0)
# 20 "heads.f"
      END
      INTEGER FUNCTION NV(K)                       != R 7
# 21 "heads.f" 3
      include 'triptych/probes.inc'
# 21 "heads.f" 3
      include 'triptych/units.inc'
# 21 "heads.f" 3
      integer(4) :: tri_r(18,9); common /tri_0123456789abcdef/ tri_r
# 21 "heads.f" 3
      integer(8) :: tri_h7, tri_h8
# 22 "heads.f"
      INTEGER K, N
      SAVE N
      DATA N /0/
# 25 "heads.f" 3
      tri_h7 = 0
# 25 "heads.f" 3
      if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7)
# 25 "heads.f"
      N = N + 1
      NV = K
      IF (N .GT. 7) then
# 27 "heads.f" 3
      tri_h8 = 0
# 27 "heads.f" 3
      if (tri_r(1,9) /= 0) call tri_enter(tri_r(1,9), tri_h8)
# 27 "heads.f"
                    PRINT *, 'TOO OFTEN'           != IO 0
# 27 "heads.f" 3
      if (tri_h8 /= 0) call tri_leave_io(tri_h8, 6_8); end if
# 28 "heads.f" 3
      if (tri_h7 /= 0) call tri_leave(tri_h7)
# 28 "heads.f"
      END
