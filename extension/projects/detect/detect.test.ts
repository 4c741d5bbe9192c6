import { describe, expect, test } from 'vitest';
import { detect } from './detect';
import { folder, launching, world } from './testing/world';

describe('detect', () => {
  const jlink = (name: string, device?: string) => ({
    name,
    type: 'cortex-debug',
    servertype: 'jlink',
    device,
  });
  const launch = (...configurations: object[]) => ({ '.vscode/launch.json': { configurations } });

  test('finds nothing in an empty world', () => {
    expect(detect(world([]))).toEqual({ boards: [], problems: [] });
  });

  test('usable boards come first, then the most specific', () => {
    const app = folder(
      'app',
      {
        ...launch(jlink('no device'), jlink('device', 'A')),
        'build/zephyr/runners.yaml': 'runners: [pyocd, openocd]',
        '.vscode/mcuxpresso-tools.json': { sdk: { deviceId: 'X' } },
      },
      { 'cyclescope.boards': [{ name: 'mine', server: 'pyocd' }] },
    );
    expect(detect(world([app])).boards.map(({ id }) => id)).toEqual([
      'board:mine',
      'launch:device',
      'zephyr:build',
      'mcux:app',
      'zephyr:build/openocd',
      'launch:no device',
    ]);
  });

  test('boards of one name are distinguished by their folders, and within a folder by numbers', () => {
    const one = folder(
      'one',
      launch(jlink('Debug', 'A'), jlink('Debug', 'B'), jlink('Other', 'C')),
    );
    const two = folder('two', launch(jlink('Debug', 'D')));
    expect(detect(world([one, two])).boards.map(({ id }) => id)).toEqual([
      'launch:one/Debug',
      'launch:one/Debug (2)',
      'launch:Other',
      'launch:two/Debug',
    ]);
  });

  test('ids do not depend on the order of folders', () => {
    const one = folder('one', launch(jlink('A', 'A')));
    const two = folder('two', launch(jlink('B', 'B')));
    const ids = (folders: Parameters<typeof world>[0]) =>
      detect(world(folders))
        .boards.map(({ id }) => id)
        .sort();
    expect(ids([one, two])).toEqual(ids([two, one]));
  });

  test('reads the configurations of a workspace file', () => {
    const text = JSON.stringify({
      launch: { configurations: [jlink('Shared', '${workspaceFolderBasename:app}')] },
    });
    const workspaceFile = { path: '/w/all.code-workspace', text };
    const [board] = detect(world([folder('app', {}), folder('lib', {})], { workspaceFile })).boards;
    expect(board).toMatchObject({
      id: 'launch:Shared',
      source: 'all.code-workspace: "Shared"',
      server: { device: 'app' },
    });
  });

  test('reports a file that is not JSON, and reads the others', () => {
    const broken = folder('broken', { '.vscode/launch.json': '{"configurations": [' });
    const good = folder('good', launch(jlink('Debug', 'A')));
    const { boards, problems } = detect(world([broken, good]));
    expect(boards).toHaveLength(1);
    expect(problems).toEqual([expect.stringMatching(/^launch\.json of broken cannot be read: ./)]);
  });

  test.each([
    { configurations: 'none' },
    { configurations: [null, 3, 'text', [], {}, { name: 'x' }, { type: 'cortex-debug' }] },
    [],
    'text',
    null,
  ])('finds nothing in %j', (content) => {
    expect(detect(world([folder('app', { '.vscode/launch.json': content })])).boards).toEqual([]);
  });

  test('members of the wrong type never throw', () => {
    const shapes = [null, 3, 'x', [], [[]], {}, { a: [{}] }, true];
    const types = ['cortex-debug', 'mcuxpresso-debug', 'cppdbg', 'gdbtarget'];
    const members = [
      'servertype',
      'configFiles',
      'serverArgs',
      'executable',
      'cwd',
      'linux',
      'target',
    ].concat(['gdbServerConfigs', 'debugServerPath', 'setupCommands', 'gdbTarget', 'interface']);
    const configurations = types.flatMap((type) =>
      ['openocd', 'jlink', 'pyocd', 'stlink', 'external'].flatMap((servertype) =>
        members.flatMap((member) =>
          shapes.map((shape) => ({ name: 'x', type, servertype, [member]: shape })),
        ),
      ),
    );
    const { boards } = detect(world([folder('app', launch(...configurations))]));
    expect(boards.length).toBeGreaterThan(100);
    expect(new Set(boards.map(({ id }) => id)).size).toBe(boards.length);
  });
});

