/* Calls a compiled host program: a memref is {allocated, aligned, offset,
   sizes, strides}, results come first. */
#include <stdint.h>
#include <stdio.h>

struct MemRef {
  float *allocated, *aligned;
  int64_t offset, size, stride;
};
void _mlir_ciface_twice(struct MemRef *result, struct MemRef *x);

int main(void) {
  float data[3] = {1, 2, 3};
  struct MemRef x = {data, data, 0, 3, 1}, result;
  _mlir_ciface_twice(&result, &x);
  for (int64_t i = 0; i < result.size; ++i)
    printf("%g ", result.aligned[i]);
  printf("of %d\n", (int)result.size);
  return 0;
}
