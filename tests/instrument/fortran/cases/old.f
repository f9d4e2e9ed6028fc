C     FORTRAN 77 and older. Behind !=, as in the other files.
      INTEGER A(10,10), B, SF, K1, KRANK           != R 1
      COMMON /WORK/ B(5)
      SF(I) = I*2
      DATA A /100*1/
      DO 10 I = 1, 10                              != L 1 10 10 10 D
      DO 10 J = 1, 10                              != L 10 100 10 10 D
   10 A(I,J) = I + SF(J)
      K = 0
      DO20I=1,3                                    != L 1 3 3 3 D
        DO 20 J=1,2                                != L 3 6 2 2 D
          DO 20 L=1,2                              != L 6 12 2 2 D
            IF (L.EQ.2) GOTO 20
            K = K + 1
   20 CONTINUE
      DO30I=1.3
      DO 40 I = 1, 10                              != L 1 4 4 4 U
        IF (A(I,1).GT.5) GOTO 50
   40 CONTINUE
   50 K = K + I
      DO 60, I = 1, 3                              != L 1 3 3 3 D
        GOTO (61, 62), I
        K = K + 1000
        GOTO 60
   61   K = K + 1
        GOTO 60
   62   K = K + 10
   60 CONTINUE
      DO 70 I = 1, 5                               != L 1 3 3 3 U
        DO 70 J = 1, 5                             != L 3 12 2 5 U
          IF (I + J - 5) 70, 65, 66
   65     K = K + 1
   66     IF (J.GT.1) GOTO (70, 70, 71), I + 0
   70 CONTINUE
      K = -999
   71 CONTINUE
      DO 80 I = 1, 3                               != L 1 3 3 3 D
   80 IF (I.EQ.2) WRITE(6,900) I                   != IO 1 6
  900 FORMAT(1X,'I=',I3)
      DO 85 I = 1, 3                               != L 1 3 3 3 D
        CALL ALTRET(I, *83, *84)
        K = K + 1
        GOTO 85
   83   K = K + 10
        GOTO 85
   84   K = K + 100
   85 CONTINUE
      DO 88 I = 1, 3                               != L 1 3 3 3 U
        CALL ALTRET(I, *88, *89)
   88 CONTINUE
   89 CONTINUE
      ASSIGN 90 TO LAB
      DO 91 I = 1, 3                               != L 1 1 1 1 U
        GOTO LAB
   91 CONTINUE
   90 K = K + 1
      IF (K) 92, 92, 93
   92 STOP 'NEVER'
   93 DO 94 I = 1, 2                               != L 1 2 2 2 D
        B(I) = KRANK(I)
   94 CONTINUE
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
      DO 110 Y = 0.0, 1.0, 0.25                    != L 1 5 5 5 D
  110 X = X + Y
      CALL MANY(K)
      CALL MANY2(K)
      PRINT *, K, X, B, A(3,4)                     != IO 1 6
      END
      SUBROUTINE ALTRET(I, *, *)                   != R 6
      IF (I.EQ.1) RETURN
      RETURN I - 1
      END
      INTEGER FUNCTION KRANK(I)                    != R 2
      KRANK = I
      END
      BLOCK DATA
      COMMON /WORK/ B(5)
      INTEGER B
      DATA B /5*7/
      END
      SUBROUTINE MANY(N)                           != R 1
      SAVE
      N = N + 1
      ENTRY MANY2(N)                               != R 1
      DO 10 I = 1, 4                               != L 2 8 4 4 D
   10 N = N + 1
      RETURN
      END
