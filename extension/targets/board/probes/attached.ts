import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir, readFile, stat } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { quoteForShell } from '../../../base';
import type { BoardSetup, SetupGap } from '../../setup';
import { isExternal, isProbed, requireServer } from '../servers';
import { findQuietServer, type Probe, identifyProbe, type UsbDevice } from './probe';

/** The probes at this computer; `blind` explains why none can be seen from here, with the remedy. */
export interface AttachedProbes {
  readonly probes: readonly Probe[];
  readonly blind?: SetupGap | undefined;
}

const DEADLINE_MS = 10_000;

/** Looks which debug probes are attached, without starting a server; never throws. */
export async function findAttachedProbes(signal?: AbortSignal): Promise<AttachedProbes> {
  if (process.platform === 'linux') return findLinuxProbes();
  const devices =
    process.platform === 'win32'
      ? pnpDevices(await runQuery('powershell.exe', ['-NoProfile', '-Command', PNP_SCRIPT], signal))
      : process.platform === 'darwin'
        ? ioregDevices(await runQuery('ioreg', ['-p', 'IOUSB', '-l', '-w', '0'], signal))
        : [];
  return { probes: probesAmong(devices) };
}

/** Devices listed by the kernel are of no use in a container that has no way to them. */
async function findLinuxProbes(): Promise<AttachedProbes> {
  const devices = await sysfsDevices();
  const probes = probesAmong(devices ?? []);
  const hasNodes = await isThere('/dev/bus/usb');
  if (probes.length > 0 && hasNodes) return { probes };
  if (await isWsl()) return { probes: [], blind: WSL };
  if (devices === undefined || !hasNodes) {
    return (await isContainer()) ? { probes: [], blind: CONTAINER } : { probes };
  }
  return { probes };
}

function probesAmong(devices: readonly UsbDevice[]): readonly Probe[] {
  return devices.flatMap((device) => identifyProbe(device) ?? []);
}

async function isWsl(): Promise<boolean> {
  if ((process.env['WSL_DISTRO_NAME'] ?? '') !== '') return true;
  return /microsoft/i.test(await readFile('/proc/sys/kernel/osrelease', 'utf8').catch(() => ''));
}

async function isContainer(): Promise<boolean> {
  if ((process.env['container'] ?? '') !== '') return true;
  return (await isThere('/.dockerenv')) || isThere('/run/.containerenv');
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function runQuery(program: string, args: readonly string[], signal?: AbortSignal) {
  try {
    const limits = { timeout: DEADLINE_MS, maxBuffer: 16 << 20, windowsHide: true };
    const { stdout } = await promisify(execFile)(program, args, { ...limits, signal });
    return stdout;
  } catch {
    return '';
  }
}

/** Prints each USB device that is present on Windows: its instance, a bar, its name. */
export const PNP_SCRIPT =
  "Get-PnpDevice -PresentOnly | Where-Object InstanceId -like 'USB\\VID_*' | " +
  "ForEach-Object { $_.InstanceId + '|' + $_.FriendlyName }";

const LINE = /^USB\\VID_([0-9A-F]{4})&PID_([0-9A-F]{4})(&MI_[0-9A-F]{2})?\\([^|]*)\|(.*)$/i;

/** The USB devices in what that script prints; interfaces only lend their names. */
export function pnpDevices(text: string): readonly UsbDevice[] {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, vendor = '', product = '', part, instance = '', name = ''] =
      LINE.exec(line.trim()) ?? [];
    return vendor === ''
      ? []
      : [{ id: `${vendor}:${product}`.toLowerCase(), part, instance, name }];
  });
  return lines.flatMap(({ id, part, instance, name }): readonly UsbDevice[] => {
    if (part !== undefined) return [];
    const parts = lines.filter((line) => line.id === id && line.part !== undefined);
    const [vendor = '', product = ''] = id.split(':');
    return [
      {
        vendor: Number.parseInt(vendor, 16),
        product: Number.parseInt(product, 16),
        // Windows makes up an instance with `&` for a device without a serial number.
        serial: instance.includes('&') ? '' : instance,
        names: [name, ...parts.map((line) => line.name)].filter((one) => one !== ''),
      },
    ];
  });
}