describe('gdb adapters', () => {
  const boards = (config: object, files = {}) =>
    detect({ ...launching([{ name: 'Debug', request: 'launch', ...config }]), ...files }).boards;

  describe('the C/C++ extension', () => {
    const base = { type: 'cppdbg', MIMode: 'gdb', program: '${workspaceFolder}/a.elf' };
    const gdb = { miDebuggerPath: '/usr/bin/arm-none-eabi-gdb' };

    test('a running server', () => {
      expect(
        boards({ ...base, ...gdb, miDebuggerServerAddress: 'localhost:3333' })[0],
      ).toMatchObject({
        server: { kind: 'external', host: 'localhost', port: 3333 },
        images: { kind: 'files', headline: '/w/app/a.elf' },
        namesPrograms: false,
      });
    });

    test('an address among its commands', () => {
      const setupCommands = [
        { text: '-enable-pretty-printing' },
        { text: '-target-select extended-remote localhost:2331' },
      ];
      expect(boards({ ...base, ...gdb, setupCommands })[0]?.server).toMatchObject({ port: 2331 });
    });

    test('OpenOCD started by it', () => {
      const debugServerArgs =
        '-s "c:/ocd scripts/" -f interface/stlink.cfg -f target/stm32h7x.cfg -c "gdb_port 3333"';
      const config = { ...base, ...gdb, debugServerPath: '/opt/openocd', debugServerArgs };
      expect(boards(config)[0]).toMatchObject({
        server: {
          kind: 'openocd',
          program: '/opt/openocd',
          configFiles: ['interface/stlink.cfg', 'target/stm32h7x.cfg'],
          searchFolders: ['/w/app/c:/ocd scripts', '/w/app'],
          commands: [],
        },
        namesPrograms: true,
      });
    });

    test('pyOCD and ST’s server started by it', () => {
      const start = (debugServerPath: string, debugServerArgs: string) =>
        boards({ ...base, ...gdb, debugServerPath, debugServerArgs })[0]?.server;
      expect(start('pyocd', 'gdbserver --pack=a.pack  --target _at32f415rct7 -p 3333')).toEqual({
        kind: 'pyocd',
        program: 'pyocd',
        target: '_at32f415rct7',
        args: ['--project', '/w/app', '--pack=a.pack'],
      });
      expect(start('/st/ST-LINK_gdbserver', '-p 61234 -cp /st/prog -d -m 0')).toEqual({
        kind: 'stlink',
        program: '/st/ST-LINK_gdbserver',
        programmerFolder: '/st/prog',
        args: ['-m', '0'],
      });
    });

    test('an unknown server', () => {
      const found = boards({
        ...base,
        ...gdb,
        debugServerPath: './mine.sh',
        debugServerArgs: '',
      })[0];
      expect(found?.gaps[0]?.what).toContain('./mine.sh');
    });

    test.each([
      ['a program of this computer', {}],
      ['a program under another debugger', { debugServerPath: '/usr/bin/winedbg' }],
      [
        'another computer’s gdbserver',
        { miDebuggerPath: '/usr/bin/gdb', miDebuggerServerAddress: 'pi:2000' },
      ],
    ])('rejects %s', (_, config) => {
      expect(boards({ ...base, ...config })).toEqual([]);
    });
  });

  describe('the CDT adapter', () => {
    const base = { type: 'gdbtarget', program: 'a.axf', gdb: 'arm-none-eabi-gdb' };

    test('pyOCD, with the device from the build', () => {
      const config = {
        ...base,
        target: { server: 'pyocd', port: '3333' },
        cmsis: { cbuildRunFile: 'out/a.cbuild-run.yml', updateConfiguration: 'auto' },
      };
      expect(boards(config)[0]).toMatchObject({
        server: {
          kind: 'pyocd',
          program: 'pyocd',
          args: ['--project', '/w/app', '--cbuild-run', 'out/a.cbuild-run.yml'],
        },
        namesPrograms: true,
      });
    });

    test('pyOCD as a module of Python', () => {
      const serverParameters = [
        '-mpyocd',
        'gdbserver',
        '--target',
        'stm32u585aiix',
        '--port',
        '3333',
      ];
      const target = { server: 'python', serverParameters, port: '3333' };
      expect(boards({ ...base, target })[0]?.server).toMatchObject({
        kind: 'pyocd',
        target: 'stm32u585aiix',
        args: ['--project', '/w/app'],
      });
    });

    test('J-Link, with the device in a command', () => {
      const serverParameters = [
        '-device',
        '${command:device-manager.getDeviceName}',
        '-port',
        '3333',
      ];
      const target = { server: 'JLinkGDBServerCLExe', serverParameters };
      expect(boards({ ...base, target })[0]).toMatchObject({
        server: undefined,
        commands: ['device-manager.getDeviceName'],
      });
    });

    test('a running server', () => {
      expect(boards({ ...base, target: { port: '3333' } })[0]?.server).toEqual({
        kind: 'external',
        host: 'localhost',
        port: 3333,
      });
      const target = { type: 'remote', parameters: ['10.0.0.2:2331'] };
      expect(boards({ ...base, target })[0]?.server).toMatchObject({
        host: '10.0.0.2',
        port: 2331,
      });
      expect(boards({ ...base, target: {} })[0]?.gaps).toHaveLength(1);
    });

    test('cores other than Arm’s are rejected', () => {
      const config = { ...base, gdb: '${command:espIdf.getXtensaGdb}', target: { port: '3333' } };
      expect(boards(config)[0]?.server).toBeUndefined();
    });
  });

  test.each(['probe-rs-debug', 'platformio-debug', 'stlinkgdbtarget', 'arm-debugger'])(
    '%s is listed with the reason',
    (type) => {
      expect(boards({ type })[0]?.gaps[0]?.what).toContain('cannot read');
    },
  );

  test.each(['node', 'python', 'lldb', 'cppvsdbg'])('%s is ignored', (type) => {
    expect(boards({ type })).toEqual([]);
  });
});

