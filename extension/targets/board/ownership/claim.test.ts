import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BoardSetup } from '../../setup';
import {
  claimProbe,
  claimUses,
  linuxProcesses,
  parsePsOutput,
  parseTasklistOutput,
  type RunningServer,
  serversAmong,
  judgeServer,
  UNKNOWN_SERIAL,
} from './claim';
import type { ProbeUse } from './use';

describe('claim', () => {
  let lockFolder: string;
  beforeEach(() => {
    lockFolder = mkdtempSync(join(tmpdir(), 'cyclescope-probe-'));
  });
  afterEach(() => rmSync(lockFolder, { recursive: true, force: true }));

  const board = (probe?: string): BoardSetup => ({
    id: 'board:a',
    title: 'A',
    source: '',
    probe,
    namesPrograms: false,
    gaps: [],
    server: { kind: 'openocd', configFiles: [], searchFolders: [], commands: [] },
  });
  const none = () => Promise.resolve([]);
  const some = (rest: Partial<RunningServer>) => () => {
    const usual = {
      program: 'openocd',
      title: 'OpenOCD',
      pid: 7,
      gdbPort: 3334,
      probe: { kind: 'unsaid' },
    } as const;
    return Promise.resolve([{ ...usual, devices: undefined, ...rest }]);
  };

  test('a debug session blocks a run on its probe, and is named', async () => {
    const holder = 'Visual Studio Code, debug session "Debug (J-Link)"';
    const session = claimUses(
      [{ kind: 'server', host: 'localhost', port: 50000 }, { kind: 'local' }],
      { lockFolder, holder },
    );
    await session.take();
    const claim = claimProbe(board('066EFF'), { lockFolder, running: none });
    await expect(claim.take()).rejects.toMatchObject({
      code: 'busy',
      message: `The debug probe 066EFF is in use by process ${process.pid} (${holder})`,
    });
    session.release();
    await claim.take();
    expect(readdirSync(lockFolder)).toHaveLength(1);
  });

  test('two probes have two owners', async () => {
    await claimProbe(board('1'), { lockFolder, running: none }).take();
    await claimProbe(board('2'), { lockFolder, running: none }).take();
    const only = claimProbe(board(), { lockFolder, running: none });
    await expect(only.take()).rejects.toMatchObject({ code: 'busy' });
  });

  test('a server started by hand is named, with a way to measure through it', async () => {
    const claim = claimProbe(board(), { lockFolder, running: some({ devices: ['066EFF'] }) });
    await expect(claim.take()).rejects.toMatchObject({
      code: 'busy',
      message: 'The debug probe is in use by OpenOCD (process 7)',
      hint:
        'End it, or measure through it: gdb://127.0.0.1:3334. ' +
        'If the board is on another probe, set the serial number of that probe.',
    });
    expect(readdirSync(lockFolder)).toEqual([]);
  });

  test('an unidentified server does not block, but is reported', async () => {
    const doubts: string[] = [];
    const onDoubt = (sentence: string) => doubts.push(sentence);
    await claimProbe(board('1'), { lockFolder, onDoubt, running: some({}) }).take();
    expect(doubts).toEqual([
      'OpenOCD (process 7) is also running; it is unknown whether it uses the same probe',
    ]);
  });

  test('a server with another probe does not matter', async () => {
    const onDoubt = () => expect.unreachable();
    await claimProbe(board('1'), { lockFolder, onDoubt, running: some({ devices: ['2'] }) }).take();
  });
});

