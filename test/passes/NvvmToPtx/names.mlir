// LLVM ends the process over some names and writes others that PTX lacks: both are
// errors before.
// RUN: kopt-opt %s --split-input-file --kopt-nvvm-to-ptx --verify-diagnostics -o /dev/null
// expected-error @below {{expected a name of letters, digits, _ and $ for PTX, but got 'a b'}}
gpu.module @kernels {
  llvm.func @"a b"() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// -----

// expected-error @below {{but got 'a.b'}}
gpu.module @kernels {
  llvm.func @a.b() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// -----

// expected-error @below {{but got '1'}}
gpu.module @kernels {
  llvm.func @"1"() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// -----

gpu.module @kernels {
  llvm.func @"$a_1"() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
