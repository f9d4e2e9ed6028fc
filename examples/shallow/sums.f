C     SUMS.F: WHAT THE EQUATIONS CONSERVE: MASS, ENERGY AND POTENTIAL
C     ENSTROPHY, PER CELL.  RETURN 1: THE SEA HAS FALLEN DRY SOMEWHERE.
C
      SUBROUTINE SUMS (TOTAL, *)
      INCLUDE 'shallow.inc'
      DOUBLE PRECISION TOTAL(3), S1, S2, S3, HMIN, HC, ZETA
      INTEGER I, J, K
      DOUBLE PRECISION SQ, A, C
      SQ(A,C) = 0.25D0*(A*A + C*C)
C
      DO 10 K = 1, 3
   10   TOTAL(K) = 0.0D0
      HMIN = DEPTH
      DO 30 J = 1, M
        S1 = 0.0D0
        S2 = 0.0D0
        S3 = 0.0D0
        DO 20 I = 1, N
          HC = 0.25D0*(H(I,J) + H(I-1,J) + H(I,J-1) + H(I-1,J-1))
          ZETA = FCOR + (V(I,J) - V(I-1,J))/DX - (U(I,J) - U(I,J-1))/DY
          S1 = S1 + H(I,J)
          S2 = S2 + H(I,J)*(0.5D0*GRAV*H(I,J) + SQ(U(I,J), U(I+1,J))
     1                                        + SQ(V(I,J), V(I,J+1)))
          S3 = S3 + 0.5D0*ZETA*ZETA/HC
          HMIN = MIN(HMIN, H(I,J))
   20   CONTINUE
        TOTAL(1) = TOTAL(1) + S1
        TOTAL(2) = TOTAL(2) + S2
        TOTAL(3) = TOTAL(3) + S3
   30 CONTINUE
      DO 40 K = 1, 3
        TOTAL(K) = TOTAL(K)/(DBLE(N)*DBLE(M))
   40 CONTINUE
      IF (HMIN) 50, 50, 60
   50 RETURN 1
   60 RETURN
      END
