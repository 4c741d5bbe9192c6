import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { SetupGap } from '../swd/setup';
import { ioregDevices } from './ioreg';
import { CONTAINER, WSL } from './other-side';
import { PNP_SCRIPT, pnpDevices } from './pnp';
import { probeOf, type Probe, type UsbDevice } from './probe';
import { sysfsDevices } from './sysfs';

/** The probes at this computer; `blind` says why none can be seen from here, and what to do instead. */
export interface AttachedProbes {
  readonly probes: readonly Probe[];
  readonly blind?: SetupGap | undefined;
}

const DEADLINE_MS = 10_000;

/** Looks which debug probes are attached, without starting a server; never throws. */
export async function attachedProbes(signal?: AbortSignal): Promise<AttachedProbes> {
  if (process.platform === 'linux') return attachedOnLinux();
  const devices =
    process.platform === 'win32'
      ? pnpDevices(await said('powershell.exe', ['-NoProfile', '-Command', PNP_SCRIPT], signal))
      : process.platform === 'darwin'
        ? ioregDevices(await said('ioreg', ['-p', 'IOUSB', '-l', '-w', '0'], signal))
        : [];
  return { probes: probesAmong(devices) };
}

/** Devices listed by the kernel are of no use in a container that has no way to them. */
async function attachedOnLinux(): Promise<AttachedProbes> {
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
  return devices.flatMap((device) => probeOf(device) ?? []);
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

async function said(program: string, args: readonly string[], signal?: AbortSignal) {
  try {
    const limits = { timeout: DEADLINE_MS, maxBuffer: 16 << 20, windowsHide: true };
    const { stdout } = await promisify(execFile)(program, args, { ...limits, signal });
    return stdout;
  } catch {
    return '';
  }
}
