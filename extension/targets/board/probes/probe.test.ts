import { describe, expect, test } from 'vitest';
import { ioregDevices, PNP_SCRIPT, pnpDevices } from './attached';
import { probeOf } from './probe';

describe('which devices are debug probes', () => {
  const device = { serial: '', names: [] };

  test.each([
    [0x1366, 0x0105, [], 'J-Link', 'jlink'],
    [0x1366, 0x1024, [], 'J-Link', 'jlink'],
    [0x0483, 0x374b, [], 'ST-LINK/V2-1', 'openocd'],
    [0x0483, 0x374e, [], 'ST-LINK/V3', 'openocd'],
    [0x1fc9, 0x0143, [], 'MCU-Link', 'linkserver'],
    [0x1fc9, 0x0090, [], 'LPC-Link2', 'linkserver'],
    [0x0d28, 0x0204, [], 'DAPLink', 'pyocd'],
    [0x2e8a, 0x000c, ['Debugprobe on Pico (CMSIS-DAP)'], 'Raspberry Pi Debug Probe', 'pyocd'],
    [0x1234, 0x5678, ['Homemade', 'My CMSIS-DAP v2 Interface'], 'Homemade', 'pyocd'],
  ])('%i:%i %j is a %s', (vendor, product, names, title, server) => {
    const probe = probeOf({ ...device, vendor, product, names });
    expect(probe).toMatchObject({ title });
    expect(probe?.servers[0]).toBe(server);
  });

  test.each([
    [0x0483, 0x5740, ['STM32 Virtual ComPort']],
    [0x1fc9, 0x000c, ['LPC DFU']],
    [0x0403, 0x6010, ['Dual RS232-HS']],
    [0x1d6b, 0x0002, ['xHCI Host Controller']],
  ])('%i:%i %j is none', (vendor, product, names) => {
    expect(probeOf({ ...device, vendor, product, names })).toBeUndefined();
  });

  test('serial numbers as the tools take them', () => {
    const serial = (vendor: number, product: number, text: string) =>
      probeOf({ ...device, vendor, product, serial: text })?.serial;
    expect(serial(0x1366, 0x0105, '000683001234')).toBe('683001234');
    expect(serial(0x0d28, 0x0204, '0226000041114e45')).toBe('0226000041114e45');
    expect(serial(0x0483, 0x3748, 'P\u0003\u00bcH\u0012')).toBe('');
    expect(probeOf({ ...device, vendor: 0x1366, product: 0x0105 })?.usbId).toBe('1366:0105');
  });

  test('rights to a CMSIS-DAP are another device’s, so they are not judged', () => {
    const denied = (names: readonly string[]) =>
      probeOf({ ...device, vendor: 0x1366, product: 0x105, names, isDenied: true })?.isDenied;
    expect(denied(['J-Link'])).toBe(true);
    expect(denied(['J-Link', 'CMSIS-DAP'])).toBeUndefined();
  });
});

test('macOS', () => {
  const text = `+-o Root  <class IORegistryEntry, id 0x100000100, retain 28>
  | {
  |   "OS Build Version" = "23F79"
  | }
  |
  +-o AppleT8103USBXHCI@00000000  <class AppleT8103USBXHCI, id 0x1000004f9, registered>
  | | {
  | |   "IOClass" = "AppleT8103USBXHCI"
  | | }
  | |
  | +-o J-Link@00100000  <class IOUSBHostDevice, id 0x100000abc, registered, matched>
  | |   {
  | |     "sessionID" = 123
  | |     "idProduct" = 261
  | |     "USB Product Name" = "J-Link"
  | |     "USB Vendor Name" = "SEGGER"
  | |     "idVendor" = 4966
  | |     "USB Serial Number" = "000683001234"
  | |   }
  | |
  | +-o MCU-LINK@00200000  <class IOUSBHostDevice, id 0x100000abd, registered, matched>
  |     {
  |       "idProduct" = 323
  |       "kUSBProductString" = "MCU-LINK (r0FF) CMSIS-DAP V3.128"
  |       "idVendor" = 8137
  |       "kUSBSerialNumberString" = "DWAQBR4FM1"
  |     }
`;
  expect(ioregDevices(text)).toEqual([
    { vendor: 0x1366, product: 0x105, serial: '000683001234', names: ['J-Link'] },
    {
      vendor: 0x1fc9,
      product: 0x143,
      serial: 'DWAQBR4FM1',
      names: ['MCU-LINK (r0FF) CMSIS-DAP V3.128'],
    },
  ]);
});

test('Windows', () => {
  expect(PNP_SCRIPT).toContain('-PresentOnly');
  const text = [
    'USB\\VID_1366&PID_0105\\000683001234|USB Composite Device',
    'USB\\VID_1366&PID_0105&MI_02\\6&1A2B3C&0&0002|J-Link driver',
    'USB\\VID_1234&PID_5678\\6&11AA22BB&0&3|USB Composite Device',
    'USB\\VID_1234&PID_5678&MI_00\\7&1&0&0000|My CMSIS-DAP v2',
    'USB\\ROOT_HUB30\\4&1&0&0|USB Root Hub (USB 3.0)',
    '',
  ].join('\r\n');
  const devices = pnpDevices(text);
  expect(devices).toEqual([
    {
      vendor: 0x1366,
      product: 0x105,
      serial: '000683001234',
      names: ['USB Composite Device', 'J-Link driver'],
    },
    {
      vendor: 0x1234,
      product: 0x5678,
      serial: '',
      names: ['USB Composite Device', 'My CMSIS-DAP v2'],
    },
  ]);
});

test.each(['', 'ioreg: not found', '|||', '+-o x\n{\n"idVendor" = }'])(
  '%j lists nothing',
  (text) => {
    expect(ioregDevices(text)).toEqual([]);
    expect(pnpDevices(text)).toEqual([]);
  },
);
