C     SWEEP77: GAUSS-SEIDEL SWEEPS WITH THE FIVE-POINT STENCIL, IN NATURAL
C     AND IN RED-BLACK ORDER, ON MANY SMALL GRIDS. FORTRAN 77.
      PROGRAM SWEEP77
      INTEGER N, NGRIDS
      PARAMETER (N = 20, NGRIDS = 50)
      DOUBLE PRECISION U(0:N+1,0:N+1,NGRIDS), F(N,N,NGRIDS), R, RESID
      INTEGER I, J, K, IT, NITS
      CHARACTER*12 WORD
      NITS = 100
      CALL GETARG(1, WORD)
      IF (WORD .NE. ' ') READ (WORD, *) NITS
      DO 10 K = 1, NGRIDS
      DO 10 J = 0, N+1
      DO 10 I = 0, N+1
         U(I,J,K) = 0.0D0
         IF (I .GE. 1 .AND. I .LE. N .AND. J .GE. 1 .AND. J .LE. N)
     &      F(I,J,K) = DBLE(MOD(I*J*K, 7))
   10 CONTINUE
      DO 30 IT = 1, NITS
         DO 20 K = 1, NGRIDS
            CALL GSEIDL(U(0,0,K), F(1,1,K), N)
            CALL REDBLK(U(0,0,K), F(1,1,K), N)
   20    CONTINUE
   30 CONTINUE
      R = 0.0D0
      DO 40 K = 1, NGRIDS
   40 R = MAX(R, RESID(U(0,0,K), F(1,1,K), N))
      WRITE (*, '(A, E20.12)') 'SWEEP77 ', R
      END

      SUBROUTINE GSEIDL(U, F, N)
      INTEGER N, I, J
      DOUBLE PRECISION U(0:N+1,0:N+1), F(N,N)
      DO 20 J = 1, N
         DO 10 I = 1, N
            U(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1)
     &                       + F(I,J))
   10    CONTINUE
   20 CONTINUE
      END

      SUBROUTINE REDBLK(U, F, N)
      INTEGER N, I, J, ICOLOR
      DOUBLE PRECISION U(0:N+1,0:N+1), F(N,N)
      DO 10 ICOLOR = 0, 1
      DO 10 J = 1, N
      DO 10 I = 1 + MOD(J + ICOLOR, 2), N, 2
         U(I,J) = 0.25D0*(U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1)
     &                    + F(I,J))
   10 CONTINUE
      END

      DOUBLE PRECISION FUNCTION RESID(U, F, N)
      INTEGER N, I, J
      DOUBLE PRECISION U(0:N+1,0:N+1), F(N,N), R
      RESID = 0.0D0
      DO 20 J = 1, N
         DO 10 I = 1, N
            R = U(I-1,J) + U(I+1,J) + U(I,J-1) + U(I,J+1) + F(I,J)
     &          - 4.0D0*U(I,J)
            IF (ABS(R) .GT. RESID) RESID = ABS(R)
   10    CONTINUE
   20 CONTINUE
      END
