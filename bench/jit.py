"""PTX to the machine's own code, many programs at once: one process a core, each with a context of its own. A thread would not
do, as the driver compiles one program a context at a time."""
import ctypes
import multiprocessing
import os
import time

PTX = 1  # CU_JIT_INPUT_PTX
cuda = None


def call(name, *args):
    code = getattr(cuda, name)(*args)
    if code:
        raise RuntimeError(f"{name}: error {code}")


def start():
    """A context for this process."""
    global cuda
    cuda = ctypes.CDLL("libcuda.so.1")
    call("cuInit", 0)
    device, context = ctypes.c_int(), ctypes.c_void_p()
    call("cuDeviceGet", ctypes.byref(device), 0)
    call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
    call("cuCtxSetCurrent", context)


def prepare():
    try:
        start()
    except (RuntimeError, OSError):
        pass  # it is told at each program; a pool would start another worker for ever


def compile_one(path):
    """(path, None or what went wrong); the code goes beside the PTX, as .cubin."""
    try:
        ptx = path.read_bytes() + b"\0"
        state, code, size = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_size_t()
        call("cuLinkCreate_v2", 0, None, None, ctypes.byref(state))
        try:
            call("cuLinkAddData_v2", state, PTX, ptx, ctypes.c_size_t(len(ptx)), b"", 0, None, None)
            call("cuLinkComplete", state, ctypes.byref(code), ctypes.byref(size))
            path.with_suffix(".cubin").write_bytes(ctypes.string_at(code, size.value))
        finally:
            call("cuLinkDestroy", state)
        return path, None
    except (RuntimeError, OSError, AttributeError) as error:  # the last: no library
        return path, str(error)


def compile_all(paths, seconds):
    """Compiles what it can in that time; returns {path: what went wrong}. The caller has no context yet."""
    errors = {path: "not compiled in time" for path in paths}
    end = time.monotonic() + seconds
    with multiprocessing.get_context("fork").Pool(os.cpu_count(), prepare) as pool:
        done = pool.imap_unordered(compile_one, paths)
        try:
            for _ in paths:
                path, error = done.next(max(0.1, end - time.monotonic()))
                if error:
                    errors[path] = error
                else:
                    del errors[path]
        except multiprocessing.TimeoutError:
            pass
        pool.terminate()
    return errors
