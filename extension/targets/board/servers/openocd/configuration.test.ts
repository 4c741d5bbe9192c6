import { expect, test } from 'vitest';
import { configuringCommands, findProbeSerial } from './configuration';

test('OpenOCD is configured, with no members of others', () => {
  const commands = [
    'gdb_port 3333; tcl_port disabled',
    'adapter speed 4000; transport select swd',
    'reset_config srst_only',
    'bindto 0.0.0.0',
    '$_TARGETNAME configure -event reset-init { adapter speed 8000; halt }',
    'program app.elf verify',
    '$_TARGETNAME configure -rtos FreeRTOS',
    'init; reset halt',
    'flash write_image app.elf',
    'adapter speed 100',
  ];
  expect(configuringCommands(commands)).toEqual([
    'adapter speed 4000',
    'transport select swd',
    'reset_config srst_only',
    '$_TARGETNAME configure -event reset-init { adapter speed 8000; halt }',
  ]);
});

test.each([
  [['adapter speed 1', 'adapter serial 066DFF48'], '066DFF48'],
  [['hla_serial "066DFF48"'], '066DFF48'],
  [['adapter speed 1'], undefined],
])('%j selects the probe %s', (commands, serial) => {
  expect(findProbeSerial(commands)).toBe(serial);
});
