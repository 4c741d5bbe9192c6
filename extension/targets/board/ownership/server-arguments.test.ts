import { expect, test } from 'vitest';
import { serverFromArguments } from './server-arguments';

const UNSAID = { kind: 'unsaid' } as const;
const serial = (text: string) => ({ kind: 'serial', serial: text }) as const;
const network = (address: string) => ({ kind: 'network', address }) as const;

const parsed = (line: string) => serverFromArguments(line.split(' '));

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
  expect(parsed(line)).toEqual({ program, title: expect.stringMatching(/./), probe, gdbPort });
});

test.each([
  'vim openocd.cfg',
  'grep pyocd log',
  'python3 pyocd_user.py2',
  'python3 build.py openocd',
  'node server.js --probe 1',
  '',
])('%j is no debug server', (line) => {
  expect(parsed(line)).toBeUndefined();
});
