import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UserProcess } from './running';

/** Where the system tells about processes and devices; tests lay out their own. */
export interface SystemFolders {
  readonly proc: string;
  readonly sys: string;
}

/** The processes of this user, and what each has open of USB when asked. */
export function linuxProcesses(
  folders: SystemFolders = { proc: '/proc', sys: '/sys' },
  user = process.getuid?.(),
): readonly UserProcess[] {
  return (listed(folders.proc) ?? [])
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const folder = join(folders.proc, name);
      const argv = argumentsIn(folder, user);
      if (argv === undefined) return [];
      return { pid: Number(name), argv, devices: () => devicesOf(folder, folders.sys) };
    });
}

/** A process may end while it is looked at; one that has ended has no arguments. */
function argumentsIn(folder: string, user: number | undefined): readonly string[] | undefined {
  try {
    if (statSync(folder).uid !== user) return undefined;
    const text = readFileSync(join(folder, 'cmdline'), 'utf8');
    return text === '' ? undefined : text.replace(/\0$/, '').split('\0');
  } catch {
    return undefined;
  }
}

/** The serial numbers of the USB devices behind a process's open files. */
function devicesOf(folder: string, sys: string): readonly string[] | undefined {
  const fds = listed(join(folder, 'fd'));
  const links = fds?.flatMap((fd) => linkOf(join(folder, 'fd', fd)) ?? []);
  return links?.flatMap((path) => {
    const usb = /^\/dev\/bus\/usb\/(\d+)\/(\d+)$/.exec(path);
    if (usb) return serialByNumber(sys, Number(usb[1]), Number(usb[2])) ?? UNKNOWN_SERIAL;
    const hid = /^\/dev\/(hidraw\d+)$/.exec(path)?.[1];
    return hid === undefined ? [] : (serialByHid(sys, hid) ?? UNKNOWN_SERIAL);
  });
}

/** Stands for a device that tells no serial number. */
export const UNKNOWN_SERIAL = '';

function serialByNumber(sys: string, bus: number, device: number): string | undefined {
  const root = join(sys, 'bus/usb/devices');
  const found = (listed(root) ?? []).find((name) => {
    const numberIn = (file: string) => Number(textOf(join(root, name, file)));
    return numberIn('busnum') === bus && numberIn('devnum') === device;
  });
  return found === undefined ? undefined : textOf(join(root, found, 'serial'));
}

/** The device is some folders above its interface. */
function serialByHid(sys: string, name: string): string | undefined {
  try {
    let folder = realpathSync(join(sys, 'class/hidraw', name, 'device'));
    for (let level = 0; level < 6; level++, folder = dirname(folder)) {
      const serial = textOf(join(folder, 'serial'));
      if (serial !== undefined) return serial;
    }
  } catch {
    return undefined;
  }
  return undefined;
}

function listed(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}
