import { expect, test } from 'vitest';
import { standingOf } from './conflict';
import { UNKNOWN_SERIAL } from './linux-processes';
import type { RunningServer } from './running';
import type { ProbeUse } from './use';

const server = (rest: Partial<RunningServer>): RunningServer => ({
  ...{ program: 'openocd', pid: 7, gdbPort: 3333, probe: { kind: 'unsaid' }, devices: undefined },
  ...rest,
});
const serial = (text: string) => ({ kind: 'serial', serial: text }) as const;
const mine: ProbeUse = { kind: 'local', serial: '683123456' };
const any: ProbeUse = { kind: 'local' };

test.each<[string, ProbeUse, Partial<RunningServer>, string]>([
  ['it has our probe open', mine, { devices: ['000683123456'] }, 'same'],
  ['it has another probe open', mine, { devices: ['066EFF'] }, 'other'],
  [
    'open files tell more than arguments',
    mine,
    { devices: ['1'], probe: serial('683123456') },
    'other',
  ],
  ['it has no USB device open', mine, { devices: [] }, 'other'],
  ['it has a nameless device open', mine, { devices: [UNKNOWN_SERIAL] }, 'unknown'],
  ['it has any probe open, and ours is the only one', any, { devices: ['066EFF'] }, 'same'],
  ['the same with a nameless device', any, { devices: [UNKNOWN_SERIAL] }, 'same'],
  ['its arguments name ours', mine, { probe: serial('683123456') }, 'same'],
  ['its arguments name another', mine, { probe: serial('77') }, 'other'],
  ['neither says which, both are OpenOCD', any, {}, 'same'],
  ['neither says which, different programs', any, { program: 'jlink' }, 'unknown'],
  ['ours is named, its is not', mine, {}, 'unknown'],
  ['its probe is on the network', any, { probe: { kind: 'network', address: 'a' } }, 'other'],
  [
    'both on the network, same place',
    { kind: 'network', address: 'a' },
    { probe: { kind: 'network', address: 'a' } },
    'same',
  ],
  ['ours is on the network', { kind: 'network', address: 'a' }, { devices: ['1'] }, 'other'],
  ['ours is a server that runs already', { kind: 'server', host: 'h', port: 1 }, {}, 'other'],
])('%s', (_, use, running, standing) => {
  expect(standingOf({ use, server: 'openocd' }, server(running))).toBe(standing);
});