describe('conflict', () => {
  const server = (rest: Partial<RunningServer>): RunningServer => ({
    program: 'openocd',
    title: 'OpenOCD',
    pid: 7,
    gdbPort: 3333,
    probe: { kind: 'unsaid' },
    devices: undefined,
    ...rest,
  });
  const serial = (text: string) => ({ kind: 'serial', serial: text }) as const;
  const mine: ProbeUse = { kind: 'local', serial: '683123456' };
  const any: ProbeUse = { kind: 'local' };

  test.each<[string, ProbeUse, Partial<RunningServer>, string]>([
    ['it has our probe open', mine, { devices: ['000683123456'] }, 'same'],
    ['it has another probe open', mine, { devices: ['066EFF'] }, 'other'],
    [
      'open files are more reliable than arguments',
      mine,
      { devices: ['1'], probe: serial('683123456') },
      'other',
    ],
    ['it has no USB device open', mine, { devices: [] }, 'other'],
    ['it has a nameless device open', mine, { devices: [UNKNOWN_SERIAL] }, 'unknown'],
    ['it has any probe open, and ours is the only one', any, { devices: ['066EFF'] }, 'same'],
    ['the same with a nameless device', any, { devices: [UNKNOWN_SERIAL] }, 'same'],
    ['its arguments name ours', mine, { probe: serial('683123456') }, 'same'],
    ['its arguments name another', mine, { probe: serial('77') }, 'other'],
    ['neither names one, both are OpenOCD', any, {}, 'same'],
    ['neither names one, different programs', any, { program: 'jlink' }, 'unknown'],
    ['ours is named, its is not', mine, {}, 'unknown'],
    ['its probe is on the network', any, { probe: { kind: 'network', address: 'a' } }, 'other'],
    [
      'both on the network, same place',
      { kind: 'network', address: 'a' },
      { probe: { kind: 'network', address: 'a' } },
      'same',
    ],
    ['ours is on the network', { kind: 'network', address: 'a' }, { devices: ['1'] }, 'other'],
    ['ours is a server that runs already', { kind: 'server', host: 'h', port: 1 }, {}, 'other'],
  ])('%s', (_, use, running, standing) => {
    expect(judgeServer({ use, server: 'openocd' }, server(running))).toBe(standing);
  });
});

describe('running servers', () => {
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
      ['a device without a description', '/dev/bus/usb/001/009', [UNKNOWN_SERIAL]],
      ['nothing of USB', 'socket:[1234]', []],
    ])('a server that has its probe open %s', (_, link, devices) => {
      laySysfs();
      lay(7, 'openocd\0-f\0my board.cfg\0', '/dev/null', link);
      expect(servers()).toMatchObject([{ program: 'openocd', pid: 7, devices }]);
    });

    test('other, ended and foreign processes do not count', () => {
      lay(7, 'vim\0openocd.cfg\0');
      lay(8, '');
      lay(9, 'openocd\0');
      mkdirSync(join(root, 'proc/self'));
      expect(servers().map(({ pid }) => pid)).toEqual([9]);
      expect(servers(12345)).toEqual([]);
    });

    test('one that ends while it is examined has no probe', () => {
      lay(9, 'openocd\0');
      lay(10, 'openocd\0');
      const folders = { proc: join(root, 'proc'), sys: join(root, 'sys') };
      const listed = linuxProcesses(folders, process.getuid?.());
      rmSync(join(root, 'proc/9'), { recursive: true });
      rmSync(join(root, 'proc/10/fd'), { recursive: true });
      expect(serversAmong(listed)).toMatchObject([{ pid: 10, devices: undefined }]);
    });

    test('this process is among the real ones', () => {
      expect(linuxProcesses().map(({ pid }) => pid)).toContain(process.pid);
    });
  });

  test('are read from ps on macOS', () => {
    const text = [
      '  501   314 /opt/homebrew/bin/openocd -f board.cfg -c adapter serial ABC',
      '    0     1 /sbin/launchd',
      '  502   315 /usr/local/bin/openocd',
      'garbage',
    ].join('\n');
    expect(serversAmong(parsePsOutput(text, 501))).toMatchObject([
      { pid: 314, probe: { kind: 'serial', serial: 'ABC' }, devices: undefined },
    ]);
  });

  test('are read from tasklist on Windows', () => {
    const text =
      '"System","4","Services","0","1 K"\r\n"JLinkGDBServerCL.exe","4711","Console"\r\n\r\n';
    expect(serversAmong(parseTasklistOutput(text))).toMatchObject([
      { program: 'jlink', pid: 4711, probe: { kind: 'unsaid' } },
    ]);
  });
});
