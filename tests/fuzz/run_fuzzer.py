"""Runs the fuzzer a fixed number of times, from a fixed seed, on a copy of the kept inputs."""
import os
import shutil
import subprocess
import sys

import program
import tap

SLOW = {"fuzz_binary": 2500}  # they do more each time

fuzzer, corpus = (os.path.abspath(path) for path in sys.argv[1:3])
RUNS = SLOW.get(os.path.basename(fuzzer), 20000)
here = program.folder()
shutil.copytree(corpus, here / "corpus")
environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0", TRIPTYCH_CACHE="")
ended = subprocess.run([fuzzer, f"-runs={RUNS}", "-seed=1", "-max_len=32768", "-timeout=25", "-print_final_stats=1",
                        f"-artifact_prefix={here}/", "corpus"],
                       cwd=here.path, capture_output=True, text=True, errors="replace", env=environment)
found = [f"{name}: {(here / name).read_bytes().hex()}" for name in os.listdir(here.path) if name != "corpus"]
said = [line for line in ended.stderr.splitlines() if not line.startswith("#")]  # without its progress
tap.check(ended.returncode == 0, f"{RUNS} runs find nothing", "\n".join([f"ended with {ended.returncode}", *found, *said[-40:]]))
tap.done()
