C     BLOCK77: LINES OF A BLOCK-TRIDIAGONAL SYSTEM OF 5 BY 5 BLOCKS, SOLVED
C     BY THE THOMAS ALGORITHM, AS IMPLICIT FLOW SOLVERS DO IT IN EACH
C     DIRECTION. FORTRAN 77; THE 5 BY 5 OPERATIONS ARE IN BLOCKS77.F.
      PROGRAM BLOCK77
      INTEGER NX, NLINES
      PARAMETER (NX = 64, NLINES = 40)
      DOUBLE PRECISION U(5,0:NX,NLINES), RHS(5,0:NX,NLINES)
      DOUBLE PRECISION TOTAL
      INTEGER I, J, M, STEP, NSTEPS
      CHARACTER*12 WORD
      NSTEPS = 20
      CALL GETARG(1, WORD)
      IF (WORD .NE. ' ') READ (WORD, *) NSTEPS
      DO 30 J = 1, NLINES
         DO 20 I = 0, NX
            DO 10 M = 1, 5
               U(M,I,J) = 1.0D0 + 0.01D0*DBLE(M*MOD(I*7 + J*3, 11))
               RHS(M,I,J) = 0.0D0
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      DO 40 STEP = 1, NSTEPS
         CALL CRHS(U, RHS, NX, NLINES)
         CALL XSOLVE(U, RHS, NX, NLINES)
         CALL ADD(U, RHS, NX, NLINES)
   40 CONTINUE
      TOTAL = 0.0D0
      DO 50 J = 1, NLINES
      DO 50 I = 0, NX
      DO 50 M = 1, 5
         TOTAL = TOTAL + U(M,I,J)
   50 CONTINUE
      WRITE (*, '(A, F16.9)') 'BLOCK77 ', TOTAL
      END

C     DIFFERENCES OF SECOND AND FOURTH ORDER ALONG EACH LINE.
      SUBROUTINE CRHS(U, RHS, NX, NLINES)
      INTEGER NX, NLINES, I, J, M
      DOUBLE PRECISION U(5,0:NX,NLINES), RHS(5,0:NX,NLINES), DT, DSSP
      PARAMETER (DT = 0.01D0, DSSP = 0.05D0)
      DO 40 J = 1, NLINES
         DO 20 I = 1, NX-1
            DO 10 M = 1, 5
               RHS(M,I,J) = DT*(U(M,I+1,J) - 2.0D0*U(M,I,J)
     &            + U(M,I-1,J))
   10       CONTINUE
   20    CONTINUE
         DO 40 I = 3, NX-3
            DO 40 M = 1, 5
               RHS(M,I,J) = RHS(M,I,J) - DSSP*DT*(U(M,I-2,J)
     &            - 4.0D0*U(M,I-1,J) + 6.0D0*U(M,I,J)
     &            - 4.0D0*U(M,I+1,J) + U(M,I+2,J))
   40 CONTINUE
      RETURN
      END

C     THE JACOBIANS OF ALL CELLS OF A LINE, THEN ELIMINATION AND BACK
C     SUBSTITUTION.
      SUBROUTINE XSOLVE(U, RHS, NX, NLINES)
      INTEGER NX, NLINES, I, J, M, N
      INTEGER AA, BB, CC, MAXX
      PARAMETER (AA = 1, BB = 2, CC = 3, MAXX = 128)
      DOUBLE PRECISION U(5,0:NX,NLINES), RHS(5,0:NX,NLINES)
      DOUBLE PRECISION LHS(5,5,3,0:MAXX), FJAC(5,5,0:MAXX)
      DOUBLE PRECISION NJAC(5,5,0:MAXX), T1, T2, RHO
      T1 = 0.02D0
      T2 = 0.03D0
      DO 90 J = 1, NLINES
         DO 30 I = 0, NX
            RHO = 1.0D0/U(1,I,J)
            DO 20 N = 1, 5
               DO 10 M = 1, 5
                  FJAC(M,N,I) = U(M,I,J)*U(N,I,J)*RHO
                  NJAC(M,N,I) = 0.1D0*U(M,I,J)*RHO
   10          CONTINUE
               NJAC(N,N,I) = NJAC(N,N,I) + U(N,I,J)
   20       CONTINUE
   30    CONTINUE
         DO 50 I = 1, NX-1
            DO 50 N = 1, 5
               DO 40 M = 1, 5
                  LHS(M,N,AA,I) = -T2*FJAC(M,N,I-1) - T1*NJAC(M,N,I-1)
                  LHS(M,N,BB,I) = 2.0D0*T1*NJAC(M,N,I)
                  LHS(M,N,CC,I) = T2*FJAC(M,N,I+1) - T1*NJAC(M,N,I+1)
   40          CONTINUE
               LHS(N,N,BB,I) = LHS(N,N,BB,I) + 1.0D0
   50    CONTINUE
         CALL LHSEND(LHS(1,1,1,0))
         CALL LHSEND(LHS(1,1,1,NX))
         CALL BINVC(LHS(1,1,BB,0), LHS(1,1,CC,0), RHS(1,0,J))
         DO 60 I = 1, NX-1
            CALL MVSUB(LHS(1,1,AA,I), RHS(1,I-1,J), RHS(1,I,J))
            CALL MMSUB(LHS(1,1,AA,I), LHS(1,1,CC,I-1), LHS(1,1,BB,I))
            CALL BINVC(LHS(1,1,BB,I), LHS(1,1,CC,I), RHS(1,I,J))
   60    CONTINUE
         CALL MVSUB(LHS(1,1,AA,NX), RHS(1,NX-1,J), RHS(1,NX,J))
         CALL MMSUB(LHS(1,1,AA,NX), LHS(1,1,CC,NX-1), LHS(1,1,BB,NX))
         CALL BINV(LHS(1,1,BB,NX), RHS(1,NX,J))
         DO 80 I = NX-1, 0, -1
            DO 80 M = 1, 5
               DO 70 N = 1, 5
                  RHS(M,I,J) = RHS(M,I,J) - LHS(M,N,CC,I)*RHS(N,I+1,J)
   70          CONTINUE
   80    CONTINUE
   90 CONTINUE
      RETURN
      END

      SUBROUTINE LHSEND(LHS)
      INTEGER K, M, N
      DOUBLE PRECISION LHS(5,5,3)
      DO 10 K = 1, 3
      DO 10 N = 1, 5
      DO 10 M = 1, 5
   10 LHS(M,N,K) = 0.0D0
      DO 20 M = 1, 5
   20 LHS(M,M,2) = 1.0D0
      RETURN
      END

      SUBROUTINE ADD(U, RHS, NX, NLINES)
      INTEGER NX, NLINES, I, J, M
      DOUBLE PRECISION U(5,0:NX,NLINES), RHS(5,0:NX,NLINES)
      DO 10 J = 1, NLINES
      DO 10 I = 1, NX-1
      DO 10 M = 1, 5
         U(M,I,J) = U(M,I,J) + RHS(M,I,J)
   10 CONTINUE
      RETURN
      END
