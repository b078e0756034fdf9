//===- Confine.cpp - What the worker may ask of the system ----------------===//
//
// A list of what is denied, not of what is allowed: the simulated machine maps
// memory in many ways, and the C library's needs vary between versions. Calls
// whose arguments cannot be inspected (clone3, openat2) look unimplemented, so
// that the C library takes the older ones.
//
//===----------------------------------------------------------------------===//

#include "Confine.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/resource.h>
#include <unistd.h>

namespace kopt {

static Status failed(const char *what, int error) {
  return Status::failure("confinement",
                         std::string(what) + ": " + std::strerror(error));
}

/// No core dumps, few files, and address space for the shadows of large
/// buffers but not without end.
static Status limitResources() {
  const struct {
    int resource;
    rlim_t most;
  } limits[] = {
      {RLIMIT_CORE, 0}, {RLIMIT_NOFILE, 64}, {RLIMIT_AS, rlim_t(256) << 30}};
  for (const auto &limit : limits) {
    struct rlimit now;
    if (getrlimit(__rlimit_resource_t(limit.resource), &now))
      return failed("getrlimit", errno);
    rlim_t most = limit.most < now.rlim_max ? limit.most : now.rlim_max;
    struct rlimit wanted = {most, most};
    if (setrlimit(__rlimit_resource_t(limit.resource), &wanted))
      return failed("setrlimit", errno);
  }
  return Status::success();
}

/// Denied whatever the arguments.
static const int kDenied[] = {
    // Programs and processes.
    SCMP_SYS(execve), SCMP_SYS(execveat), SCMP_SYS(fork), SCMP_SYS(vfork),
    SCMP_SYS(kill), SCMP_SYS(tkill), SCMP_SYS(rt_sigqueueinfo),
    SCMP_SYS(rt_tgsigqueueinfo), SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal), SCMP_SYS(setns), SCMP_SYS(unshare),
    SCMP_SYS(prlimit64), SCMP_SYS(kcmp),
    // What outlives a process.
    SCMP_SYS(shmget), SCMP_SYS(msgget), SCMP_SYS(semget), SCMP_SYS(mq_open),
    // The network.
    SCMP_SYS(socket), SCMP_SYS(socketpair), SCMP_SYS(connect), SCMP_SYS(bind),
    SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4),
    // Changes to the file system.
    SCMP_SYS(creat), SCMP_SYS(truncate), SCMP_SYS(unlink), SCMP_SYS(unlinkat),
    SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2), SCMP_SYS(link),
    SCMP_SYS(linkat), SCMP_SYS(symlink), SCMP_SYS(symlinkat), SCMP_SYS(mkdir),
    SCMP_SYS(mkdirat), SCMP_SYS(rmdir), SCMP_SYS(mknod), SCMP_SYS(mknodat),
    SCMP_SYS(chmod), SCMP_SYS(fchmod), SCMP_SYS(fchmodat), SCMP_SYS(chown),
    SCMP_SYS(fchown), SCMP_SYS(lchown), SCMP_SYS(fchownat), SCMP_SYS(mount),
    SCMP_SYS(umount2), SCMP_SYS(chroot), SCMP_SYS(pivot_root),
    SCMP_SYS(setxattr), SCMP_SYS(lsetxattr), SCMP_SYS(fsetxattr),
    SCMP_SYS(removexattr), SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr),
    SCMP_SYS(utime), SCMP_SYS(utimes), SCMP_SYS(futimesat),
    SCMP_SYS(utimensat), SCMP_SYS(open_by_handle_at),
    // The kernel.
    SCMP_SYS(bpf), SCMP_SYS(perf_event_open), SCMP_SYS(io_uring_setup),
    SCMP_SYS(keyctl), SCMP_SYS(add_key), SCMP_SYS(userfaultfd),
    SCMP_SYS(init_module), SCMP_SYS(finit_module), SCMP_SYS(kexec_load)};

/// 0 or a negative error.
static int addRules(scmp_filter_ctx filter) {
  const uint32_t denied = SCMP_ACT_ERRNO(EPERM);
  const uint32_t missing = SCMP_ACT_ERRNO(ENOSYS);
  int error = 0;
  auto add = [&](uint32_t action, int call) {
    if (!error)
      error = seccomp_rule_add(filter, action, call, 0);
  };
  auto addIf = [&](int call, unsigned arg, uint64_t mask, uint64_t value) {
    if (!error)
      error = seccomp_rule_add(filter, denied, call, 1,
                               SCMP_CMP(arg, SCMP_CMP_MASKED_EQ, mask, value));
  };
  for (int call : kDenied)
    add(denied, call);
  add(missing, SCMP_SYS(clone3));
  add(missing, SCMP_SYS(openat2));
  // Signals to its own threads alone, as abort() sends them.
  if (!error)
    error = seccomp_rule_add(filter, denied, SCMP_SYS(tgkill), 1,
                             SCMP_CMP(0, SCMP_CMP_NE, uint64_t(::getpid())));
  // Threads, but no processes.
  addIf(SCMP_SYS(clone), 0, CLONE_THREAD, 0);
  // Files are read only.
  const struct {
    int call;
    unsigned flags;
  } opens[] = {{SCMP_SYS(open), 1}, {SCMP_SYS(openat), 2}};
  for (const auto &open : opens) {
    addIf(open.call, open.flags, O_ACCMODE, O_WRONLY);
    addIf(open.call, open.flags, O_ACCMODE, O_RDWR);
    addIf(open.call, open.flags, O_CREAT, O_CREAT);
    addIf(open.call, open.flags, O_TRUNC, O_TRUNC);
  }
  return error;
}

Status confine() {
  if (Status status = limitResources(); !status.ok())
    return status;
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  if (!filter)
    return failed("seccomp_init", ENOMEM);
  int error = addRules(filter);
  if (!error)
    error = seccomp_load(filter);
  seccomp_release(filter);
  return error ? failed("seccomp", -error) : Status::success();
}

} // namespace kopt
