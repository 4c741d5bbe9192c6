import { describe, expect, test } from 'vitest';
import { detect } from './detect';
import { folder, world } from './testing/world';

describe('zephyr', () => {
  const CONFIG = `# Common runner configuration values.
config:
  board_dir: /zephyr/boards/nxp/mimxrt1050_evk
  # Build outputs:
  elf_file: zephyr.elf
  # Host tools:
  gdb: /sdk/arm-zephyr-eabi-gdb
  openocd: /sdk/bin/openocd
  openocd_search:
    - /sdk/share/openocd/scripts
`;

  const RUNNERS = `# Available runners configured by board.cmake.
runners:
- jlink
- linkserver
- pyocd
- openocd

# Default flash runner if --runner is not given.
flash-runner: linkserver

# Default debug runner if --runner is not given.
debug-runner: pyocd

${CONFIG}
# Runner specific arguments
args:
  jlink:
    - --dt-flash=y
    - --device=MCIMXRT1052
    - --loader=BankAddr=0x60000000&Loader=QSPI
    - --speed=4000
    - '--tool-opt=-jlinkscriptfile /b/x.JLinkScript'
  linkserver:
    - --dt-flash=y
    - --device=MIMXRT1052xxxxB:EVKB-IMXRT1050
  pyocd:
    - --target=mimxrt1050_quadspi
    - --frequency=4000000
  openocd:
    - --config=/b/support/openocd.cfg
    - --cmd-load
    - flash write_image erase
    - --cmd-pre-init
    - adapter speed 1000
`;

  const build = (runners: string, more = {}) =>
    world([folder('app', { 'build/zephyr/runners.yaml': runners, ...more })]);

  test('unreadable runners are a gap with the file’s path', () => {
    const { boards } = detect(build('runners:\n- jlink\nargs: [\n'));
    expect(boards.map(({ id, gaps }) => ({ id, gaps }))).toEqual([
      {
        id: 'zephyr:build',
        gaps: [
          {
            what: expect.stringMatching(
              /^build\/zephyr\/runners\.yaml cannot be read: .* \(line 4, column \d+\)$/,
            ) as unknown,
            remedy: 'Build again: the build writes this file.',
          },
        ],
      },
    ]);
  });

  test('offers the board through every known runner, the debug runner first', () => {
    const { boards, problems } = detect(build(RUNNERS));
    expect(boards.map(({ id }) => id)).toEqual([
      'zephyr:build',
      'zephyr:build/linkserver',
      'zephyr:build/jlink',
      'zephyr:build/openocd',
    ]);
    expect(problems).toEqual([]);
    expect(boards[0]).toEqual({
      id: 'zephyr:build',
      title: 'mimxrt1050_evk by pyocd (build)',
      source: 'build/zephyr/runners.yaml',
      server: { kind: 'pyocd', program: undefined, target: 'mimxrt1050_quadspi', args: [] },
      probe: undefined,
      speedKhz: 4000,
      images: { kind: 'files', headline: '/w/app/build/zephyr/zephyr.elf' },
      namesPrograms: false,
      gaps: [],
      commands: [],
    });
  });

  test('reads the arguments of each runner', () => {
    const [, linkserver, jlink, openocd] = detect(build(RUNNERS)).boards;
    expect(linkserver?.server).toEqual({
      kind: 'linkserver',
      device: 'MIMXRT1052xxxxB:EVKB-IMXRT1050',
      args: [],
    });
    expect(jlink).toMatchObject({
      server: {
        device: 'MCIMXRT1052?BankAddr=0x60000000&Loader=QSPI',
        args: ['-jlinkscriptfile', '/b/x.JLinkScript'],
      },
      speedKhz: 4000,
      namesPrograms: true,
    });
    expect(openocd).toMatchObject({
      server: {
        kind: 'openocd',
        program: '/sdk/bin/openocd',
        configFiles: ['/b/support/openocd.cfg'],
        searchFolders: [
          '/zephyr/boards/nxp/mimxrt1050_evk/support',
          '/b/support',
          '/sdk/share/openocd/scripts',
        ],
        commands: ['adapter speed 1000'],
      },
      namesPrograms: true,
    });
  });

  test('uses the board’s own OpenOCD file unless one is named', () => {
    const runners = `runners: [openocd]\n${CONFIG}args: {}\n`;
    expect(detect(build(runners)).boards[0]?.server).toMatchObject({
      configFiles: ['openocd.cfg'],
      searchFolders: ['/zephyr/boards/nxp/mimxrt1050_evk/support', '/sdk/share/openocd/scripts'],
    });
  });

  test('configures a board without a file by commands', () => {
    const args = `args:
  openocd:
    - --cmd-pre-init
    - source [find interface/jlink.cfg]
    - --cmd-pre-init
    - transport select swd
`;
    expect(detect(build(`runners: [openocd]\n${CONFIG}${args}`)).boards[0]?.server).toMatchObject({
      configFiles: [],
      commands: ['source [find interface/jlink.cfg]', 'transport select swd'],
    });
  });

  test('reports a core without an agent', () => {
    const runners = `runners:\n- esp32\n- openocd\n${CONFIG}`.replace(
      'arm-zephyr-eabi',
      'xtensa-esp32',
    );
    const { boards } = detect(build(runners));
    expect(boards).toHaveLength(1);
    expect(boards[0]?.gaps[0]?.what).toContain('not for Arm cores');
  });

  test('takes the board’s name from the build’s files', () => {
    const config = { 'build/zephyr/.config': 'CONFIG_X=y\nCONFIG_BOARD="nucleo_h743zi"\n' };
    const cache = { 'build/CMakeCache.txt': '// The board\nBOARD:STRING=nucleo_f401re/stm32\n' };
    const runners = 'runners:\n- openocd\n';
    expect(detect(build(runners, config)).boards[0]?.title).toContain('nucleo_h743zi by openocd');
    expect(detect(build(runners, cache)).boards[0]?.title).toContain('nucleo_f401re/stm32');
    expect(detect(build(runners)).boards[0]?.title).toContain('A board');
  });

  describe('several images', () => {
    const files = (domains: object) => ({
      'build/app/zephyr/runners.yaml': RUNNERS,
      'build/mcuboot/zephyr/runners.yaml': RUNNERS,
      ...domains,
    });
    const names = (domains: object) =>
      detect(world([folder('app', files(domains))]))
        .boards.filter(({ id }) => !/\/(?:jlink|linkserver|openocd)$/.test(id))
        .map(({ id }) => id);

    test('sysbuild selects one', () => {
      const domains =
        'default: app\nbuild_dir: /x\ndomains:\n- name: mcuboot\n  build_dir: /x/mcuboot\n- name: app\n  build_dir: /x/app\n';
      expect(names({ 'build/domains.yaml': domains })).toEqual(['zephyr:build/app']);
    });

    test('two builds in one folder are two boards', () => {
      expect(names({})).toEqual(['zephyr:build/app', 'zephyr:build/mcuboot']);
    });
  });

  test('reports unknown runners', () => {
    const [board] = detect(build(`runners:\n- bossac\n- uf2\nflash-runner: uf2\n${CONFIG}`)).boards;
    expect(board?.server).toBeUndefined();
    expect(board?.gaps[0]?.what).toContain('bossac, uf2');
  });

  test.each(['runners:\n- qemu\n', 'runners: []\n', 'nonsense', ''])('ignores %j', (runners) => {
    expect(detect(build(runners)).boards).toEqual([]);
  });

  test('a J-Link runner without a device is a gap', () => {
    expect(detect(build('runners:\n- jlink\n')).boards[0]?.gaps[0]?.what).toContain(
      'Its device is unknown',
    );
  });
});

