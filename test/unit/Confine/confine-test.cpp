//===- confine-test.cpp - What a confined worker can still do -------------===//
//
//   confine-test FOLDER
//
// FOLDER holds a file `read`, which may be read, and nothing may change there.
//
//===----------------------------------------------------------------------===//

#include "tools/kopt-sim-worker/Confine.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

static int failures = 0;

static void denied(const char *what, long result) {
  if (result >= 0 || (errno != EPERM && errno != ENOSYS)) {
    std::printf("failed: %s is not denied: %ld, %s\n", what, result,
                std::strerror(errno));
    ++failures;
  }
}
static void allowed(const char *what, bool is) {
  if (!is) {
    std::printf("failed: %s: %s\n", what, std::strerror(errno));
    ++failures;
  }
}

static void tryProcesses(pid_t other) {
  char *const none[] = {nullptr};
  denied("execve", ::execve("/bin/true", none, none));
  denied("fork", ::syscall(SYS_fork));
  denied("vfork", ::syscall(SYS_vfork));
  denied("clone", ::syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0));
  denied("clone3", ::syscall(SYS_clone3, nullptr, 0));
  denied("ptrace", ::ptrace(PTRACE_ATTACH, other, nullptr, nullptr));
  char byte = 0;
  struct iovec here = {&byte, 1}, there = {&byte, 1};
  denied("process_vm_readv", ::process_vm_readv(other, &here, 1, &there, 1, 0));
  denied("process_vm_writev", ::process_vm_writev(other, &here, 1, &there, 1, 0));
  denied("kill", ::kill(other, 0));
  denied("tgkill of another", ::syscall(SYS_tgkill, other, other, 0));
  denied("tkill", ::syscall(SYS_tkill, other, 0));
  denied("pidfd_open", ::syscall(SYS_pidfd_open, other, 0));
}

static void tryFiles(const std::string &folder) {
  std::string file = folder + "/read", fresh = folder + "/new";
  denied("open for writing", ::open(file.c_str(), O_WRONLY));
  denied("open for both", ::open(file.c_str(), O_RDWR));
  denied("open to create", ::open(fresh.c_str(), O_RDONLY | O_CREAT, 0600));
  denied("open to truncate", ::open(file.c_str(), O_RDONLY | O_TRUNC));
  denied("openat2", ::syscall(SYS_openat2, AT_FDCWD, fresh.c_str(), nullptr, 0));
  denied("creat", ::creat(fresh.c_str(), 0600));
  denied("truncate", ::truncate(file.c_str(), 0));
  denied("unlink", ::unlink(file.c_str()));
  denied("rename", ::rename(file.c_str(), fresh.c_str()));
  denied("link", ::link(file.c_str(), fresh.c_str()));
  denied("symlink", ::symlink(file.c_str(), fresh.c_str()));
  denied("mkdir", ::mkdir(fresh.c_str(), 0700));
  denied("chmod", ::chmod(file.c_str(), 0777));
  denied("utimes", ::syscall(SYS_utimes, file.c_str(), nullptr));
  denied("setxattr",
         ::syscall(SYS_setxattr, file.c_str(), "user.k", "v", 1, 0));
}

static void tryOthers() {
  denied("socket", ::socket(AF_INET, SOCK_STREAM, 0));
  denied("a local socket", ::socket(AF_UNIX, SOCK_STREAM, 0));
  int pair[2];
  denied("socketpair", ::socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  denied("shmget", ::shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
  denied("io_uring_setup", ::syscall(SYS_io_uring_setup, 1, nullptr));
  denied("bpf", ::syscall(SYS_bpf, 0, nullptr, 0));
  denied("unshare", ::syscall(SYS_unshare, 0));
}

/// What kernels and their compiler need.
static void useWhatIsLeft(const std::string &folder) {
  int file = ::open((folder + "/read").c_str(), O_RDONLY);
  allowed("reading a file", file >= 0);
  ::close(file);
  void *code = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  allowed("memory that is executed", code != MAP_FAILED);
  bool ran = false;
  std::thread([&] { ran = true; }).join();
  allowed("a thread", ran);
  std::signal(SIGUSR1, SIG_IGN);
  allowed("a signal to itself", ::raise(SIGUSR1) == 0);
}

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::string folder = argv[1];
  // Another process of the same user.
  pid_t other = ::fork();
  if (other == 0)
    for (;;)
      ::pause();
  int pipes[2];
  if (other < 0 || ::pipe(pipes))
    return 2;
  pid_t confined = ::fork();
  if (confined == 0) {
    if (kopt::Status status = kopt::confine(); !status.ok()) {
      std::printf("failed: %s\n", status.message().c_str());
      std::fflush(stdout);
      ::_exit(1);
    }
    tryProcesses(other);
    tryFiles(folder);
    tryOthers();
    useWhatIsLeft(folder);
    std::printf("%d failures\n", failures);
    std::fflush(stdout);
    ::_exit(failures != 0);
  }
  int status = 0;
  ::waitpid(confined, &status, 0);
  ::kill(other, SIGKILL);
  ::waitpid(other, nullptr, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