describe('mcux', () => {
  const TOOLS = {
    version: '25.3',
    projectType: 'sdk-v2-freestanding',
    sdk: {
      boardId: 'evkbimxrt1050',
      deviceId: 'MIMXRT1052xxxxx',
      coreId: 'cm7',
      path: '${userHome}/sdk',
    },
  };
  const BUILT = 'CONFIG_A=y\nCONFIG_MCUX_HW_DEVICE_ID="MIMXRT1052xxxxB"\n';
  const launch = (configuration: object) => ({
    '.vscode/launch.json': {
      configurations: [
        { type: 'mcuxpresso-debug', name: 'Debug', request: 'launch', ...configuration },
      ],
    },
  });
  const boards = (files: object) => detect(world([folder('app', { ...files })])).boards;

  describe('the project’s own file', () => {
    test('is sufficient for NXP’s server', () => {
      expect(boards({ '.vscode/mcuxpresso-tools.json': TOOLS })).toEqual([
        {
          id: 'mcux:app',
          title: 'evkbimxrt1050 by LinkServer',
          source: '.vscode/mcuxpresso-tools.json',
          server: { kind: 'linkserver', device: 'MIMXRT1052xxxxx', args: [] },
          namesPrograms: false,
          gaps: [],
          commands: [],
        },
      ]);
    });

    test('a build knows the full device', () => {
      const files = { '.vscode/mcuxpresso-tools.json': TOOLS, 'debug/.config': BUILT };
      expect(boards(files)[0]?.server).toMatchObject({ device: 'MIMXRT1052xxxxB' });
    });

    test('a build for another device is a question, never a choice', () => {
      const other = BUILT.replace('MIMXRT1052xxxxB', 'MCXN947');
      const [board] = boards({ '.vscode/mcuxpresso-tools.json': TOOLS, 'debug/.config': other });
      expect(board?.server).toBeUndefined();
      expect(board?.gaps).toHaveLength(1);
      expect(board?.gaps[0]?.what).toBe(
        'Its device is ambiguous: debug/.config names MCXN947, .vscode/mcuxpresso-tools.json names MIMXRT1052xxxxx',
      );
    });

    test('a Zephyr project leaves the board to its build', () => {
      const zephyr = { projectType: 'zephyr-freestanding', sdk: { path: '/z', version: '3.7' } };
      expect(boards({ '.vscode/mcuxpresso-tools.json': zephyr })).toEqual([]);
    });
  });

  describe('its debug configurations', () => {
    const tools = { '.vscode/mcuxpresso-tools.json': TOOLS };

    test('the probe by its number, the program as an object or a string', () => {
      const files = launch({
        probeSerialNumber: 'DWAQBR4FM1',
        executable: { elf: 'debug/app.elf' },
      });
      expect(boards({ ...tools, ...files })[0]).toMatchObject({
        id: 'launch:Debug',
        server: { kind: 'linkserver', device: 'MIMXRT1052xxxxx' },
        probe: 'DWAQBR4FM1',
        images: { headline: '/w/app/debug/app.elf' },
      });
      const empty = launch({ probeSerialNumber: '', executable: { elf: '' } });
      expect(boards({ ...tools, ...empty })[0]).toMatchObject({
        probe: undefined,
        images: undefined,
      });
      const text = launch({ executable: '${workspaceFolder}/a.elf' });
      expect(boards({ ...tools, ...text })[0]?.images).toMatchObject({ headline: '/w/app/a.elf' });
    });

    test('J-Link if one is configured', () => {
      const gdbServerConfigs = {
        linkserver: {},
        segger: { device: 'MCXW727', interface: 'JTAG', speed: '10000' },
      };
      expect(boards({ ...tools, ...launch({ gdbServerConfigs }) })[0]).toMatchObject({
        server: { kind: 'jlink', device: 'MCXW727', interface: 'jtag' },
        speedKhz: 10_000,
      });
      const both = launch({ gdbServerConfigs, probeType: 'linkserver' });
      expect(boards({ ...tools, ...both })[0]?.server).toMatchObject({ kind: 'linkserver' });
    });

    test('J-Link’s own device name is asked for', () => {
      const found = boards({ ...tools, ...launch({ probeType: 'jlink' }) });
      expect(found.at(-1)?.gaps[0]?.what).toContain('J-Link GDB server needs its name');
    });

    test('without the project’s file the device is asked for', () => {
      expect(boards(launch({}))[0]?.gaps[0]?.what).toContain('LinkServer needs its name');
    });

    test('an older one of the C/C++ extension', () => {
      const old = {
        type: 'cppdbg',
        program: '',
        miDebuggerServerAddress: '',
        variables: { mcuxStopAtSymbol: 'main', mcuxSerialNumber: '0244' },
      };
      expect(boards({ ...tools, ...launch(old) })[0]).toMatchObject({
        id: 'launch:Debug',
        server: { kind: 'linkserver', device: 'MIMXRT1052xxxxx' },
        probe: '0244',
      });
      const remote = launch({ ...old, miDebuggerServerAddress: 'host:3333' });
      expect(boards({ ...tools, ...remote })[0]?.server).toMatchObject({ kind: 'external' });
    });

    test('PEmicro is reported', () => {
      expect(boards(launch({ probeType: 'pemicro' }))[0]?.gaps[0]?.what).toContain('PEmicro');
    });
  });

  describe('builds that no other file mentions', () => {
    test('an MCUXpresso build', () => {
      const cache = 'board:STRING=evkbimxrt1050\nSdkRootDirPath:PATH=/sdk\n';
      expect(boards({ 'debug/CMakeCache.txt': cache, 'debug/.config': BUILT })[0]).toMatchObject({
        id: 'cmake:debug',
        source: 'debug/CMakeCache.txt',
        title: 'evkbimxrt1050 by LinkServer (debug)',
        server: { kind: 'linkserver', device: 'MIMXRT1052xxxxB' },
      });
    });

    test('an unfinished Zephyr build', () => {
      const cache = 'BOARD:STRING=frdm_k64f\nZEPHYR_BASE:PATH=/zephyr\n';
      const [board] = boards({ 'build/CMakeCache.txt': cache });
      expect(board?.gaps[0]?.what).toContain('runners.yaml is missing');
      expect(boards({ 'build/CMakeCache.txt': cache.replace('frdm_k64f', 'native_sim') })).toEqual(
        [],
      );
      const runners = { 'build/zephyr/runners.yaml': 'runners:\n- pyocd\n' };
      expect(boards({ 'build/CMakeCache.txt': cache, ...runners }).map(({ id }) => id)).toEqual([
        'zephyr:build',
      ]);
    });

    test('a build of something else is not a board', () => {
      expect(
        boards({ 'build/CMakeCache.txt': 'CMAKE_BUILD_TYPE:STRING=Debug\nBOARD:STRING=x\n' }),
      ).toEqual([]);
    });
  });
});

