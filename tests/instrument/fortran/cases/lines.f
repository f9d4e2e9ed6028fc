C     Columns, tabs, labels and lines that go on, in fixed form.
      PROGRAM LINES                     != R 1
      INTEGER N, M, LONGER, VERYLONG                                    00000020
      COMMON /C/ N,                                                     00000030
     +           M                                                      00000040
      INTEGER MAX, INT, IAND, IF, DO, END                               00000050
      MAX = 3; INT = 4; IAND = 5; IF = 6; DO = 7; END = 8               00000060
      N = 0; DO 10 I = 1, MAX; N = N + I  != L 1 3 3 3 D
   10 CONTINUE
      DO 2                              != L 1 4 4 4 D
     +0 I = 1,
C     a comment inside
     1      INT
      WRITE (*, '(A)') 'it''s; a DO 10                                   != IO 4 6
     &I = 1, 10'
   20 N = N + 1
      VERYLONG = 1
      M = 0
      DO 30 LONGER =                    != L 1 5 5 5 D
     & (VERYLONG + 2*IAND - 11) + (VERYLONG - VERYLONG + 1),            00000080
     & (VERYLONG + 2*IAND) - (VERYLONG + 2*IAND) + IAND,                00000090
     & VERYLONG
   30 M = M + 1
      DO 40 I = 1, 2                    != L 1 1 1 1 U
      IF (N.GT.0.AND.M.GT.0.AND.N.GT.0.AND.M.GT.0.AND.I.EQ.1)           00000100
     &GOTO 50
      IF(N.GT.0.AND.M.GT.0.AND.N.GT.0.AND.M.GT.0.AND.I.GT.1)      RETURN
   40 CONTINUE
   50 CONTINUE
	IF (N.GT.0) WRITE(*,*) N        != IO 1 6
	DO 60 I = 1, 2                  != L 1 2 2 2 D
	   IF (I.EQ.2) PRINT *, I,      != IO 1 6
	1	N
   60	CONTINUE
      CALL SUB(N, *70, *80)
      PRINT *, 'NEVER'                  != IO 0
   70 PRINT *, 'NEVER'                  != IO 0
   80 IF (N.GT.0) PRINT *, END, DO, IF  != IO 1 6
      GOTO 90
   90 END
      SUBROUTINE SUB(N, *, *)           != R 1
      DO 10 I = 1, 3                    != L 1 2 2 2 U
        READ (99, *, ERR=20, END=20) N  != IO 2 99
        GOTO 10
   20   IF (I.EQ.2) RETURN 2
   10 CONTINUE
      END
