! nodes.f90: the Fortran calls of NX, counted by hand in test_nx.py.
program nodes
    implicit none
    integer, external :: mynode, numnodes, isend, irecv, infocount, infonode
    integer :: me, right, data(16), got(16), sent, id
    double precision :: x(3), work(3)
    me = mynode()
    right = mod(me + 1, numnodes())
    data = me
    call csend(7, data, 24, right, 0)
    call crecv(7, got, 64)
    if (infocount() /= 24 .or. infonode() /= got(1)) print *, "wrong"
    id = irecv(8, got, 64)
    sent = isend(8, data, 36, right, 0)
    call msgwait(id)
    call msgwait(sent)
    call gsync()
    if (me == 1) call csend(9, data, 4, -1, 0)
    if (me /= 1) call crecv(-1, got, 64)
    x = 1.5d0
    call gdsum(x, 3, work)
    if (me == 0) print "(F4.1)", x(1)
end program
