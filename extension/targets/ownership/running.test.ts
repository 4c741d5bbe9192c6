import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linuxProcesses, UNKNOWN_SERIAL } from './linux-processes';
import { listedByPs, listedByTasklist } from './process-lists';
import { serversAmong } from './running';

describe('Linux', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'cyclescope-proc-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const lay = (pid: number, cmdline: string, ...fds: string[]) => {
    const folder = join(root, 'proc', String(pid));
    mkdirSync(join(folder, 'fd'), { recursive: true });
    writeFileSync(join(folder, 'cmdline'), cmdline);
    fds.forEach((target, index) => symlinkSync(target, join(folder, 'fd', String(index))));
  };
  const laySysfs = () => {
    const device = join(root, 'sys/bus/usb/devices/1-2');
    mkdirSync(join(device, '1-2:1.0/hid'), { recursive: true });
    writeFileSync(join(device, 'busnum'), '1\n');
    writeFileSync(join(device, 'devnum'), '5\n');
    writeFileSync(join(device, 'serial'), '066EFF\n');
    mkdirSync(join(root, 'sys/class/hidraw/hidraw0'), { recursive: true });
    symlinkSync(join(device, '1-2:1.0/hid'), join(root, 'sys/class/hidraw/hidraw0/device'));
  };
  const servers = (user = process.getuid?.()) => {
    const folders = { proc: join(root, 'proc'), sys: join(root, 'sys') };
    return serversAmong(linuxProcesses(folders, user));
  };

  test.each([
    ['by libusb', '/dev/bus/usb/001/005', ['066EFF']],
    ['by hidraw', '/dev/hidraw0', ['066EFF']],
    ['a device that says nothing', '/dev/bus/usb/001/009', [UNKNOWN_SERIAL]],
    ['nothing of USB', 'socket:[1234]', []],
  ])('a server that has its probe open %s', (_, link, devices) => {
    laySysfs();
    lay(7, 'openocd\0-f\0my board.cfg\0', '/dev/null', link);
    expect(servers()).toMatchObject([{ program: 'openocd', pid: 7, devices }]);
  });

  test('others, dead ones and those of other users do not count', () => {
    lay(7, 'vim\0openocd.cfg\0');
    lay(8, '');
    lay(9, 'openocd\0');
    mkdirSync(join(root, 'proc/self'));
    expect(servers().map(({ pid }) => pid)).toEqual([9]);
    expect(servers(12345)).toEqual([]);
  });

  test('this process is among the real ones', () => {
    expect(linuxProcesses().map(({ pid }) => pid)).toContain(process.pid);
  });
});

test('macOS: the lines of ps', () => {
  const text = [
    '  501   314 /opt/homebrew/bin/openocd -f board.cfg -c adapter serial ABC',
    '    0     1 /sbin/launchd',
    '  502   315 /usr/local/bin/openocd',
    'garbage',
  ].join('\n');
  expect(serversAmong(listedByPs(text, 501))).toMatchObject([
    { pid: 314, probe: { kind: 'serial', serial: 'ABC' }, devices: undefined },
  ]);
});

test('Windows: the lines of tasklist', () => {
  const text =
    '"System","4","Services","0","1 K"\r\n"JLinkGDBServerCL.exe","4711","Console"\r\n\r\n';
  expect(serversAmong(listedByTasklist(text))).toMatchObject([
    { program: 'jlink', pid: 4711, probe: { kind: 'unsaid' } },
  ]);
});
