# 1 "old.f"
C     FORTRAN 77 and older. Behind !=, as in the other files.
# 2 "old.f" 3
      include 'triptych/probes.inc'
# 2 "old.f" 3
      include 'triptych/units.inc'
# 2 "old.f" 3
      integer(4) :: tri_r(18,24); common /tri_0123456789abcdef/ tri_r
# 2 "old.f" 3
      integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2, tri_n2
# 2 "old.f" 3
      integer(8) :: tri_h3, tri_i4, tri_i5, tri_n3, tri_v(2)
# 2 "old.f" 3
      integer(8) :: tri_h6, tri_n6, tri_h7, tri_n7, tri_h8
# 2 "old.f" 3
      integer(8) :: tri_n8, tri_h9, tri_n9, tri_h10, tri_n10
# 2 "old.f" 3
      integer(8) :: tri_h11, tri_h12, tri_n12, tri_h13, tri_n13
# 2 "old.f" 3
      integer(8) :: tri_h14, tri_n14, tri_h15, tri_n15, tri_h17
# 2 "old.f" 3
      integer(8) :: tri_n17, tri_h18
# 2 "old.f"
      INTEGER A(10,10), B, SF, K1, KRANK           != R 1
      COMMON /WORK/ B(5)
      SF(I) = I*2
      DATA A /100*1/
# 6 "old.f" 3
      tri_h0 = 0
# 6 "old.f" 3
      if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 6 "old.f" 3
      tri_h8 = 0; tri_n8 = 0; tri_h9 = 0; tri_n9 = 0; tri_h13 = 0
# 6 "old.f" 3
      tri_n13 = 0; tri_h14 = 0; tri_n14 = 0
# 6 "old.f" 3
      tri_h1 = 0
# 6 "old.f" 3
      if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1)
# 6 "old.f" 3
      tri_n1 = 10
# 6 "old.f"
      DO    I = 1, 10                              != L 1 10 10 10 D
# 7 "old.f" 3
      tri_h2 = 0
# 7 "old.f" 3
      if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 7 "old.f" 3
      tri_n2 = 10
# 7 "old.f"
      DO    J = 1, 10                              != L 10 100 10 10 D
      A(I,J) = I + SF(J)
# 8 "old.f" 3
      end do; if (tri_h2 /= 0) call tri_leave_loop(tri_h2, tri_n2)
# 8 "old.f" 3
      end do; if (tri_h1 /= 0) call tri_leave_loop(tri_h1, tri_n1)
# 9 "old.f"
      K = 0
# 10 "old.f" 3
      tri_h3 = 0
# 10 "old.f" 3
      if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call 
# 10 "old.f" 3
     &tri_open(tri_r(1,4), tri_h3)
# 10 "old.f" 3
      tri_i4 = 0; tri_i5 = 0; tri_n3 = 3
# 10 "old.f"
      DO  I=1,3                                    != L 1 3 3 3 D
        DO    J=1,2                                != L 3 6 2 2 D
          DO    L=1,2                              != L 6 12 2 2 D
            IF (L.EQ.2) GOTO 20
            K = K + 1
   20 CONTINUE
# 15 "old.f" 3
      end do; tri_i5 = tri_i5 + 1; end do; tri_i4 = tri_i4 + 1; end do
# 15 "old.f" 3
      if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4
# 15 "old.f" 3
      tri_v(2) = tri_i5
# 15 "old.f" 3
      call tri_end_nest(tri_r(1,4), tri_h3, tri_n3, tri_v); end if
# 16 "old.f"
      DO30I=1.3
# 17 "old.f" 3
      tri_h6 = 0
# 17 "old.f" 3
      if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) call 
# 17 "old.f" 3
     &tri_enter(tri_r(1,7), tri_h6)
# 17 "old.f" 3
      tri_n6 = 0
# 17 "old.f"
      DO 40 I = 1, 10                              != L 1 4 4 4 U
# 17 "old.f" 3
      tri_n6 = tri_n6 + 1
# 18 "old.f"
        IF (A(I,1).GT.5) then
# 18 "old.f" 3
      if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) call 
# 18 "old.f" 3
     &tri_end_loop(tri_r(1,7), tri_h6, tri_n6)
# 18 "old.f"
                         GOTO 50
# 18 "old.f" 3
      end if
# 19 "old.f"
   40 CONTINUE
# 19 "old.f" 3
      if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) call 
# 19 "old.f" 3
     &tri_end_loop(tri_r(1,7), tri_h6, tri_n6)
