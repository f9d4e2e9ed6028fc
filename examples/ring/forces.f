      SUBROUTINE FORCES(NV, IHOME)
C     ADDS THE FORCES OF NV GUESTS. IHOME = 1: THEY ARE COPIES OF THIS
C     RANK'S OWN, AND NOTHING REPELS ITSELF.
      INCLUDE 'ring.inc'
      INTEGER NV, IHOME, I, J
      DOUBLE PRECISION DX, DY, R2, Q
C
      DO 20 I = 1, NMINE
         DO 10 J = 1, NV
            DX = X(1,I) - V(1,J)
            DY = X(2,I) - V(2,J)
            R2 = DX*DX + DY*DY
            IF (IHOME .EQ. 1 .AND. I .EQ. J) R2 = 1
            Q = 1 / (R2 * SQRT(R2))
            F(1,I) = F(1,I) + Q * DX
            F(2,I) = F(2,I) + Q * DY
   10    CONTINUE
   20 CONTINUE
      RETURN
      END
