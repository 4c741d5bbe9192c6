/** The agent starts by itself; the application only prints that to the console. */
#include <zephyr/kernel.h>

int main(void)
{
    printk("Cyclescope's agent is ready\n");
    return 0;
}
