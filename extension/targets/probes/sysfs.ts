import { constants } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsbDevice } from './probe';

/** Where Linux shows its USB devices. */
export interface SysfsPlaces {
  readonly devices: string;
  /** Through these files the devices are used. */
  readonly nodes: string;
}

const PLACES: SysfsPlaces = { devices: '/sys/bus/usb/devices', nodes: '/dev/bus/usb' };

/** The USB devices as Linux lists them; undefined where it lists none at all, not even its own hubs. */
export async function sysfsDevices(
  places: SysfsPlaces = PLACES,
): Promise<readonly UsbDevice[] | undefined> {
  const names = await readdir(places.devices).catch(() => []);
  const devices = await Promise.all(
    names.filter((name) => !name.includes(':')).map((name) => deviceAt(name, names, places)),
  );
  const found = devices.flatMap((device) => device ?? []);
  return found.length === 0 ? undefined : found;
}

async function deviceAt(
  name: string,
  names: readonly string[],
  { devices, nodes }: SysfsPlaces,
): Promise<UsbDevice | undefined> {
  const read = (...path: string[]) => textAt(join(devices, ...path));
  const [vendor, product] = [await read(name, 'idVendor'), await read(name, 'idProduct')];
  if (vendor === '' || product === '') return undefined;
  const interfaces = names.filter((one) => one.startsWith(`${name}:`));
  const titles = [
    await read(name, 'product'),
    ...(await Promise.all(interfaces.map((one) => read(one, 'interface')))),
  ];
  const [bus, number] = [await read(name, 'busnum'), await read(name, 'devnum')];
  return {
    vendor: Number.parseInt(vendor, 16),
    product: Number.parseInt(product, 16),
    serial: await read(name, 'serial'),
    names: titles.filter((title) => title !== ''),
    isDenied: await isDenied(join(nodes, bus.padStart(3, '0'), number.padStart(3, '0'))),
  };
}

async function textAt(path: string): Promise<string> {
  return (await readFile(path, 'utf8').catch(() => '')).trim();
}

async function isDenied(node: string): Promise<boolean> {
  try {
    await access(node, constants.R_OK | constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}
