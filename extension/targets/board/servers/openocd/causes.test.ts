import { expect, test } from 'vitest';
import type { BoardSetup } from '../../../setup';
import { findServerFailure } from '../../failures';
import { OPENOCD_CAUSES } from './process';

const board: BoardSetup = {
  id: 'launch:Debug',
  title: 'Debug',
  source: 'launch.json: "Debug"',
  probe: '0669FF',
  namesPrograms: false,
  gaps: [],
};

// Lines as OpenOCD 0.12 wrote them, or has them in its sources.
test.each([
  [
    "embedded:startup.tcl:28: Error: Can't find board/none.cfg",
    'OpenOCD did not find the configuration file board/none.cfg (launch.json: "Debug")',
  ],
  [
    'invalid command name "frobnicate"',
    'OpenOCD rejected the configuration (launch.json: "Debug"): invalid command name "frobnicate"',
  ],
  [
    "Error: The 'adapter serial' command must be used before 'init'.",
    'A configuration file of launch.json: "Debug" calls `init` before `adapter serial`',
  ],
  [
    'Error: libusb_open() failed with LIBUSB_ERROR_ACCESS',
    'There is no permission to use the debug probe 0669FF',
  ],
  [
    'Error: libusb_claim_interface() failed with LIBUSB_ERROR_BUSY',
    'The debug probe 0669FF is in use by another program',
  ],
  ['Error: unable to find a matching CMSIS-DAP device', 'OpenOCD found no debug probe 0669FF'],
  ['Error: No J-Link device found', 'OpenOCD found no debug probe 0669FF'],
  ['Error: open failed', 'OpenOCD found no debug probe 0669FF'],
  ['Error: ST-LINK open failed (serial mismatch)', 'OpenOCD found no debug probe 0669FF'],
  [
    'Error: cannot connect to stlink server, errno: Connection refused',
    'OpenOCD found no debug probe 0669FF',
  ],
  [
    "Error: couldn't bind gdb to socket on port 3333: Address already in use",
    'TCP port 3333 for OpenOCD is already in use',
  ],
  [
    'Warn : JTAG tap: rig.cpu       UNEXPECTED: 0x4ba00477 (mfg: 0x23b)',
    'The connected device is not the one that launch.json: "Debug" names: its identifier is 0x4ba00477',
  ],
  [
    'Warn : target rig.cpu examination failed',
    'The debug port answers, but it gives no access to the core',
  ],
  [
    'Error: Could not find MEM-AP to control the core',
    'The debug port answers, but it gives no access to the core',
  ],
  [
    'Error: Fail reading CTRL/STAT register. Force reconnect',
    'The debug probe is connected, but the target does not answer',
  ],
  [
    'Error: init mode failed (unable to connect to the target)',
    'The debug probe is connected, but the target does not answer',
  ],
])('recognises %s', (line, sentence) => {
  expect(
    findServerFailure(OPENOCD_CAUSES, ['Info : clock speed 2000 kHz', line], board),
  ).toMatchObject({
    message: sentence,
    hint: expect.stringMatching(/[.?]$/),
  });
});

test('finds no cause in normal output', () => {
  const lines = [
    'Info : SWD DPIDR 0x2ba01477',
    'Info : [rig.cpu] Cortex-M7 r1p2 processor detected',
    'Info : starting gdb server for rig.cpu on 3333',
    'Info : Listening on port 3333 for gdb connections',
    'Warn : Prefer GDB command "target extended-remote :3333" instead of "target remote :3333"',
  ];
  expect(findServerFailure(OPENOCD_CAUSES, lines, board)).toBeUndefined();
});
