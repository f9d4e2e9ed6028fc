# 1 "lines.f"
C     Columns, tabs, labels and lines that go on, in fixed form.
      PROGRAM LINES                     != R 1
# 2 "lines.f" 3
      include 'triptych/probes.inc'
# 2 "lines.f" 3
      include 'triptych/units.inc'
# 2 "lines.f" 3
      integer(4) :: tri_r(18,15); common /tri_0123456789abcdef/ tri_r
# 2 "lines.f" 3
      integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2, tri_n2
# 2 "lines.f" 3
      integer(8) :: tri_h3, tri_h4, tri_n4, tri_a, tri_b, tri_c
# 2 "lines.f" 3
      integer(8) :: tri_h5, tri_n5, tri_h6, tri_h7, tri_n7
# 2 "lines.f" 3
      integer(8) :: tri_h8, tri_h9, tri_h10, tri_h11
# 3 "lines.f"
      INTEGER N, M, LONGER, VERYLONG                                    00000020
      COMMON /C/ N,                                                     00000030
     +           M                                                      00000040
      INTEGER MAX, INT, IAND, IF, DO, END                               00000050
# 7 "lines.f" 3
      tri_h0 = 0
# 7 "lines.f" 3
      if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 7 "lines.f"
      MAX = 3; INT = 4; IAND = 5; IF = 6; DO = 7; END = 8               00000060
      N = 0; 
# 8 "lines.f" 3
      tri_h1 = 0
# 8 "lines.f" 3
      if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call 
# 8 "lines.f" 3
     &tri_enter(tri_r(1,2), tri_h1)
# 8 "lines.f" 3
      tri_n1 = max; if (tri_n1 < 0) tri_n1 = 0
# 8 "lines.f"
             DO 10 I = 1, MAX; N = N + I  != L 1 3 3 3 D
   10 CONTINUE
# 9 "lines.f" 3
      if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call 
# 9 "lines.f" 3
     &tri_end_loop(tri_r(1,2), tri_h1, tri_n1)
# 10 "lines.f" 3
      tri_h2 = 0
# 10 "lines.f" 3
      if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 10 "lines.f" 3
      tri_n2 = int; if (tri_n2 < 0) tri_n2 = 0
# 10 "lines.f"
      DO 2                              != L 1 4 4 4 D
     +0 I = 1,
C     a comment inside
     1      INT
# 14 "lines.f" 3
      tri_h3 = 0
# 14 "lines.f" 3
      if (tri_r(1,4) /= 0) call tri_enter(tri_r(1,4), tri_h3)
# 14 "lines.f"
      WRITE (*, '(A)') 'it''s; a DO 10                                   != IO 4 6
     &I = 1, 10'
# 14 "lines.f" 3
      if (tri_h3 /= 0) call tri_leave_io(tri_h3, 6_8)
# 16 "lines.f"
   20 N = N + 1
# 16 "lines.f" 3
      if (tri_h2 /= 0) call tri_leave_loop(tri_h2, tri_n2)
# 17 "lines.f"
      VERYLONG = 1
      M = 0
# 19 "lines.f" 3
      tri_h4 = 0
# 19 "lines.f" 3
      if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) call 
# 19 "lines.f" 3
     &tri_enter(tri_r(1,5), tri_h4)
# 19 "lines.f" 3
      tri_a = (verylong+2*iand-11)+(verylong-verylong+1)
# 19 "lines.f" 3
      tri_b = (verylong+2*iand)-(verylong+2*iand)+iand; tri_c = verylong
# 19 "lines.f" 3
      tri_n4 = tri_trips(tri_a, tri_b, tri_c)
# 19 "lines.f"
      DO 30 LONGER =                    != L 1 5 5 5 D
     & (VERYLONG + 2*IAND - 11) + (VERYLONG - VERYLONG + 1),            00000080
     & (VERYLONG + 2*IAND) - (VERYLONG + 2*IAND) + IAND,                00000090
     & VERYLONG
   30 M = M + 1
# 23 "lines.f" 3
      if (tri_h4 /= 0 .or. tri_r(1,5) /= 0) call 
# 23 "lines.f" 3
     &tri_end_loop(tri_r(1,5), tri_h4, tri_n4)
# 24 "lines.f" 3
      tri_h5 = 0
# 24 "lines.f" 3
      if (tri_r(1,6) /= 0 .and. tri_r(1,6) /= 2) call 
# 24 "lines.f" 3
     &tri_enter(tri_r(1,6), tri_h5)
# 24 "lines.f" 3
      tri_n5 = 0
# 24 "lines.f"
      DO 40 I = 1, 2                    != L 1 1 1 1 U
# 24 "lines.f" 3
      tri_n5 = tri_n5 + 1
# 25 "lines.f"
      IF (N.GT.0.AND.M.GT.0.AND.N.GT.0.AND.M.GT.0.AND.I.EQ.1)           00000100
     &then
# 26 "lines.f" 3
      if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call 
# 26 "lines.f" 3
     &tri_end_loop(tri_r(1,6), tri_h5, tri_n5)
# 26 "lines.f"
      GOTO 50
# 25 "lines.f" 3
      end if
# 27 "lines.f"
      IF(N.GT.0.AND.M.GT.0.AND.N.GT.0.AND.M.GT.0.AND.I.GT.1)      then
# 27 "lines.f" 3
      if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call 
# 27 "lines.f" 3
     &tri_end_loop(tri_r(1,6), tri_h5, tri_n5)
# 27 "lines.f" 3
      if (tri_h0 /= 0) call tri_leave(tri_h0)
# 27 "lines.f"
                                                                  RETURN
# 27 "lines.f" 3
      end if