/** The USB devices in what `ioreg -p IOUSB -l -w 0` prints on macOS. */
export function ioregDevices(text: string): readonly UsbDevice[] {
  return text.split(/^[\s|]*\+-o /m).flatMap((block): readonly UsbDevice[] => {
    const number = (name: string) => Number(findValue(block, name));
    const [vendor, product] = [number('idVendor'), number('idProduct')];
    if (!(vendor > 0) || Number.isNaN(product)) return [];
    const serial =
      findValue(block, 'USB Serial Number') ?? findValue(block, 'kUSBSerialNumberString');
    const name = findValue(block, 'USB Product Name') ?? findValue(block, 'kUSBProductString');
    return [{ vendor, product, serial: serial ?? '', names: name === undefined ? [] : [name] }];
  });
}

function findValue(block: string, name: string): string | undefined {
  return new RegExp(`"${name}" = (?:"([^"\\n]*)"|(\\d+))`).exec(block)?.slice(1).find(Boolean);
}

/** The folders in which Linux shows its USB devices. */
export interface SysfsFolders {
  readonly devices: string;
  /** Through these files the devices are used. */
  readonly nodes: string;
}

const USB_FOLDERS: SysfsFolders = { devices: '/sys/bus/usb/devices', nodes: '/dev/bus/usb' };

/** The USB devices as Linux lists them; undefined where it lists none at all, not even its own hubs. */
export async function sysfsDevices(
  folders: SysfsFolders = USB_FOLDERS,
): Promise<readonly UsbDevice[] | undefined> {
  const names = await readdir(folders.devices).catch(() => []);
  const devices = await Promise.all(
    names.filter((name) => !name.includes(':')).map((name) => deviceAt(name, names, folders)),
  );
  const found = devices.flatMap((device) => device ?? []);
  return found.length === 0 ? undefined : found;
}

async function deviceAt(
  name: string,
  names: readonly string[],
  { devices, nodes }: SysfsFolders,
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

/** Why no probe is seen in a Linux inside Windows. */
const WSL: SetupGap = {
  what: 'USB probes are not visible inside WSL',
  remedy:
    'Start the debug server on Windows and use gdb://localhost:PORT here: with mirrored networking ' +
    'as it is, otherwise through an SSH tunnel. Or attach the probe to WSL with usbipd.',
};

/** Why no probe is seen in a container. */
const CONTAINER: SetupGap = {
  what: 'USB probes are not visible inside this container',
  remedy:
    'Start the debug server on the computer that has the probe. Docker Desktop reaches it as ' +
    'gdb://host.docker.internal:PORT; elsewhere use gdb://localhost:PORT through an SSH tunnel. ' +
    'Or pass /dev/bus/usb to the container.',
};

/** The commands that reach a board whose probe is attached to another computer. */
export interface OtherSide {
  /** Starts the board's server there. */
  readonly command: string;
  /** Run there as well: makes the server's port one of this computer. */
  readonly tunnel: string;
  /** The target to use here. */
  readonly target: string;
  readonly remark?: string;
}

/**
 * The commands that make a board usable whose probe is attached to another computer. They open no
 * port to a network: an SSH tunnel leads here, and a server that can only listen everywhere is replaced.
 * Programs and files have other paths on that computer: programs are called by name only.
 */
export function describeOtherSide(board: BoardSetup): OtherSide | undefined {
  if (!isProbed(board)) return undefined;
  const { server } = board;
  if (server === undefined || isExternal(server)) return undefined;
  const own = requireServer(server);
  const quiet = own.remote === undefined ? findQuietServer(server) : server;
  if (quiet === undefined) return undefined;
  const { title, remote } = requireServer(quiet);
  if (remote === undefined) return undefined;
  const { port } = remote;
  const login = `${userInfo().username}@${hostname()}`;
  return {
    command: remote.command(quiet, board).map(quoteForShell).join(' '),
    tunnel: `ssh -N -R ${port}:localhost:${port} ${quoteForShell(login)}`,
    target: `gdb://localhost:${port}`,
    ...(quiet !== server && {
      remark: `${own.title} can only listen on every network interface, so this is ${title}, which programs no flash without a description of the chip.`,
    }),
  };
}
