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
  ['serial://lab:4000', 'lab:4000', 'lab', 4000, 115_200],
  ['serial://10.0.0.7:65535?baud=9600', '10.0.0.7:65535', '10.0.0.7', 65_535, 9600],
  ['serial://[fe80::1]:1', '[fe80::1]:1', 'fe80::1', 1, 115_200],
  ['serial://COM5:4000?protocol=raw', 'COM5:4000', 'COM5', 4000, undefined],
])('reads %s', (text, path, host, port, baud) => {
  expect(parseSerialAddress(text)).toEqual({ kind: 'serial', path, baud, network: { host, port } });
});

it.each([
  'serial://',
  'serial://ttyACM0',
  'serial://-F',
  'serial:///dev/tty ACM0',
  'serial:///dev/ttyACM0?baud=',
  'serial:///dev/ttyACM0?baud=-9600',
  'serial:///dev/ttyACM0?speed=9600',
  'serial://lab:0',
  'serial://lab:65536',
  'serial://:4000',
  'serial://-x:4000',
  'serial://fe80::1:4000',
  'serial://lab:4000?protocol=rfc',
  'serial://lab:4000?protocol=raw&baud=9600',
  'serial:///dev/ttyACM0?protocol=raw',
  'gdb://host:1',
])('rejects %s', (text) => {
  expect(parseSerialAddress(text)).toBeUndefined();
});
