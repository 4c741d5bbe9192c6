import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sysfsDevices, type SysfsFolders } from './attached';

let root: string;
let folders: SysfsFolders;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sysfs-'));
  folders = { devices: join(root, 'devices'), nodes: join(root, 'nodes') };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function device(name: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folders.devices, name), { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    writeFileSync(join(folders.devices, name, file), `${text}\n`);
  }
}

test('lists devices with the names of their interfaces', async () => {
  device('usb1', { idVendor: '1d6b', idProduct: '0002', product: 'xHCI Host Controller' });
  device('1-2', { idVendor: '1fc9', idProduct: '0143', serial: 'DWAQ', product: 'MCU-LINK' });
  device('1-2:1.0', { interface: 'MCU-LINK CMSIS-DAP' });
  device('1-2.1:1.0', { interface: 'of another device' });
  expect(await sysfsDevices(folders)).toEqual(
    [
      { vendor: 0x1d6b, product: 2, serial: '', names: ['xHCI Host Controller'], isDenied: false },
      {
        vendor: 0x1fc9,
        product: 0x143,
        serial: 'DWAQ',
        names: ['MCU-LINK', 'MCU-LINK CMSIS-DAP'],
        isDenied: false,
      },
    ].sort((a, b) => b.vendor - a.vendor),
  );
});

test('lists a device that this user may not open', async () => {
  device('1-2', { idVendor: '1366', idProduct: '0105', busnum: '1', devnum: '12' });
  mkdirSync(join(folders.nodes, '001'), { recursive: true });
  writeFileSync(join(folders.nodes, '001', '012'), '');
  const isDenied = async () => (await sysfsDevices(folders))?.[0]?.isDenied;
  expect(await isDenied()).toBe(false);
  chmodSync(join(folders.nodes, '001', '012'), 0o444);
  // Nothing is denied to root.
  expect(await isDenied()).toBe(process.getuid?.() !== 0);
});

test('handles a missing and an empty list', async () => {
  expect(await sysfsDevices(folders)).toBeUndefined();
  mkdirSync(folders.devices);
  expect(await sysfsDevices(folders)).toBeUndefined();
});
