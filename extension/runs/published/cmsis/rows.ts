import { type CellLine, textTable } from '../cells';
import type { PublishedPart } from '../model';

/** Our operation for a row, and table I: the calls of each kernel. */
const OPERATIONS = textTable(`
1 Yield+CS           | yield             | osThreadYield      | os.Yield         | YIELD
2.1 Wait+CS          | semaphore_wait    | osSemaphoreWait    | sem.Wait         | SemaphoreTake
2.2 Release+Yield+CS | semaphore_release | osSemaphoreRelease | sem.Signal       | SemaphoreGive
3.1 Get+CS           | message_get       | osMessageGet       | os.Receive       | QueueReceive
3.2 Put+preemption   | message_put       | osMessagePut       | os.Put           | QueueSend
4.1 Alloc            | alloc             | osPoolAlloc        | os.Alloc         | Malloc
4.2 Free             | free              | osPoolFree         | os.Free          | Free
5.1 Suspend+CS       | suspend           | osSignalWait       | os.SuspendThread | Suspend
5.2 Resume           | resume            | osSignalSet        | os.ResumeThread  | Resume
5.3 CS to task       | activation
6 IRQ Latency        | interrupt_latency
`);

/** The row that holds the composite. */
export const COMPOSITE = 'k Rhealstones*/s';

/** The rows summed up in a total; total 5 leaves 5.1 out. */
export const TOTALS: Readonly<Record<string, readonly string[]>> = {
  '2 Total': ['2.1 Wait+CS', '2.2 Release+Yield+CS'],
  '3 Total': ['3.1 Get+CS', '3.2 Put+preemption'],
  '4 Total': ['4.1 Alloc', '4.2 Free'],
  '5 Total': ['5.2 Resume', '5.3 CS to task'],
};

/** The six rows of the composite. */
export const SIX = ['1 Yield+CS', '2 Total', '3 Total', '4 Total', '5 Total', '6 IRQ Latency'];

/** The subject of a row of tables II and III, and its unit. */
export function rowLine(name: string): CellLine {
  if (name === COMPOSITE) {
    const parts = SIX.flatMap(partsOf);
    return { name, unit: 'k Rhealstones/s', made: { rule: 'composite', parts } };
  }
  const [, op, ...calls] = OPERATIONS.find(([row]) => row === name) ?? [];
  if (op === undefined) return { name, made: { rule: 'sum', parts: partsOf(name) } };
  return { name, op: `rhealstone/${op}`, calls };
}

/** The operations whose sum is one of the six rows. */
function partsOf(name: string): PublishedPart[] {
  return (TOTALS[name] ?? [name]).flatMap((part) => {
    const op = OPERATIONS.find(([row]) => row === part)?.[1];
    return op === undefined ? [] : [{ op: `rhealstone/${op}`, params: {} }];
  });
}
