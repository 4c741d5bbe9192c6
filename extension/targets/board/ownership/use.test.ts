import { expect, test } from 'vitest';
import type { ServerSetup } from '../../setup';
import {
  excludeEachOther,
  lockName,
  type ProbeUse,
  resolveProbeUse,
  serverFromArguments,
} from './use';

const probe = (serial?: string): ProbeUse => ({ kind: 'local', serial });
const at = (host: string, port: number): ProbeUse => ({ kind: 'server', host, port });
const exclude = (a: ProbeUse, b: ProbeUse) => excludeEachOther(lockName(a), lockName(b));

test.each<[ProbeUse, ProbeUse, boolean]>([
  [probe('683123456'), probe('000683123456'), true],
  [probe('066eff'), probe('066EFF'), true],
  [probe('066EFF'), probe('0240'), false],
  // pyOCD takes a part.
  [probe('0240000034'), probe('24000003'), true],
  [probe(), probe('066EFF'), true],
  [probe(), probe(), true],
  [at('localhost', 3333), at('127.0.0.1', 3333), true],
  [at('localhost', 3333), at('localhost', 3334), false],
  [at('Lab', 3333), at('lab', 3333), true],
  [at('localhost', 3333), probe(), false],
  [{ kind: 'network', address: '10.0.0.7' }, probe(), false],
  [{ kind: 'network', address: '10.0.0.7' }, { kind: 'network', address: '10.0.0.7' }, true],
])('%j and %j: %s', (a, b, expected) => {
  expect(exclude(a, b)).toBe(expected);
  expect(exclude(b, a)).toBe(expected);
});

test('names are valid for files, and contain no separator of locks', () => {
  const odd: ProbeUse[] = [probe('a~b/c d'), at('fe80::1%eth0', 1)];
  for (const use of odd) expect(lockName(use)).toMatch(/^[\w.@-]+$/);
});

const openocd = (...commands: string[]): ServerSetup => {
  return { kind: 'openocd', configFiles: ['board.cfg'], searchFolders: [], commands };
};

test.each<[string, ServerSetup | undefined, string | undefined, ProbeUse]>([
  ['no server yet', undefined, '1', { kind: 'local', serial: '1' }],
  ['OpenOCD', openocd(), '1', { kind: 'local', serial: '1' }],
  ['no serial number', openocd(), undefined, { kind: 'local' }],
  ['own command', openocd('adapter serial ABC'), '1', { kind: 'local', serial: 'ABC' }],
  [
    'own argument',
    { kind: 'pyocd', args: ['-u', 'ABC'] },
    undefined,
    { kind: 'local', serial: 'ABC' },
  ],
  [
    'a remote probe of pyOCD',
    { kind: 'pyocd', args: [] },
    'remote:lab:5555',
    { kind: 'network', address: 'lab:5555' },
  ],
  [
    'an emulator on the network',
    { kind: 'jlink', device: 'X', address: '10.0.0.7', args: [] },
    '1',
    { kind: 'network', address: '10.0.0.7' },
  ],
  [
    'selected by an argument',
    { kind: 'jlink', device: 'X', args: ['-select', 'usb=77'] },
    undefined,
    { kind: 'local', serial: '77' },
  ],
  [
    'a server that runs already',
    { kind: 'external', host: 'lab', port: 3333 },
    '1',
    { kind: 'server', host: 'lab', port: 3333 },
  ],
])('%s', (_, server, probe, use) => {
  expect(resolveProbeUse({ server, probe })).toEqual(use);
});

const UNSAID = { kind: 'unsaid' } as const;
const serial = (text: string) => ({ kind: 'serial', serial: text }) as const;
const network = (address: string) => ({ kind: 'network', address }) as const;

const parseLine = (line: string) => serverFromArguments(line.split(' '));

test.each([
  ['/usr/bin/openocd -f board.cfg', 'openocd', UNSAID, 3333],
  [
    'openocd -c gdb_port 50000 -c adapter serial 066EFF3031',
    'openocd',
    serial('066EFF3031'),
    50000,
  ],
  ['openocd -c hla_serial "ABC"', 'openocd', serial('ABC'), 3333],
  ['openocd -c st-link backend tcp 7184', 'openocd', network('7184'), 3333],
  ['JLinkGDBServerCLExe -select usb=683123456 -port 2341', 'jlink', serial('683123456'), 2341],
  ['C:\\SEGGER\\JLinkGDBServerCL.exe -select ip=10.0.0.7', 'jlink', network('10.0.0.7'), 2331],
  ['/usr/bin/python3 /opt/bin/pyocd gdbserver -u 0240 --port 3355', 'pyocd', serial('0240'), 3355],
  [
    'python3.11 -m pyocd gdbserver --uid=remote:127.0.0.1:5555',
    'pyocd',
    network('127.0.0.1:5555'),
    3333,
  ],
  ['LinkServer gdbserver --probe #1 MIMXRT1052', 'linkserver', UNSAID, 3333],
  ['crt_emu_cm_redlink --probeserial ABC', 'linkserver', serial('ABC'), 3333],
  ['ST-LINK_gdbserver -p 61240 --swd --serial-number 55FF', 'stlink', serial('55FF'), 61240],
  ['probe-rs gdb --probe 0d28:0204:99 --chip X', 'probe-rs', serial('99'), 1337],
])('%s', (line, program, probe, gdbPort) => {
  expect(parseLine(line)).toEqual({ program, title: expect.stringMatching(/./), probe, gdbPort });
});

test.each([
  'vim openocd.cfg',
  'grep pyocd log',
  'python3 pyocd_user.py2',
  'python3 build.py openocd',
  'node server.js --probe 1',
  '',
])('%j is not a debug server', (line) => {
  expect(parseLine(line)).toBeUndefined();
});
