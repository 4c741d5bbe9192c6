import { describe, expect, test } from 'vitest';
import { detect } from './detect';
import { folder, world } from './testing/world';

function detectBoards(boards: unknown, fromProject = false) {
  const app = folder('app', {}, { 'cyclescope.boards': boards }, fromProject);
  return detect(world([app]));
}

describe('each server', () => {
  test.each([
    [
      { server: 'openocd', configFiles: ['board/x.cfg'], commands: ['adapter speed 100'] },
      {
        kind: 'openocd',
        configFiles: ['board/x.cfg'],
        searchFolders: ['/home/me'],
        commands: ['adapter speed 100'],
      },
    ],
    [
      { server: 'pyocd', device: 'stm32f4' },
      { kind: 'pyocd', target: 'stm32f4', args: [] },
    ],
    [
      { server: 'jlink', device: 'A', interface: 'jtag', address: '10.0.0.7' },
      { kind: 'jlink', device: 'A', interface: 'jtag', address: '10.0.0.7' },
    ],
    [
      { server: 'linkserver', device: 'A:B', program: '~x/LinkServer' },
      { kind: 'linkserver', device: 'A:B', program: '/home/me/~x/LinkServer' },
    ],
    [
      { server: 'stlink', programmerFolder: '/st' },
      { kind: 'stlink', programmerFolder: '/st' },
    ],
    [{ server: 'gdb://:3333' }, { kind: 'external', host: 'localhost', port: 3333 }],
    [{ server: 'gdb://10.0.0.2:3333' }, { kind: 'external', host: '10.0.0.2', port: 3333 }],
  ])('%j', (entry, server) => {
    const { boards, problems } = detectBoards([
      { name: 'Mine', probe: 815, speed: 4000, ...entry },
    ]);
    expect(problems).toEqual([]);
    expect(boards[0]).toMatchObject({
      id: 'board:Mine',
      title: 'Mine',
      source: 'settings: "Mine"',
      server,
      probe: '815',
      speedKhz: 4000,
      namesPrograms: false,
      gaps: [],
    });
  });
});

test('a serial port is identified by its address', () => {
  const entry = { name: 'Mine', server: 'serial:///dev/ttyACM0?baud=921600', elf: '/a.elf' };
  expect(detectBoards([entry]).boards[0]).toMatchObject({
    server: { kind: 'serial', path: '/dev/ttyACM0', baud: 921_600 },
    images: { kind: 'files', headline: '/a.elf' },
    gaps: [],
  });
});

test('an emulated machine is given as the device', () => {
  const entry = { name: 'Mine', server: 'qemu', device: 'mps2-an385', elf: '/a.elf' };
  expect(detectBoards([entry]).boards[0]).toMatchObject({
    server: { kind: 'qemu', machine: 'mps2-an385' },
    images: { kind: 'files', headline: '/a.elf' },
    gaps: [],
  });
  expect(detectBoards([{ ...entry, device: 'lm3s6965evb' }]).boards[0]?.gaps).toEqual([
    {
      what: 'Agents do not run on the QEMU machine "lm3s6965evb"',
      remedy: '"device" must be one of mps2-an385, mps2-an386, mps2-an500.',
    },
  ]);
});

test('images are given by name or as files', () => {
  const base = { name: 'Mine', server: 'pyocd' };
  expect(detectBoards([{ ...base, images: 'imxrt1050' }]).boards[0]?.images).toEqual({
    kind: 'named',
    name: 'imxrt1050',
  });
  const files = { ...base, elf: '${workspaceFolder}/h.elf', tracedElf: '/t.elf' };
  expect(detectBoards([files]).boards[0]?.images).toEqual({
    kind: 'files',
    headline: '/w/app/h.elf',
    traced: '/t.elf',
  });
});

describe('a board that a project describes', () => {
  test('resolves paths from its folder, and names programs', () => {
    const boards = [
      { name: 'a', server: 'openocd', configFiles: ['./x.cfg'], program: 'tools/openocd' },
      { name: 'b', server: 'pyocd', device: 'x', elf: 'out/a.elf' },
      { name: 'c', server: 'jlink', device: 'x' },
    ];
    const [a, b, c] = detectBoards(boards, true).boards;
    expect(a).toMatchObject({
      server: { program: '/w/app/tools/openocd', configFiles: ['/w/app/x.cfg'] },
      namesPrograms: true,
    });
    expect(b).toMatchObject({
      server: { args: ['--project', '/w/app'] },
      images: { headline: '/w/app/out/a.elf' },
      namesPrograms: true,
    });
    expect(c?.namesPrograms).toBe(false);
  });

  test('the user’s own pyOCD reads no folder of a project', () => {
    expect(detectBoards([{ name: 'a', server: 'pyocd' }]).boards[0]).toMatchObject({
      server: { args: [] },
      namesPrograms: false,
    });
  });
});

describe('mistakes are reported and disable the board', () => {
  test.each([
    [{ server: 'openOCD' }, /"openOCD" is not a debug server/],
    [{}, /"" is not a debug server/],
    [{ server: 'jlink', devise: 'A' }, /"devise" is not a member/],
    [
      { server: 'openocd', device: 'A' },
      /"device" is not a member of boards with the server openocd/,
    ],
    [{ server: 'jlink', device: 'A', speed: 'fast' }, /"speed"/],
    [{ server: 'jlink', device: 'A', interface: 'spi' }, /"interface"/],
    [{ server: 'pyocd', args: '-v' }, /"args"/],
    [{ server: 'gdb://nowhere' }, /"gdb:\/\/nowhere" is not an address/],
    [{ server: 'serial://ttyACM0' }, /"serial:\/\/ttyACM0" is not an address/],
    [{ server: 'jlink' }, /Its device is unknown/],
    [{ server: 'jlink', device: '${input:device}' }, /\$\{input:device\}/],
  ])('in %j', (entry, what) => {
    const { boards } = detectBoards([{ name: 'Mine', ...entry }]);
    expect(boards[0]?.server).toBeUndefined();
    expect(boards[0]?.gaps.map((gap) => gap.what).join()).toMatch(what);
  });

  test('with a similar name if a member is misspelled', () => {
    const { boards } = detectBoards([{ name: 'Mine', server: 'jlink', devise: 'A' }]);
    expect(boards[0]?.gaps[0]?.remedy).toContain('"device"');
  });

  test.each(['nonsense', 7, [3], [{ server: 'jlink' }], { server: 'jlink' }])(
    'rejects %j',
    (setting) => {
      const { boards, problems } = detectBoards(setting);
      expect(boards).toEqual([]);
      expect(problems).toEqual(['A board in the setting cyclescope.boards has no "name".']);
    },
  );
});

test('the user’s boards are listed once, however many folders are open', () => {
  const setting = { value: [{ name: 'a', server: 'pyocd' }], fromProject: false };
  const folders = ['one', 'two'].map((name) => ({ ...folder(name, {}), setting: () => setting }));
  const { boards } = detect(world(folders, { setting: () => setting }));
  expect(boards.map(({ id }) => id)).toEqual(['board:a']);
});

test('the user’s boards are listed without an open folder', () => {
  const setting = () => ({ value: [{ name: 'a', server: 'pyocd' }], fromProject: false });
  expect(detect(world([], { setting })).boards.map(({ id }) => id)).toEqual(['board:a']);
});