# 28 "lines.f"
   40 CONTINUE
# 28 "lines.f" 3
      if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call 
# 28 "lines.f" 3
     &tri_end_loop(tri_r(1,6), tri_h5, tri_n5)
# 29 "lines.f"
   50 CONTINUE
	IF (N.GT.0) 
# 30 "lines.f" 3
     &then
# 30 "lines.f" 3
      tri_h6 = 0
# 30 "lines.f" 3
      if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6)
# 30 "lines.f"
      WRITE(*,*) N        != IO 1 6
# 30 "lines.f" 3
      if (tri_h6 /= 0) call tri_leave_io(tri_h6, 6_8); end if
# 31 "lines.f" 3
      tri_h7 = 0
# 31 "lines.f" 3
      if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7)
# 31 "lines.f" 3
      tri_n7 = 2
# 31 "lines.f"
	DO 60 I = 1, 2                  != L 1 2 2 2 D
	   IF (I.EQ.2) 
# 32 "lines.f" 3
     &then
# 32 "lines.f" 3
      tri_h8 = 0
# 32 "lines.f" 3
      if (tri_r(1,9) /= 0) call tri_enter(tri_r(1,9), tri_h8)
# 32 "lines.f"
      PRINT *, I,      != IO 1 6
	1	N
# 32 "lines.f" 3
      if (tri_h8 /= 0) call tri_leave_io(tri_h8, 6_8); end if
# 34 "lines.f"
   60	CONTINUE
# 34 "lines.f" 3
      if (tri_h7 /= 0) call tri_leave_loop(tri_h7, tri_n7)
# 35 "lines.f"
      CALL SUB(N, *70, *80)
# 36 "lines.f" 3
      tri_h9 = 0
# 36 "lines.f" 3
      if (tri_r(1,10) /= 0) call tri_enter(tri_r(1,10), tri_h9)
# 36 "lines.f"
      PRINT *, 'NEVER'                  != IO 0
# 36 "lines.f" 3
      if (tri_h9 /= 0) call tri_leave_io(tri_h9, 6_8)
# 37 "lines.f" 3
70    continue
# 37 "lines.f" 3
      tri_h10 = 0
# 37 "lines.f" 3
      if (tri_r(1,11) /= 0) call tri_enter(tri_r(1,11), tri_h10)
# 37 "lines.f"
      PRINT *, 'NEVER'                  != IO 0
# 37 "lines.f" 3
      if (tri_h10 /= 0) call tri_leave_io(tri_h10, 6_8)
# 38 "lines.f"
   80 IF (N.GT.0) then
# 38 "lines.f" 3
      tri_h11 = 0
# 38 "lines.f" 3
      if (tri_r(1,12) /= 0) call tri_enter(tri_r(1,12), tri_h11)
# 38 "lines.f"
                  PRINT *, END, DO, IF  != IO 1 6
# 38 "lines.f" 3
      if (tri_h11 /= 0) call tri_leave_io(tri_h11, 6_8); end if
# 39 "lines.f"
      GOTO 90
# 40 "lines.f" 3
90    continue
# 40 "lines.f" 3
      if (tri_h0 /= 0) call tri_leave(tri_h0)
# 40 "lines.f"
      END
      SUBROUTINE SUB(N, *, *)           != R 1
# 41 "lines.f" 3
      include 'triptych/probes.inc'
# 41 "lines.f" 3
      include 'triptych/units.inc'
# 41 "lines.f" 3
      integer(4) :: tri_r(18,15); common /tri_0123456789abcdef/ tri_r
# 41 "lines.f" 3
      integer(8) :: tri_h12, tri_h13, tri_n13, tri_h14
# 42 "lines.f" 3
      tri_h12 = 0
# 42 "lines.f" 3
      if (tri_r(1,13) /= 0) call tri_enter(tri_r(1,13), tri_h12)
# 42 "lines.f" 3
      tri_h14 = 0
# 42 "lines.f" 3
      tri_h13 = 0
# 42 "lines.f" 3
      if (tri_r(1,14) /= 0) call tri_enter(tri_r(1,14), tri_h13)
# 42 "lines.f" 3
      tri_n13 = 0
# 42 "lines.f"
      DO 10 I = 1, 3                    != L 1 2 2 2 U
# 42 "lines.f" 3
      tri_n13 = tri_n13 + 1
# 43 "lines.f" 3
      tri_h14 = 0
# 43 "lines.f" 3
      if (tri_r(1,15) /= 0) call tri_enter(tri_r(1,15), tri_h14)
# 43 "lines.f"
        READ (99, *, ERR=20, END=20) N  != IO 2 99
# 43 "lines.f" 3
      if (tri_h14 /= 0) call tri_leave_io(tri_h14, 99_8); tri_h14 = 0
# 44 "lines.f"
        GOTO 10
# 45 "lines.f" 3
20    continue
# 45 "lines.f" 3
      if (tri_h14 /= 0) call tri_leave_io(tri_h14, 99_8); tri_h14 = 0
# 45 "lines.f"
        IF (I.EQ.2) then
# 45 "lines.f" 3
      if (tri_h13 /= 0) call tri_leave_loop(tri_h13, tri_n13)
# 45 "lines.f" 3
      if (tri_h12 /= 0) call tri_leave(tri_h12)
# 45 "lines.f"
                    RETURN 2
# 45 "lines.f" 3
      end if
# 46 "lines.f"
   10 CONTINUE
# 46 "lines.f" 3
      if (tri_h13 /= 0) call tri_leave_loop(tri_h13, tri_n13)
# 47 "lines.f" 3
      if (tri_h12 /= 0) call tri_leave(tri_h12)
# 47 "lines.f"
      END