describe('zephyr emulated', () => {
  const inApp = (files: Readonly<Record<string, string>>) =>
    detect(world([folder('app', files)])).boards;

  test('a build for an emulated board is a board, by its own configuration alone', () => {
    const config =
      'CONFIG_BOARD="mps2"\nCONFIG_BOARD_TARGET="mps2/an385"\nCONFIG_KERNEL_BIN_NAME="zephyr"\n';
    expect(inApp({ 'build/zephyr/.config': config })).toEqual([
      {
        id: 'zephyr:build',
        title: 'mps2/an385 emulated by QEMU (build)',
        source: 'build/zephyr/.config',
        server: { kind: 'qemu', machine: 'mps2-an385' },
        images: { kind: 'files', headline: '/w/app/build/zephyr/zephyr.elf' },
        namesPrograms: false,
        gaps: [],
        commands: [],
      },
    ]);
  });

  test.each([
    ['before Zephyr 3.7', 'CONFIG_BOARD="mps2_an385"\n', 'mps2-an385'],
    ['with another core', 'CONFIG_BOARD_TARGET="mps2/an500"\n', 'mps2-an500'],
  ])('%s', (_, config, machine) => {
    const [board] = inApp({ 'build/zephyr/.config': config });
    expect(board?.server).toEqual({ kind: 'qemu', machine });
  });

  test.each([
    ['another emulator', 'CONFIG_BOARD="native_sim"\n'],
    ['a machine that no agent runs on', 'CONFIG_BOARD="qemu_cortex_m3"\n'],
    ['no board', 'CONFIG_X=y\n'],
  ])('rejects %s', (_, config) => {
    expect(inApp({ 'build/zephyr/.config': config })).toEqual([]);
  });

  test('the program has the name that the build gives it', () => {
    const config = 'CONFIG_BOARD="mps2_an385"\nCONFIG_KERNEL_BIN_NAME="app"\n';
    const [board] = inApp({ 'out/zephyr/.config': config });
    expect(board).toMatchObject({
      id: 'zephyr:out',
      images: { headline: '/w/app/out/zephyr/app.elf' },
    });
  });

  test('prefers a board that is connected', () => {
    const files = {
      'build/zephyr/.config': 'CONFIG_BOARD="mps2_an385"\n',
      'build/zephyr/runners.yaml': 'runners:\n- openocd\n',
    };
    expect(inApp(files).map(({ id, server }) => [id, server?.kind])).toEqual([
      ['zephyr:build', 'openocd'],
      ['zephyr:build/qemu', 'qemu'],
    ]);
  });

  test('ignores a boot loader that is built beside the application', () => {
    const config = 'CONFIG_BOARD_TARGET="mps2/an385"\n';
    const domains =
      'default: app\ndomains:\n- name: mcuboot\n  build_dir: /x/mcuboot\n- name: app\n  build_dir: /x/app\n';
    const files = { 'build/app/zephyr/.config': config, 'build/mcuboot/zephyr/.config': config };
    const boards = inApp({ ...files, 'build/domains.yaml': domains });
    expect(boards.map(({ id }) => id)).toEqual(['zephyr:build/app']);
  });
});
