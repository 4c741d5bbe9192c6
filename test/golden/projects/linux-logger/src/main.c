#include <stdio.h>

#include "ring.h"

int main(void)
{
  for (unsigned value = 0; value < 100; value++) {
    ring_put(value);
  }
  printf("%u\n", ring_sum());
  return 0;
}
