"""The lit suite. Features: `sim` always; `cuda` where a GPU driver answers."""
import ctypes
import os
import shutil

import lit.formats

config.name = "kopt"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["CMakeLists.txt", "Inputs", "unit", "fake-driver"]
config.test_source_root = os.path.join(config.kopt_source, "test")
config.test_exec_root = os.path.join(config.kopt_build, "test")

path = [os.path.join(config.kopt_build, "bin"), config.llvm_tools]
config.environment["PATH"] = os.pathsep.join(path + [os.environ.get("PATH", "")])
config.environment["KOPT_SKILLS"] = os.path.join(config.kopt_source, "skills")
config.substitutions.append(("%skills", os.path.join(config.kopt_source, "skills")))
config.substitutions.append(("%{PATH}", config.environment["PATH"]))
# An input that has to be refused: test/Inputs/refuses.py says how.
refuses = os.path.join(config.kopt_source, "test", "Inputs", "refuses.py")
config.substitutions.append(("%refuses", "python3 -IS " + refuses))
# A command whose exit status matters: `%exits STATUS COMMAND`.
exits = os.path.join(config.kopt_source, "test", "Inputs", "exits.py")
config.substitutions.append(("%exits", "python3 -IS " + exits))
config.substitutions.append(("%kopt_src", config.kopt_source))
config.substitutions.append(("%kopt_build", config.kopt_build))
# Host programs in stock mlir-runner, on the driver for tests.
llvm_lib = os.path.join(os.path.dirname(config.llvm_tools), "lib")
libraries = [os.path.join(config.kopt_build, "lib", "libkopt_runtime.so")]
libraries += [os.path.join(llvm_lib, f"libmlir_{n}.so") for n in ("c_runner_utils", "runner_utils")]
runner = "mlir-runner -e main --entry-point-result=void --shared-libs=" + ",".join(libraries)
config.substitutions.append(("%mlir_run", runner))
link = "-L{0} -Wl,-rpath,{0} -lkopt_runtime -lm".format(os.path.join(config.kopt_build, "lib"))
config.substitutions.append(("%link_runtime", link))
fake_driver = os.path.join(config.kopt_build, "test", "fake-driver")
found = os.pathsep.join([fake_driver, os.environ.get("LD_LIBRARY_PATH", "")]).rstrip(os.pathsep)
config.substitutions.append(("%fake_driver", "LD_LIBRARY_PATH=" + found))
# The same with the simulated GPU behind it, for images of chip `sim`.
config.substitutions.append(("%sim_driver", "LD_LIBRARY_PATH=" + found.replace(fake_driver, os.path.join(fake_driver, "sim"), 1)))
if all(shutil.which(t, path=config.environment["PATH"]) for t in ("clang", "mlir-translate")):
    config.available_features.add("host-compiler")

if shutil.which("iree-compile", path=config.environment["PATH"]):
    config.available_features.add("iree")  # its compiler, of PyPI

if shutil.which("kopt-lsp-server", path=config.environment["PATH"]):
    config.available_features.add("lsp")  # built where LLVM has the library

if os.path.exists(os.path.join(config.kopt_build, "bin", "fuzz", "fuzz-cards")):
    config.available_features.add("libfuzzer")  # KOPT_FUZZERS

config.available_features.add("sim")
if "device" not in lit_config.params:
    config.available_features.add("sim-reports")  # counters, races: what only it can say
try:
    ctypes.CDLL("libcuda.so.1")
    config.available_features.add("cuda")
except OSError:
    pass

# `--param device=cuda:0` runs on a GPU what tests ask of the simulated device.
device = lit_config.params.get("device")
if device:
    config.substitutions.append(("--device=sim", "--device=" + device))
    config.substitutions.append((r"--workers=\"kopt-sim-worker[^\"]*\"", ""))
