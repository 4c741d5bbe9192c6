import { groupBy } from '../base';

/** The plain suite's calls, and the variant's calls in their place. */
type Services = readonly [plain: string, variant: string];

const EVENT: Services = ['a binary semaphore', 'event flags'];
const MEMORY: Services = ['the heap', 'a pool of blocks'];
const SUSPENSION: Services = ["the kernel's suspend and resume", 'thread flags'];

/**
 * Variants of operations that use another service of the kernel. A variant recompiles the
 * benchmark's file, so an image cannot show this. CMSIS-RTOS2 runs on FreeRTOS only.
 */
const SERVICES: Readonly<Record<string, Readonly<Record<string, Services>>>> = {
  cmsis: {
    'sync/event_signal_wait': EVENT,
    'rhealstone/alloc': MEMORY,
    'rhealstone/free': MEMORY,
    'rhealstone/suspend': SUSPENSION,
    'rhealstone/resume': SUSPENSION,
    'rhealstone/activation': SUSPENSION,
  },
};

/** Names the operations that use another service in a variant: one line, or none. */
export function serviceLines(variant: string, ops: Iterable<string>): string[] {
  const differing = Array.from(new Set(ops)).flatMap((op) => {
    const services = SERVICES[variant]?.[op];
    return services === undefined ? [] : [{ op, services }];
  });
  if (differing.length === 0) return [];
  const pairs = Array.from(
    groupBy(differing, ({ services }) => services.join(' against ')),
    ([services, all]) => `${all.map(({ op }) => op).join(', ')} (${services})`,
  );
  return [
    `Not the same service in ${variant}, so more or less than the cost of a layer: ${pairs.join('; ')}.`,
  ];
}
