import type { GdbClient } from '../gdb-remote/client';
import { writeRegister } from '../gdb-remote/registers';
import type { RegisterWrite } from './register-writes';
import type { VectorTable } from './vector-table';

const SYSTICK_CONTROL = 0xe000e010;
const INTERRUPT_DISABLE = 0xe000e180;
const INTERRUPT_UNPEND = 0xe000e280;
const INTERRUPT_WORDS = 8;
const SYSTEM_UNPEND = 0xe000ed04;
const UNPEND_SYSTICK_AND_PENDSV = (1 << 25) | (1 << 27);
const VTOR = 0xe000ed08;
const THUMB_STATE = 1 << 24;
const ALL = 0xffffffff;

/** Leaves nothing on that a boot loader may have started, and has exceptions find the program's own table. */
export function entryWrites({ address }: Pick<VectorTable, 'address'>): readonly RegisterWrite[] {
  const words = Array.from({ length: INTERRUPT_WORDS }, (_, index) => 4 * index);
  return [
    { address: SYSTICK_CONTROL, value: 0 },
    ...words.map((offset) => ({ address: INTERRUPT_DISABLE + offset, value: ALL })),
    ...words.map((offset) => ({ address: INTERRUPT_UNPEND + offset, value: ALL })),
    { address: SYSTEM_UNPEND, value: UNPEND_SYSTICK_AND_PENDSV },
    { address: VTOR, value: address },
  ];
}

/** Brings a stopped core where a reset would, had the program been in the memory that a reset looks at. */
export async function setEntry(client: GdbClient, table: VectorTable): Promise<void> {
  await writeRegister(client, 'sp', table.stackPointer);
  await writeRegister(client, 'pc', table.start);
  await writeRegister(client, 'xpsr', THUMB_STATE);
}
