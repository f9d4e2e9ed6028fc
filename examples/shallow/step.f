C     STEP.F: ONE STEP OF THE SHALLOW-WATER EQUATIONS IN VECTOR-INVARIANT
C     FORM, WITH THE SCHEME OF SADOURNY (J. ATMOS. SCI. 32, 1975) THAT
C     CONSERVES POTENTIAL ENSTROPHY; LEAPFROG IN TIME.
C
C     FLUXES OF MASS, POTENTIAL VORTICITY, BERNOULLI FUNCTION.
C
      SUBROUTINE FLUXES
      INCLUDE 'shallow.inc'
      DOUBLE PRECISION RDX, RDY
      INTEGER I, J
      RDX = 1.0D0/DX
      RDY = 1.0D0/DY
      DO 10 J = 1, M
      DO 10 I = 1, N
        FU(I,J) = 0.5D0*(H(I,J) + H(I-1,J))*U(I,J)
        FV(I,J) = 0.5D0*(H(I,J) + H(I,J-1))*V(I,J)
        Q(I,J) = (FCOR + (V(I,J) - V(I-1,J))*RDX
     1                 - (U(I,J) - U(I,J-1))*RDY)
     2         / (0.25D0*(H(I,J) + H(I-1,J) + H(I,J-1) + H(I-1,J-1)))
        B(I,J) = GRAV*H(I,J) + 0.25D0*(U(I,J)**2 + U(I+1,J)**2
     1                               + V(I,J)**2 + V(I,J+1)**2)
   10 CONTINUE
      CALL PERIOD (FU)
      CALL PERIOD (FV)
      CALL PERIOD (Q)
      CALL PERIOD (B)
      END
C
C     THE FIELDS AHEAD, FROM THOSE ONE STEP AGO AND THE FLUXES OF NOW.
C     TSTEP: THE TIME BETWEEN THEM.
C
      SUBROUTINE TENDCY (TSTEP)
      INCLUDE 'shallow.inc'
      DOUBLE PRECISION TSTEP, TX, TY, T8
      INTEGER I, J
      TX = TSTEP/DX
      TY = TSTEP/DY
      T8 = TSTEP/8.0D0
      DO 20 J = 1, M
        DO 10 I = 1, N
          UNEW(I,J) = UOLD(I,J) + T8*(Q(I,J) + Q(I,J+1))
     1              * (FV(I,J) + FV(I-1,J) + FV(I,J+1) + FV(I-1,J+1))
     2              - TX*(B(I,J) - B(I-1,J))
          VNEW(I,J) = VOLD(I,J) - T8*(Q(I,J) + Q(I+1,J))
     1              * (FU(I,J) + FU(I+1,J) + FU(I,J-1) + FU(I+1,J-1))
     2              - TY*(B(I,J) - B(I,J-1))
          HNEW(I,J) = HOLD(I,J) - TX*(FU(I+1,J) - FU(I,J))
     1                          - TY*(FV(I,J+1) - FV(I,J))
   10   CONTINUE
   20 CONTINUE
      END
C
C     ONE STEP ON: WHAT WAS AHEAD IS NOW.  THE TIME FILTER OF ROBERT AND
C     ASSELIN KEEPS ODD AND EVEN STEPS TOGETHER.  AFTER THE FIRST STEP,
C     WHICH IS NO LEAP, THERE IS NOTHING TO FILTER: ENTRY SMOTH0.
C
      SUBROUTINE SMOOTH
      INCLUDE 'shallow.inc'
      DOUBLE PRECISION W
      INTEGER I, J
      W = EPS
      GO TO 5
      ENTRY SMOTH0
      W = 0.0D0
    5 DO 10 J = 1, M
      DO 10 I = 1, N
        HOLD(I,J) = H(I,J) + W*(HNEW(I,J) - 2.0D0*H(I,J) + HOLD(I,J))
        UOLD(I,J) = U(I,J) + W*(UNEW(I,J) - 2.0D0*U(I,J) + UOLD(I,J))
        VOLD(I,J) = V(I,J) + W*(VNEW(I,J) - 2.0D0*V(I,J) + VOLD(I,J))
        H(I,J) = HNEW(I,J)
        U(I,J) = UNEW(I,J)
   10   V(I,J) = VNEW(I,J)
      CALL PERIOD (H)
      CALL PERIOD (U)
      CALL PERIOD (V)
      END
