import { expect } from 'vitest';
import { detect, findProjects } from '../../extension/projects';
import { folder, world } from '../../extension/projects/detect/testing/world';
import { type BoardSetup, boardTarget, describeOtherSide } from '../../extension/targets';
import { call } from '../../extension/cli/testing/context';
import { expectHarmless, fuzz, garbleJson, garbleText } from './fuzz';

/* Files of other people's projects, written by us in the form that their tools write. */

const CONFIGURATIONS: readonly object[] = [
  {
    name: 'OpenOCD',
    type: 'cortex-debug',
    request: 'launch',
    servertype: 'openocd',
    configFiles: ['interface/stlink.cfg', 'target/stm32l4x.cfg'],
    searchDir: ['${workspaceFolder}/scripts'],
    openOCDLaunchCommands: ['adapter speed 1000'],
    executable: '${workspaceFolder}/build/app.elf',
    serverArgs: ['-d1'],
    serialNumber: '',
  },
  {
    name: 'J-Link',
    type: 'cortex-debug',
    request: 'attach',
    servertype: 'jlink',
    device: 'STM32L476RG',
    interface: 'swd',
    serialNumber: '12345',
    executable: '${command:cmake.launchTargetPath}',
    serverpath: '${env:TOOLS}/JLinkGDBServerCLExe',
  },
  { name: 'pyOCD', type: 'cortex-debug', servertype: 'pyocd', targetId: 'stm32l476rg' },
  { name: 'ST-LINK', type: 'cortex-debug', servertype: 'stlink', serverpath: '${config:st.path}' },
  { name: 'stutil', type: 'cortex-debug', servertype: 'stutil', v1: true },
  { name: 'External', type: 'cortex-debug', servertype: 'external', gdbTarget: '127.0.0.1:3333' },
  {
    name: 'NXP',
    type: 'mcuxpresso-debug',
    probeType: 'LinkServer',
    probeSerialNumber: 815,
    gdbServerConfigs: { linkserver: { device: 'A:B' }, segger: { device: 'A', speed: '4000' } },
  },
  {
    name: 'C/C++',
    type: 'cppdbg',
    miDebuggerPath: 'arm-none-eabi-gdb',
    miDebuggerServerAddress: 'localhost:2331',
    debugServerPath: '/usr/bin/openocd',
    debugServerArgs: '-f board/x.cfg',
    setupCommands: [{ text: 'target remote :3333' }],
  },
  {
    name: 'CDT',
    type: 'gdbtarget',
    gdb: 'arm-none-eabi-gdb',
    program: 'x.elf',
    target: { server: 'pyocd', serverParameters: ['gdbserver', '-t', 'x'], port: '3333' },
    cmsis: { cbuildRunFile: 'x.cbuild-run.yml' },
  },
];

const SETTING: readonly object[] = [
  { name: 'A', server: 'openocd', configFiles: ['board/x.cfg'], commands: ['adapter speed 100'] },
  { name: 'B', server: 'pyocd', device: 'stm32f4', probe: 815, speed: 4000 },
  { name: 'C', server: 'jlink', device: 'A', interface: 'jtag', address: '10.0.0.7' },
  { name: 'D', server: 'linkserver', device: 'A:B', program: '~x/LinkServer', elf: 'a.elf' },
  { name: 'E', server: 'stlink', programmerFolder: '/st', images: 'x' },
  { name: 'F', server: 'gdb://10.0.0.2:3333', tracedElf: 'b.elf' },
  { name: 'G', server: 'serial:///dev/ttyACM0?baud=921600' },
  { name: 'H', server: 'qemu', device: 'mps2-an500' },
];

const RUNNERS = `runners:
- jlink
- pyocd
- openocd
flash-runner: jlink
debug-runner: pyocd
config:
  board_dir: /zephyr/boards/x
  elf_file: zephyr.elf
  openocd_search:
    - /share/scripts
args:
  jlink:
    - --device=MCIMXRT1052
    - --speed=4000
  pyocd:
    - --target=mimxrt1050_quadspi
    - --frequency=4000000
  openocd:
    - --config=/b/support/openocd.cfg
    - --cmd-pre-init
    - adapter speed 1000
`;

const LISTS: readonly string[] = [
  `cmake_minimum_required(VERSION 3.20)
find_package(Zephyr REQUIRED HINTS $ENV{ZEPHYR_BASE})
project(blinky)
target_sources(app PRIVATE src/main.c)
`,
  `project(p C ASM)
set(SOURCES main.c "a b.c")
add_executable(p \${SOURCES})
target_link_libraries(p freertos_kernel)
`,
  `CMAKE_HOME_DIRECTORY:INTERNAL=/w/app
CMAKE_C_COMPILER:FILEPATH=/usr/bin/arm-none-eabi-gcc
BOARD:STRING=nrf52840dk/nrf52840
CONFIG_BOARD="x"
`,
];