# 20 "old.f"
   50 K = K + I
# 21 "old.f" 3
      tri_h7 = 0
# 21 "old.f" 3
      if (tri_r(1,8) /= 0 .and. tri_r(1,8) /= 2) call 
# 21 "old.f" 3
     &tri_enter(tri_r(1,8), tri_h7)
# 21 "old.f" 3
      tri_n7 = 3
# 21 "old.f"
      DO 60, I = 1, 3                              != L 1 3 3 3 D
        GOTO (61, 62), I
        K = K + 1000
        GOTO 60
   61   K = K + 1
        GOTO 60
   62   K = K + 10
   60 CONTINUE
# 28 "old.f" 3
      if (tri_h7 /= 0 .or. tri_r(1,8) /= 0) call 
# 28 "old.f" 3
     &tri_end_loop(tri_r(1,8), tri_h7, tri_n7)
# 29 "old.f" 3
      tri_h8 = 0
# 29 "old.f" 3
      if (tri_r(1,9) /= 0) call tri_enter(tri_r(1,9), tri_h8)
# 29 "old.f" 3
      tri_n8 = 0
# 29 "old.f"
      DO    I = 1, 5                               != L 1 3 3 3 U
# 29 "old.f" 3
      tri_n8 = tri_n8 + 1
# 30 "old.f" 3
      tri_h9 = 0
# 30 "old.f" 3
      if (tri_r(1,10) /= 0) call tri_enter(tri_r(1,10), tri_h9)
# 30 "old.f" 3
      tri_n9 = 0
# 30 "old.f"
        DO    J = 1, 5                             != L 3 12 2 5 U
# 30 "old.f" 3
      tri_n9 = tri_n9 + 1
# 31 "old.f"
          IF (I + J - 5) 70, 65, 66
   65     K = K + 1
   66     IF (J.GT.1) GOTO (70, 70, 71), I + 0
   70 CONTINUE
# 34 "old.f" 3
      end do; if (tri_h9 /= 0) call tri_leave_loop(tri_h9, tri_n9)
# 34 "old.f" 3
      tri_h9 = 0; end do
# 34 "old.f" 3
      if (tri_h8 /= 0) call tri_leave_loop(tri_h8, tri_n8); tri_h8 = 0
# 35 "old.f"
      K = -999
# 36 "old.f" 3
71    continue
# 36 "old.f" 3
      if (tri_h9 /= 0) call tri_leave_loop(tri_h9, tri_n9); tri_h9 = 0
# 36 "old.f" 3
      if (tri_h8 /= 0) call tri_leave_loop(tri_h8, tri_n8); tri_h8 = 0
# 36 "old.f"
      CONTINUE
# 37 "old.f" 3
      tri_h10 = 0
# 37 "old.f" 3
      if (tri_r(1,11) /= 0) call tri_enter(tri_r(1,11), tri_h10)
# 37 "old.f" 3
      tri_n10 = 3
# 37 "old.f"
      DO    I = 1, 3                               != L 1 3 3 3 D
      IF (I.EQ.2) then
# 38 "old.f" 3
      tri_h11 = 0
# 38 "old.f" 3
      if (tri_r(1,12) /= 0) call tri_enter(tri_r(1,12), tri_h11)
# 38 "old.f"
                  WRITE(6,900) I                   != IO 1 6
# 38 "old.f" 3
      if (tri_h11 /= 0) call tri_leave_io(tri_h11, 6_8); end if
# 38 "old.f" 3
      end do; if (tri_h10 /= 0) call tri_leave_loop(tri_h10, tri_n10)
# 39 "old.f"
  900 FORMAT(1X,'I=',I3)
# 40 "old.f" 3
      tri_h12 = 0
# 40 "old.f" 3
      if (tri_r(1,13) /= 0) call tri_enter(tri_r(1,13), tri_h12)
# 40 "old.f" 3
      tri_n12 = 3
# 40 "old.f"
      DO 85 I = 1, 3                               != L 1 3 3 3 D
        CALL ALTRET(I, *83, *84)
        K = K + 1
        GOTO 85
   83   K = K + 10
        GOTO 85
   84   K = K + 100
   85 CONTINUE
# 47 "old.f" 3
      if (tri_h12 /= 0) call tri_leave_loop(tri_h12, tri_n12)
# 48 "old.f" 3
      tri_h13 = 0
# 48 "old.f" 3
      if (tri_r(1,14) /= 0) call tri_enter(tri_r(1,14), tri_h13)
