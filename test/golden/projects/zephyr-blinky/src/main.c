#include <zephyr/kernel.h>

int main(void)
{
	for (;;) {
		k_msleep(500);
	}
}
