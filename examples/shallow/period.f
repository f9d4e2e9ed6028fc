C     PERIOD.F: CONTINUES A FIELD BEYOND ITS RIM, PERIODICALLY.
C
      SUBROUTINE PERIOD (A)
      INCLUDE 'shallow.inc'
      DOUBLE PRECISION A(0:NX+1,0:MX+1)
      INTEGER I, J
      DO 10 J = 1, M
        A(0,J) = A(N,J)
   10   A(N+1,J) = A(1,J)
      DO 20 I = 0, N + 1
        A(I,0) = A(I,M)
   20   A(I,M+1) = A(I,1)
      END
