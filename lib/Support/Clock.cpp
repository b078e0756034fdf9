//===- Clock.cpp - Processor time -----------------------------------------===//

#include "kopt/Support/Clock.h"

#include <ctime>

double kopt::processorSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) * 1e-9;
}