# 48 "old.f" 3
      tri_n13 = 0
# 48 "old.f"
      DO 88 I = 1, 3                               != L 1 3 3 3 U
# 48 "old.f" 3
      tri_n13 = tri_n13 + 1
# 49 "old.f"
        CALL ALTRET(I, *88, *89)
   88 CONTINUE
# 50 "old.f" 3
      if (tri_h13 /= 0) call tri_leave_loop(tri_h13, tri_n13)
# 50 "old.f" 3
      tri_h13 = 0
# 51 "old.f" 3
89    continue
# 51 "old.f" 3
      if (tri_h13 /= 0) call tri_leave_loop(tri_h13, tri_n13)
# 51 "old.f" 3
      tri_h13 = 0
# 51 "old.f"
      CONTINUE
      ASSIGN 90 TO LAB
# 53 "old.f" 3
      tri_h14 = 0
# 53 "old.f" 3
      if (tri_r(1,15) /= 0) call tri_enter(tri_r(1,15), tri_h14)
# 53 "old.f" 3
      tri_n14 = 0
# 53 "old.f"
      DO 91 I = 1, 3                               != L 1 1 1 1 U
# 53 "old.f" 3
      tri_n14 = tri_n14 + 1
# 54 "old.f"
        GOTO LAB
   91 CONTINUE
# 55 "old.f" 3
      if (tri_h14 /= 0) call tri_leave_loop(tri_h14, tri_n14)
# 55 "old.f" 3
      tri_h14 = 0
# 56 "old.f" 3
90    continue
# 56 "old.f" 3
      if (tri_h14 /= 0) call tri_leave_loop(tri_h14, tri_n14)
# 56 "old.f" 3
      tri_h14 = 0
# 56 "old.f"
      K = K + 1
      IF (K) 92, 92, 93
# 58 "old.f" 3
92    continue
# 58 "old.f" 3
      if (tri_h0 /= 0) call tri_leave(tri_h0)
# 58 "old.f"
      STOP 'NEVER'
# 59 "old.f" 3
93    continue
# 59 "old.f" 3
      tri_h15 = 0
# 59 "old.f" 3
      if (tri_r(1,16) /= 0) call tri_enter(tri_r(1,16), tri_h15)
# 59 "old.f" 3
      tri_n15 = 2
# 59 "old.f"
      DO 94 I = 1, 2                               != L 1 2 2 2 D
        B(I) = KRANK(I)
   94 CONTINUE
# 61 "old.f" 3
      if (tri_h15 /= 0) call tri_leave_loop(tri_h15, tri_n15)
# 62 "old.f"
C     the extended range of a DO: jumps out and back in
      DO 97 I = 1, 2                               !- a jump from outside
        GOTO 98
   96   K = K + 1
   97 CONTINUE
      GOTO 99
   98 K = K + 1
      GOTO 96
   99 CONTINUE
      X = 0.0
# 72 "old.f" 3
      tri_h17 = 0
# 72 "old.f" 3
      if (tri_r(1,18) /= 0 .and. tri_r(1,18) /= 2) call 
# 72 "old.f" 3
     &tri_enter(tri_r(1,18), tri_h17)
# 72 "old.f" 3
      tri_n17 = 0
# 72 "old.f"
      DO 110 Y = 0.0, 1.0, 0.25                    != L 1 5 5 5 D
# 72 "old.f" 3
      tri_n17 = tri_n17 + 1
# 73 "old.f"
  110 X = X + Y
# 73 "old.f" 3
      if (tri_h17 /= 0 .or. tri_r(1,18) /= 0) call 
# 73 "old.f" 3
     &tri_end_loop(tri_r(1,18), tri_h17, tri_n17)
# 74 "old.f"
      CALL MANY(K)
      CALL MANY2(K)
# 76 "old.f" 3
      tri_h18 = 0
# 76 "old.f" 3
      if (tri_r(1,19) /= 0) call tri_enter(tri_r(1,19), tri_h18)
# 76 "old.f"
      PRINT *, K, X, B, A(3,4)                     != IO 1 6
# 76 "old.f" 3
      if (tri_h18 /= 0) call tri_leave_io(tri_h18, 6_8)
# 77 "old.f" 3
      if (tri_h0 /= 0) call tri_leave(tri_h0)
# 77 "old.f"
      END
      SUBROUTINE ALTRET(I, *, *)                   != R 6
# 78 "old.f" 3
      include 'triptych/probes.inc'
