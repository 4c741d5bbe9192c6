import { expect, test } from 'vitest';
import { splitArguments, takeOptions } from './options';
import { configuringCommands, serialIn } from './server-arguments';

test('options are taken with and without an equals sign, dropped, or kept in order', () => {
  const table = { take: { target: '-t --target' }, drop: '--port', flags: '--persist' };
  const args = ['--target=a', '--port', '3333', '-x', 'y', '--persist', '-t', 'b', '--port=1', 'z'];
  expect(takeOptions(args, table)).toEqual({
    taken: { target: ['a', 'b'] },
    rest: ['-x', 'y', 'z'],
  });
});

test('an option that ends the line has an empty value', () => {
  expect(takeOptions(['-t'], { take: { target: '-t' } })).toEqual({
    taken: { target: [''] },
    rest: [],
  });
});

test.each([
  ['-f a.cfg  -c "adapter speed 4000"', ['-f', 'a.cfg', '-c', 'adapter speed 4000']],
  ['-s \'c:/a b/\' --x="1 2"', ['-s', 'c:/a b/', '--x=1 2']],
  ['-c "puts \\"x\\""', ['-c', 'puts "x"']],
  ['', []],
])('%s as a list', (line, words) => {
  expect(splitArguments(line)).toEqual(words);
});

test('OpenOCD is configured, and no more than that', () => {
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
])('%j chooses the probe %s', (commands, serial) => {
  expect(serialIn(commands)).toBe(serial);
});
