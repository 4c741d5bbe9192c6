/** The agent starts by itself; the application only says so, for those who look at the console. */
#include <zephyr/kernel.h>

int main(void)
{
    printk("Cyclescope's agent is ready\n");
    return 0;
}