type Files = Readonly<Record<string, unknown>>;

/** Projects so far. */
let projects = 0;

/** Checks that each board has a name, and is ready or lists what is missing, for any files of a project. */
async function isDetected(files: Files, settings: Files = {}): Promise<void> {
  const found = world([folder('app', files, settings, true)]);
  const { boards, problems } = detect(found);
  for (const board of boards) {
    expect(board.id).not.toBe('');
    const target = boardTarget(board);
    expect(target.title).not.toBe('');
    describeOtherSide(board);
  }
  expect(problems.every((problem) => problem !== '')).toBe(true);
  expect(new Set(boards.map(({ id }) => id)).size).toBe(boards.length);
  for (const project of findProjects(found)) expect(project.title).not.toBe('');
  // Looking for each board's programs takes most of the time.
  projects += 1;
  if (projects % 20 === 1) await isListed(boards, problems);
}

/** Checks that the list of targets shows the boards, and no name in it breaks the layout. */
async function isListed(boards: readonly BoardSetup[], problems: readonly string[]) {
  const found = { boards, attached: { probes: [] }, problems };
  const context = { targets: [], cwd: '/nowhere', findBoards: () => Promise.resolve(found) };
  const listed = await call(['targets'], context);
  expect(listed.code, listed.err).toBe(0);
  expectHarmless(listed.out);
  // Each board is on a separate line, between our own lines.
  const own = listed.out
    .split('\n')
    .filter((line) => / {2}from .* \((?:ready|missing: )/.test(line));
  expect(own.length).toBe(boards.length);
}

fuzz('launch.json', garbleJson({ version: '0.2.0', configurations: CONFIGURATIONS }), (launch) =>
  isDetected({ '.vscode/launch.json': launch }),
);

fuzz(
  'launch.json, damaged as a text',
  garbleText(JSON.stringify({ version: '0.2.0', configurations: CONFIGURATIONS }, undefined, 1)),
  (launch) => isDetected({ '.vscode/launch.json': launch }),
);

fuzz(
  'the setting of boards',
  garbleJson({ boards: SETTING }),
  (settings) => isDetected({}, { 'cyclescope.boards': (settings as { boards?: unknown }).boards }),
  [{ boards: { name: 'x', server: 'constructor' } }, { boards: [{ name: 'x', server: 5 }] }],
);

fuzz(
  "Zephyr's runners.yaml",
  garbleText(RUNNERS),
  (runners) => isDetected({ 'build/zephyr/runners.yaml': runners }),
  [RUNNERS.replaceAll('pyocd', 'constructor'), RUNNERS.replaceAll('jlink', '__proto__')],
);

const PRESETS = {
  version: 6,
  include: ['mcux_include.json'],
  configurePresets: [
    {
      name: 'debug',
      inherits: ['base'],
      generator: 'Ninja',
      binaryDir: '${sourceDir}/build/${presetName}',
      toolchainFile: '$env{ARMGCC_DIR}/arm-none-eabi.cmake',
      cacheVariables: { BOARD: 'x', CMAKE_BUILD_TYPE: { type: 'STRING', value: 'Debug' } },
      environment: { ARMGCC_DIR: '/opt/gcc' },
    },
    { name: 'base', hidden: true },
  ],
  buildPresets: [{ name: 'debug', configurePreset: 'debug' }],
};

fuzz('CMakePresets.json', garbleJson(PRESETS), (presets) =>
  isDetected({
    'CMakeLists.txt': LISTS[1],
    'CMakePresets.json': presets,
    'mcux_include.json': presets,
  }),
);

const MCUX = {
  version: '1.0',
  sdk: { boardId: 'evkbimxrt1050', deviceId: 'MIMXRT1052xxxxB', coreId: 'core0', path: '/sdk' },
  debug: { linkserver: { device: 'MIMXRT1052xxxxB:EVKB-IMXRT1050' } },
  projectType: 'SDK_PROJECT',
};

fuzz("MCUXpresso's own file", garbleJson(MCUX), (tools) =>
  isDetected({
    'CMakeLists.txt': LISTS[1],
    '.vscode/mcuxpresso-tools.json': tools,
    '.vscode/launch.json': { configurations: CONFIGURATIONS.slice(6, 7) },
    'build/.config': 'CONFIG_MCUX_HW_DEVICE_ID="MIMXRT1052xxxxB"\n',
  }),
);

fuzz("a project's CMakeLists.txt", garbleText(...LISTS), (text) =>
  isDetected({ 'CMakeLists.txt': text, 'prj.conf': text, 'build/CMakeCache.txt': text }),
);