describe('pairs of builds', () => {
  const RUNNERS = `runners: [jlink, pyocd]
config:
  elf_file: zephyr.elf
args:
  jlink:
    - --device=MK64FN1M0xxx12
  pyocd:
    - --target=k64f
`;
  const ours = (build: string) => `build/cyclescope/${build}/zephyr/runners.yaml`;
  const detectBuilds = (...builds: readonly string[]) =>
    detect(world([folder('app', Object.fromEntries(builds.map((each) => [ours(each), RUNNERS])))]))
      .boards;

  test('both builds of a project are one board with two programs', () => {
    const boards = detectBuilds('headline', 'traced');
    expect(boards.map(({ id }) => id)).toEqual([
      'zephyr:build/cyclescope/headline',
      'zephyr:build/cyclescope/headline/pyocd',
    ]);
    const images = {
      kind: 'files',
      headline: '/w/app/build/cyclescope/headline/zephyr/zephyr.elf',
      traced: '/w/app/build/cyclescope/traced/zephyr/zephyr.elf',
    };
    expect(boards.map((board) => board.images)).toEqual([images, images]);
  });

  test('a single build is a board of its own', () => {
    expect(detectBuilds('headline')[0]?.images).not.toHaveProperty('traced');
    expect(detectBuilds('traced')[0]?.id).toBe('zephyr:build/cyclescope/traced');
  });

  test('projects of one workspace are kept apart', () => {
    const files = {
      'a/build/cyclescope/headline/zephyr/runners.yaml': RUNNERS,
      'b/build/cyclescope/traced/zephyr/runners.yaml': RUNNERS,
    };
    const { boards } = detect(world([folder('app', files)]));
    expect(boards.map(({ images }) => images).every((each) => !('traced' in (each ?? {})))).toBe(
      true,
    );
    expect(boards).toHaveLength(4);
  });

  describe('a build of the MCUXpresso SDK', () => {
    const runners = `flash-runner: linkserver
runners:
- linkserver
- jlink
config:
  elf_file: sensor.elf
args:
  linkserver:
    - --device=MIMXRT1052xxxxB:EVKB-IMXRT1050
  jlink:
    - --device=MIMXRT1052xxx6A
`;
    const files = {
      'debug/runners.yaml': runners,
      'debug/CMakeCache.txt': 'board:STRING=evkbimxrt1050\nSdkRootDirPath:PATH=/sdk\n',
      'debug/.config': 'CONFIG_MCUX_HW_DEVICE_ID="MIMXRT1052xxxxB"\n',
    };

    test('uses the runners that it lists', () => {
      const { boards } = detect(world([folder('app', files)]));
      expect(boards.map(({ id, title }) => [id, title])).toEqual([
        ['cmake:debug', 'evkbimxrt1050 by linkserver (debug)'],
        ['cmake:debug/jlink', 'evkbimxrt1050 by jlink (debug)'],
      ]);
      expect(boards[0]).toMatchObject({
        server: { kind: 'linkserver', device: 'MIMXRT1052xxxxB:EVKB-IMXRT1050' },
        images: { headline: '/w/app/debug/sensor.elf' },
      });
    });
  });
});
