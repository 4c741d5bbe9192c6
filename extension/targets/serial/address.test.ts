import { expect, it } from 'vitest';
import { parseSerialAddress } from './address';

it.each([
  ['serial:///dev/ttyACM0', '/dev/ttyACM0', 115_200],
  ['serial:///dev/ttyUSB1?baud=921600', '/dev/ttyUSB1', 921_600],
  ['serial:///dev/serial/by-id/usb-ARM_x-if01', '/dev/serial/by-id/usb-ARM_x-if01', 115_200],
  ['serial:///dev/cu.usbmodem1?baud=9600', '/dev/cu.usbmodem1', 9600],
  ['serial://COM5', 'COM5', 115_200],
])('reads %s', (text, path, baud) => {
  expect(parseSerialAddress(text)).toEqual({ kind: 'serial', path, baud });
});

it.each([
  'serial://',
  'serial://ttyACM0',
  'serial://-F',
  'serial:///dev/tty ACM0',
  'serial:///dev/ttyACM0?baud=',
  'serial:///dev/ttyACM0?baud=-9600',
  'serial:///dev/ttyACM0?speed=9600',
  'gdb://host:1',
])('rejects %s', (text) => {
  expect(parseSerialAddress(text)).toBeUndefined();
});
