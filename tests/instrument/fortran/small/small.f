C     SMALL SUBROUTINES OF FORTRAN 77: SOME ARE COUNTED WHERE THEY ARE
C     CALLED, SOME KEEP THEIR PROBES.
      PROGRAM SMALL
      INTEGER I, N, M
      DOUBLE PRECISION A(5,5), B(5), TOTAL
      COMMON /STATE/ M
      TOTAL = 0.0D0
      M = 2
      DO 5 I = 1, 25
    5 A(I,1) = 0.0D0
      DO 10 I = 1, 50
         N = MOD(I, 4)
         CALL DRIVE(A, B, N, TOTAL)
   10 CONTINUE
      PRINT '(F20.6)', TOTAL
      CALL ENDING(TOTAL)
      END

      SUBROUTINE DRIVE(A, B, N, TOTAL)
      INTEGER I, J, K, N, M, NEXT
      DOUBLE PRECISION A(5,5), B(5), TOTAL, F, X, SQUARE
      COMMON /STATE/ M
      EXTERNAL SETB
      F(X) = 2.0D0*X
      CALL SET(A, 1.0D0)
      CALL SETB(B, 3.0D0)
      DO 30 I = 1, 3
      DO 20 J = 1, 4
         IF (J .EQ. N) GO TO 20
         CALL ROTATE(A, B, TOTAL,                                      
     &               I, J)
   20 CALL BUMP(TOTAL, F(1.0D0), SQUARE(2.0D0))
   30 CONTINUE
      DO 40 I = 1, M
         CALL GROW
         IF (M .GT. 6) M = 1
   40 CONTINUE
      DO 50 I = 1, 3
         C A L L  S E T (A, 2.0D0)
         CALL SET(A, 1.0D0)                                             00000010
         IF (I .EQ. 2) CALL SET(A, 3.0D0)
         CALL CHOOSE(I, *60, *70)
         TOTAL = TOTAL + 1.0D0
   60    TOTAL = TOTAL + 1.0D0
   70    CALL OTHER(TOTAL)
         CALL FIRST(TOTAL)
   50 CONTINUE
      DO 80 K = 1, 2
      DO 80 I = 1, 2
   80 CALL SET(A, 4.0D0)
      DO 90 I = 1, 3
      IF (A(1,1) .GT. 0.0D0) CALL TWO LONG NAME(A(1,1), A(2,1), B(1), B)
      CALL PASS(SET, A)
   90 CONTINUE
      NEXT = 0
  100 CALL STEPUP(NEXT)
      IF (NEXT .LT. 5) GO TO 100
      DO 110 I = 1, 4
         CALL BINV(A, TOTAL)
  110 CONTINUE
      END

      SUBROUTINE SET(A, X)
      DOUBLE PRECISION A(5,5), X
      INTEGER I, J
      DO 10 I = 1, 5
      DO 10 J = I, 5
   10 A(J,I) = X
      END

      SUBROUTINE SETB(B, X)
      DOUBLE PRECISION B(5), X
      INTEGER I
      DO 10 I = 1, 5
   10 B(I) = X
      END

      SUBROUTINE ROTATE(A, B, TOTAL, I, J)
      DOUBLE PRECISION A(5,5), B(5), TOTAL
      INTEGER I, J, K
      DO 20 K = 1, 5
         IF (K .NE. 3) GO TO 10
         B(K) = B(K) + A(K,I)*0.5D0
   10    TOTAL = TOTAL + B(K)*J
   20 CONTINUE
      END

      SUBROUTINE BUMP(TOTAL, X, Y)
      DOUBLE PRECISION TOTAL, X, Y
      TOTAL = TOTAL + X + Y
      END

      DOUBLE PRECISION FUNCTION SQUARE(X)
      DOUBLE PRECISION X
      SQUARE = X*X
      END

      SUBROUTINE GROW
      INTEGER M
      COMMON /STATE/ M
      M = M + 1
      END

      SUBROUTINE CHOOSE(I, *, *)
      INTEGER I
      IF (I .EQ. 1) RETURN 1
      IF (I .EQ. 2) RETURN 2
      END

      SUBROUTINE FIRST(X)
      DOUBLE PRECISION X
      X = X + 1.0D0
      RETURN
      ENTRY OTHER(X)
      X = X + 2.0D0
      END

      SUBROUTINE TWOLONGNAME(A, B, C, D)
      DOUBLE PRECISION A, B, C, D(5)
      A = B + C + D(1)
      END

      SUBROUTINE PASS(S, A)
      EXTERNAL S
      DOUBLE PRECISION A(5,5)
      CALL S(A, 5.0D0)
      END

      SUBROUTINE STEPUP(N)
      INTEGER N
      N = N + 1
      END

      SUBROUTINE BINV(A, R)
      DOUBLE PRECISION A(5,5), R
      INTEGER M, N, P
      DO 40 P = 1, 5
         DO 10 N = P+1, 5
   10    A(P,N) = A(P,N)*0.5D0
         DO 30 M = 1, 5
            IF (M .EQ. P) GO TO 30
            DO 20 N = P+1, 5
   20       A(M,N) = A(M,N) - 0.1D0*A(P,N)
            R = R + A(M,P)
   30    CONTINUE
   40 CONTINUE
      END

      SUBROUTINE ENDING(TOTAL)
      DOUBLE PRECISION TOTAL
      INTEGER I, K
      K = 0
      DO 10 I = 1, 5
         CALL STEPUP(K)
         CALL LAST(I, TOTAL)
   10 CONTINUE
      END

      SUBROUTINE LAST(I, TOTAL)
      DOUBLE PRECISION TOTAL
      INTEGER I
      IF (I .EQ. 4) STOP
      TOTAL = TOTAL + 1.0D0
      END
