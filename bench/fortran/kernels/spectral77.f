C     SPECTRAL77: THE OPERATOR OF A SPECTRAL-ELEMENT METHOD, APPLIED TO ALL
C     ELEMENTS AGAIN AND AGAIN. THE NUMBER OF POINTS IN EACH DIRECTION OF AN
C     ELEMENT IS READ WHEN THE PROGRAM RUNS: USUALLY 5. FORTRAN 77.
      PROGRAM SPEC77
      INTEGER LX, LELT
      PARAMETER (LX = 8, LELT = 100)
      DOUBLE PRECISION U(LX**3,LELT), W(LX**3,LELT), G(6,LX**3,LELT)
      DOUBLE PRECISION D(LX**2), DT(LX**2), TOTAL, GLSC
      INTEGER I, IE, N, NREP, IREP
      CHARACTER*12 WORD
      N = 5
      NREP = 60
      CALL GETARG(1, WORD)
      IF (WORD .NE. ' ') READ (WORD, *) NREP
      CALL GETARG(2, WORD)
      IF (WORD .NE. ' ') READ (WORD, *) N
      CALL SETUP(U, G, D, DT, N, LX**3, LELT)
      DO 30 IREP = 1, NREP
         CALL AX(W, U, G, D, DT, N, LX**3, LELT)
         DO 20 IE = 1, LELT
            DO 10 I = 1, N**3
               U(I,IE) = U(I,IE) - 0.001D0*W(I,IE)
   10       CONTINUE
   20    CONTINUE
   30 CONTINUE
      TOTAL = GLSC(U, W, N**3, LX**3, LELT)
      WRITE (*, '(A, E20.12)') 'SPECTRAL77 ', TOTAL
      END

      SUBROUTINE SETUP(U, G, D, DT, N, LXYZ, NELT)
      INTEGER N, LXYZ, NELT, I, J, K, IE
      DOUBLE PRECISION U(LXYZ,NELT), G(6,LXYZ,NELT), D(N,N), DT(N,N)
      DO 10 J = 1, N
      DO 10 I = 1, N
         D(I,J) = DBLE(I - J)/DBLE(N*(I + J))
   10 DT(J,I) = D(I,J)
      DO 40 IE = 1, NELT
         DO 30 I = 1, N**3
            U(I,IE) = 1.0D0/DBLE(I + IE)
            DO 20 K = 1, 6
   20       G(K,I,IE) = 0.1D0*DBLE(K)/DBLE(I + K)
   30    CONTINUE
   40 CONTINUE
      END

      SUBROUTINE AX(W, U, G, D, DT, N, LXYZ, NELT)
      INTEGER N, LXYZ, NELT, IE
      DOUBLE PRECISION W(LXYZ,NELT), U(LXYZ,NELT), G(6,LXYZ,NELT)
      DOUBLE PRECISION D(N,N), DT(N,N)
      DO 10 IE = 1, NELT
         CALL AXE(W(1,IE), U(1,IE), G(1,1,IE), D, DT, N)
   10 CONTINUE
      END

      SUBROUTINE AXE(W, U, G, D, DT, N)
      INTEGER N, NXYZ, I
      DOUBLE PRECISION W(*), U(*), G(6,*), D(N,N), DT(N,N)
      DOUBLE PRECISION UR(512), US(512), UT(512), WR, WS, WT
      NXYZ = N**3
      CALL GRAD3(UR, US, UT, U, N, D, DT)
      DO 10 I = 1, NXYZ
         WR = G(1,I)*UR(I) + G(2,I)*US(I) + G(3,I)*UT(I)
         WS = G(2,I)*UR(I) + G(4,I)*US(I) + G(5,I)*UT(I)
         WT = G(3,I)*UR(I) + G(5,I)*US(I) + G(6,I)*UT(I)
         UR(I) = WR
         US(I) = WS
         UT(I) = WT
   10 CONTINUE
      CALL GRADT(W, UR, US, UT, N, D, DT)
      END

      SUBROUTINE GRAD3(UR, US, UT, U, N, D, DT)
      INTEGER N, K
      DOUBLE PRECISION UR(N,N,N), US(N,N,N), UT(N,N,N), U(N,N,N)
      DOUBLE PRECISION D(N,N), DT(N,N)
      CALL MXM(D, N, U, N, UR, N*N)
      DO 10 K = 1, N
         CALL MXM(U(1,1,K), N, DT, N, US(1,1,K), N)
   10 CONTINUE
      CALL MXM(U, N*N, DT, N, UT, N)
      END

      SUBROUTINE GRADT(U, UR, US, UT, N, D, DT)
      INTEGER N, K, I
      DOUBLE PRECISION U(N*N*N), UR(N,N,N), US(N,N,N), UT(N,N,N)
      DOUBLE PRECISION D(N,N), DT(N,N), W(512)
      CALL MXM(DT, N, UR, N, U, N*N)
      DO 10 K = 1, N
         CALL MXM(US(1,1,K), N, D, N, W((K-1)*N*N+1), N)
   10 CONTINUE
      DO 20 I = 1, N*N*N
   20 U(I) = U(I) + W(I)
      CALL MXM(UT, N*N, D, N, W, N)
      DO 30 I = 1, N*N*N
   30 U(I) = U(I) + W(I)
      END

C     C = A*B
      SUBROUTINE MXM(A, N1, B, N2, C, N3)
      INTEGER N1, N2, N3, I, J, K
      DOUBLE PRECISION A(N1,N2), B(N2,N3), C(N1,N3)
      DO 30 J = 1, N3
         DO 10 I = 1, N1
            C(I,J) = A(I,1)*B(1,J)
   10    CONTINUE
         DO 30 K = 2, N2
            DO 20 I = 1, N1
               C(I,J) = C(I,J) + A(I,K)*B(K,J)
   20       CONTINUE
   30 CONTINUE
      END

      DOUBLE PRECISION FUNCTION GLSC(A, B, N, LXYZ, NELT)
      INTEGER N, LXYZ, NELT, I, IE
      DOUBLE PRECISION A(LXYZ,NELT), B(LXYZ,NELT)
      GLSC = 0.0D0
      DO 10 IE = 1, NELT
      DO 10 I = 1, N
   10 GLSC = GLSC + A(I,IE)*B(I,IE)
      END
