# A thin front for Meson and ninja. Every target first sees to it that the packages it needs are installed.
#
#   make                     build, in ./build: the commands are in build/src/cmd
#   make demo                build, measure a bundled example, show the result, and end in the page
#   make quick               the tests to run while you work: one build, less than two minutes
#   make check               all tests, in several builds; the last line says: N passed, N failed
#   make check-foreign       the whole of GCC's C and Fortran torture tests and more, instrumented; its OpenMP tests
#                            and MPICH's, measured
#   make bench               what probes and loops cost, as ratios
#   make coverage            tests with coverage: a summary, and pages in build-coverage/pages
#   make screenshots         pictures of every view of the page, light and dark, in build/screenshots
#   make install PREFIX=…    DESTDIR is heeded, too
#   make clean
#
# On a system without apt, or to look after packages yourself: make SETUP=: …

PREFIX ?= /usr/local
SETUP ?= scripts/setup

.PHONY: all demo quick check check-foreign bench coverage screenshots install clean
.NOTPARALLEL:

all:
	@$(SETUP) build
	@SETUP="$(SETUP)" scripts/page
	@scripts/configure
	@ninja -C build

demo:
	@$(SETUP) build
	@SETUP="$(SETUP)" scripts/page
	@scripts/configure
	@ninja -C build tools
	@build/src/cmd/triptych demo

check:
	@$(SETUP) build check
	@SETUP="$(SETUP)" scripts/page
	@scripts/check

quick:
	@$(SETUP) build check
	@SETUP="$(SETUP)" scripts/page
	@scripts/check quick

check-foreign: all
	@$(SETUP) foreign
	@python3 tests/foreign/torture.py build/src/cmd/triptych tests/foreign/cache --all
	@python3 tests/foreign/fortran.py build/src/cmd/triptych tests/foreign/cache
	@python3 tests/foreign/fortran.py build/src/cmd/triptych tests/foreign/cache --dg --levels -O2
	@python3 tests/foreign/openmp.py build/src/cmd/triptych tests/foreign/cache
	@python3 tests/foreign/mpich.py build/src/cmd/triptych tests/foreign/cache --fortran
	@DRILLS=0 TRIPTYCH=build/src/cmd/triptych PYTHONPATH=tests/lib python3 tests/program/test_damage.py
	@DRILLS=90 TRIPTYCH=build/src/cmd/triptych PYTHONPATH=tests/lib python3 tests/program/test_kill.py
	@LIGHT_SEEDS=0,200 TRIPTYCH=build/src/cmd/triptych PYTHONPATH=tests/lib python3 tests/instrument/test_light.py
	@LOOPS_SEEDS=1-200 TRIPTYCH=build/src/cmd/triptych PYTHONPATH=tests/lib python3 tests/loops/test_iterations.py

bench: all
	@$(SETUP) bench
	@scripts/bench

screenshots: all
	@$(SETUP) check
	@TRIPTYCH=build/src/cmd/triptych node tests/web/screenshots.mjs build/screenshots

coverage:
	@$(SETUP) build check coverage
	@scripts/coverage

install: all
	@meson configure build --prefix "$(abspath $(PREFIX))"
	@ninja -C build
	@meson install -C build --no-rebuild

clean:
	rm -rf build build-clang build-asan build-tsan build-coverage