# 78 "old.f" 3
      integer(4) :: tri_r(18,24); common /tri_0123456789abcdef/ tri_r
# 78 "old.f" 3
      integer(8) :: tri_h19
# 79 "old.f" 3
      tri_h19 = 0
# 79 "old.f" 3
      if (tri_r(1,20) /= 0 .and. tri_r(1,20) /= 2) call 
# 79 "old.f" 3
     &tri_open(tri_r(1,20), tri_h19)
# 79 "old.f"
      IF (I.EQ.1) then
# 79 "old.f" 3
      if (tri_h19 /= 0 .or. tri_r(1,20) /= 0) call 
# 79 "old.f" 3
     &tri_close(tri_r(1,20), tri_h19)
# 79 "old.f"
                  RETURN
# 79 "old.f" 3
      end if
# 80 "old.f" 3
      if (tri_h19 /= 0 .or. tri_r(1,20) /= 0) call 
# 80 "old.f" 3
     &tri_close(tri_r(1,20), tri_h19)
# 80 "old.f"
      RETURN I - 1
      END
      INTEGER FUNCTION KRANK(I)                    != R 2
# 82 "old.f" 3
      include 'triptych/probes.inc'
# 82 "old.f" 3
      integer(4) :: tri_r(18,24); common /tri_0123456789abcdef/ tri_r
# 82 "old.f" 3
      integer :: tri_t20_krank
# 83 "old.f" 3
      if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) then
# 83 "old.f" 3
      krank = tri_t20_krank(i); return; end if
# 83 "old.f"
      KRANK = I
# 84 "old.f" 3
      if (tri_r(1,21) /= 0) call tri_count_visit(tri_r(1,21))
# 84 "old.f"
      END
# 82 "old.f" 3
      integerfunction tri_t20_krank(i)result(krank)                    != R 2
# 82 "old.f" 3
      include 'triptych/probes.inc'
# 82 "old.f" 3
      integer(4) :: tri_r(18,24); common /tri_0123456789abcdef/ tri_r
# 82 "old.f" 3
      integer(8) :: tri_h20
# 83 "old.f" 3
      tri_h20 = 0
# 83 "old.f" 3
      if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) call 
# 83 "old.f" 3
     &tri_open(tri_r(1,21), tri_h20)
# 83 "old.f" 3
      KRANK = I
# 84 "old.f" 3
      if (tri_h20 /= 0 .or. tri_r(1,21) /= 0) call 
# 84 "old.f" 3
     &tri_close(tri_r(1,21), tri_h20)
# 84 "old.f" 3
      end function
# 85 "old.f"
      BLOCK DATA
      COMMON /WORK/ B(5)
      INTEGER B
      DATA B /5*7/
      END
      SUBROUTINE MANY(N)                           != R 1
# 90 "old.f" 3
      include 'triptych/probes.inc'
# 90 "old.f" 3
      integer(4) :: tri_r(18,24); common /tri_0123456789abcdef/ tri_r
# 90 "old.f" 3
      integer(8) :: tri_h21, tri_h22, tri_n22
# 91 "old.f"
      SAVE
# 92 "old.f" 3
      tri_h21 = 0
# 92 "old.f" 3
      if (tri_r(1,22) /= 0) call tri_enter(tri_r(1,22), tri_h21)
# 92 "old.f"
      N = N + 1
# 93 "old.f" 3
      goto 99999
# 93 "old.f"
      ENTRY MANY2(N)                               != R 1
# 93 "old.f" 3
      tri_h21 = 0
# 93 "old.f" 3
      if (tri_r(1,24) /= 0) call tri_enter(tri_r(1,24), tri_h21)
# 93 "old.f" 3
99999 continue
# 94 "old.f" 3
      tri_h22 = 0
# 94 "old.f" 3
      if (tri_r(1,23) /= 0 .and. tri_r(1,23) /= 2) call 
# 94 "old.f" 3
     &tri_enter(tri_r(1,23), tri_h22)
# 94 "old.f" 3
      tri_n22 = 4
# 94 "old.f"
      DO 10 I = 1, 4                               != L 2 8 4 4 D
   10 N = N + 1
# 95 "old.f" 3
      if (tri_h22 /= 0 .or. tri_r(1,23) /= 0) call 
# 95 "old.f" 3
     &tri_end_loop(tri_r(1,23), tri_h22, tri_n22)
# 96 "old.f" 3
      if (tri_h21 /= 0) call tri_leave(tri_h21)
# 96 "old.f"
      RETURN
      END
