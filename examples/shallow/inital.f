C     INITAL.F: THE SEA AT THE START: A JET THAT MEANDERS, IN GEOSTROPHIC
C     BALANCE.
C
C     PSI IS THE STREAM FUNCTION, IN METRES OF DEPTH: U = -G/F DPSI/DY,
C     V = G/F DPSI/DX, H = DEPTH + PSI.  AMP IS SUCH THAT THE JET HAS ABOUT
C     20 M/S, WHATEVER THE SIZE OF THE SEA.
C
      SUBROUTINE INITAL
      INCLUDE 'shallow.inc'
      DOUBLE PRECISION TWOPI, WX, WY, X, Y, R, AMP
      INTEGER I, J
      DOUBLE PRECISION PSI
      PSI(X,Y) = AMP*(SIN(Y)*(1.0D0 + 0.3D0*COS(X))
     1              + 0.15D0*COS(2.0D0*X + Y))
C
      TWOPI = 8.0D0*ATAN(1.0D0)
      WX = TWOPI/N
      WY = TWOPI/M
      R = GRAV/FCOR
      AMP = 20.0D0*M*DY/(R*TWOPI)
      DO 10 J = 1, M
      DO 10 I = 1, N
        H(I,J) = DEPTH + PSI(WX*(I - 0.5D0), WY*(J - 0.5D0))
        U(I,J) = -R/DY*(PSI(WX*(I - 1), WY*J)
     1                - PSI(WX*(I - 1), WY*(J - 1)))
   10   V(I,J) = R/DX*(PSI(WX*I, WY*(J - 1))
     1               - PSI(WX*(I - 1), WY*(J - 1)))
      CALL PERIOD (H)
      CALL PERIOD (U)
      CALL PERIOD (V)
      DO 30 J = 1, M
        DO 20 I = 1, N
          HOLD(I,J) = H(I,J)
          UOLD(I,J) = U(I,J)
          VOLD(I,J) = V(I,J)
   20   CONTINUE
   30 CONTINUE
      END
