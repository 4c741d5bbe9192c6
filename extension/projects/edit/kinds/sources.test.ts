import { describe, expect, test } from 'vitest';
import { chooseAnswer, answersTo, openQuestions } from '../facts';
import {
  file,
  MCUX_LISTS,
  makeProject,
  describeAnswers,
  ZEPHYR_LISTS,
} from '../testing/project-folder';

const zephyr = (files: object, ...rest: readonly ReturnType<typeof file>[]) =>
  makeProject({ 'CMakeLists.txt': ZEPHYR_LISTS, ...files }, rest);
const mcux = (files: object, ...rest: readonly ReturnType<typeof file>[]) =>
  makeProject({ 'CMakeLists.txt': MCUX_LISTS, ...files }, rest);
const cache = (...entries: readonly string[]) => `${entries.join('\n')}\n`;

describe('the sources for Zephyr', () => {
  const files = {
    'CMakeLists.txt': `set(BOARD nucleo_f401re)\n${ZEPHYR_LISTS}`,
    'CMakePresets.json': {
      configurePresets: [{ name: 'k', cacheVariables: { BOARD: 'frdm_k64f' } }],
    },
    'build/CMakeCache.txt': cache(
      'BOARD:STRING=mps2_an385',
      'ZEPHYR_TOOLCHAIN_VARIANT:STRING=zephyr',
    ),
    'build/zephyr/runners.yaml': 'runners: [jlink]\nflash-runner: jlink\n',
  };
  const west = file('/w/.west/config', '[manifest]\npath = m\n[build]\nboard = qemu_cortex_m3\n');

  test('are builds, presets, the CMakeLists.txt and west, in this order', () => {
    const project = zephyr(files, west);
    expect(describeAnswers(project, 'board')).toEqual([
      'mps2_an385 (build/CMakeCache.txt)',
      'frdm_k64f (CMakePresets.json: "k")',
      'nucleo_f401re (CMakeLists.txt:1)',
      'qemu_cortex_m3 (.west/config)',
    ]);
    expect(describeAnswers(project, 'toolchain')).toEqual(['zephyr (build/CMakeCache.txt)']);
    expect(describeAnswers(project, 'probe')).toEqual(['runner jlink (build/zephyr/runners.yaml)']);
    expect(project.westTop).toBe('/w');
  });

  test('are a question if they differ, and the user’s answer counts', () => {
    const project = zephyr(files, west);
    expect(openQuestions(project)).toEqual(['board']);
    expect(chooseAnswer(project, 'board')).toBeUndefined();
    expect(openQuestions(project, { board: 'x' })).toEqual([]);
  });

  test('are no longer a question after our own build', () => {
    const own = cache('BOARD:STRING=frdm_k64f', 'CMAKE_PROJECT_NAME:STATIC=app');
    const project = zephyr({ ...files, 'build/cyclescope/headline/CMakeCache.txt': own });
    expect(openQuestions(project)).toEqual([]);
    expect(chooseAnswer(project, 'board')).toBe('frdm_k64f');
  });

  test('are a question again after a build with the answer failed', () => {
    const own = { 'build/cyclescope/headline/CMakeCache.txt': cache('BOARD:STRING=frdm_k46f') };
    expect(openQuestions(zephyr({ ...files, ...own }))).toEqual(['board']);
    expect(openQuestions(zephyr(own))).toEqual(['board']);
  });

  test('are not a question if they agree', () => {
    const same = {
      ...files,
      'CMakePresets.json': '',
      'CMakeLists.txt': `set(BOARD mps2_an385)\n${ZEPHYR_LISTS}`,
    };
    const project = zephyr(same);
    expect(answersTo(project, 'board')).toHaveLength(1);
    expect(openQuestions(project)).toEqual([]);
  });

  test('are a question for the board if there are none', () => {
    expect(openQuestions(zephyr({}))).toEqual(['board']);
    expect(
      describeAnswers(
        makeProject({ 'CMakeLists.txt': ZEPHYR_LISTS }, [], { env: { BOARD: 'x' } }),
        'board',
      ),
    ).toEqual(['x (the environment (BOARD))']);
  });
});

test('ignores a build of another project', () => {
  const project = zephyr({
    'build/CMakeCache.txt': cache('BOARD:STRING=a', 'CMAKE_HOME_DIRECTORY:INTERNAL=/w/other'),
    'out/CMakeCache.txt': cache('BOARD:STRING=b', 'APPLICATION_SOURCE_DIR:PATH=/w/app'),
  });
  expect(describeAnswers(project, 'board')).toEqual(['b (out/CMakeCache.txt)']);
});

test('passes on the arguments of earlier builds: environment, west, shield, snippets', () => {
  const project = zephyr({
    'build/CMakeCache.txt': cache(
      'WEST:INTERNAL=/venv/bin/python3;-m;west',
      'ZEPHYR_BASE:PATH=/z/zephyr',
      'GNUARMEMB_TOOLCHAIN_PATH:INTERNAL=/opt/gcc',
      'CACHED_SHIELD:STRING=x_nucleo',
      'CACHED_SNIPPET:STRING=cdc-acm;cyclescope',
    ),
  });
  expect(project).toMatchObject({
    west: ['/venv/bin/python3', '-m', 'west'],
    environment: { ZEPHYR_BASE: '/z/zephyr', GNUARMEMB_TOOLCHAIN_PATH: '/opt/gcc' },
    shield: 'x_nucleo',
    snippets: ['cdc-acm'],
  });
});

test('does not override the user’s own environment', () => {
  const files = {
    'CMakeLists.txt': ZEPHYR_LISTS,
    'build/CMakeCache.txt': cache('ZEPHYR_BASE:PATH=/old'),
  };
  expect(makeProject(files, [], { env: { ZEPHYR_BASE: '/mine' } }).environment).toEqual({});
});

describe('the settings of MCUXpresso for VS Code', () => {
  const tools = (content: object) => mcux({ '.vscode/mcuxpresso-tools.json': content });
  const sdk = { path: '/sdk', version: '25.06.00', boardId: 'evkbimxrt1050' };

  test.each([
    [
      'new',
      {
        version: '25.3',
        projectType: 'sdk-v2-freestanding',
        sdk: { ...sdk, deviceId: 'MIMXRT1052xxxxx', coreId: 'cm7_MIMXRT1052xxxxx' },
      },
      'cm7',
    ],
    [
      'old',
      {
        version: '1.1',
        projectType: 'sdk-freestanding',
        debug: { linkserver: {} },
        sdk: { ...sdk, manifestId: 'SDK_2.x', deviceId: 'RW612', coreId: 'cm33_RW612' },
      },
      'cm33',
    ],
    [
      'two cores',
      {
        version: '25.6',
        projectType: 'sdk-v2-repository',
        sdk: { ...sdk, deviceId: 'MCXN947', coreId: 'cm33_core0_MCXN947' },
      },
      'cm33_core0',
    ],
    ['plain', { projectType: 'cmake-freestanding', sdk: { ...sdk, coreId: 'cm4' } }, 'cm4'],
  ])('contain %s', (_, content, core) => {
    const project = tools(content);
    expect(describeAnswers(project, 'core')).toEqual([`${core} (.vscode/mcuxpresso-tools.json)`]);
    expect(describeAnswers(project, 'board')).toEqual([
      'evkbimxrt1050 (.vscode/mcuxpresso-tools.json)',
    ]);
  });

  test.each([
    ['', []],
    ['${env:TOOLS}/gcc', ['/opt/tools/gcc (.vscode/mcuxpresso-tools.json)']],
    [
      '${userHome}/.mcuxpressotools/gcc',
      ['/home/me/.mcuxpressotools/gcc (.vscode/mcuxpresso-tools.json)'],
    ],
    ['${env:GONE}', []],
    ['C:\\gcc', ['C:\\gcc (.vscode/mcuxpresso-tools.json)']],
  ])('contain the toolchain %j', (toolchainPath, expected) => {
    expect(describeAnswers(tools({ toolchainPath, sdk }), 'toolchain')).toEqual(expected);
  });

  test('contain no board for Zephyr', () => {
    const file = { projectType: 'zephyr-freestanding', sdk: { version: '3.7.0', path: '/z' } };
    const project = zephyr({ '.vscode/mcuxpresso-tools.json': file });
    expect([project.kind, describeAnswers(project, 'board')]).toEqual(['zephyr', []]);
  });

  test.each(['not json', '[]', '{"sdk": 3}'])('are ignored for %s', (text) => {
    expect(mcux({ '.vscode/mcuxpresso-tools.json': text }).facts).toEqual([]);
  });
});

describe('the SDK', () => {
  test('takes the boards of an example if nothing else names one', () => {
    const example = {
      'example.yml': 'hello:\n  boards:\n    evkbimxrt1050: []\n    frdmmcxn947@cm33_core0: []\n',
    };
    expect(openQuestions(mcux(example))).toEqual(['board']);
    expect(answersTo(mcux(example), 'board')).toHaveLength(2);
    const built = { ...example, 'debug/CMakeCache.txt': cache('board:STRING=evkbimxrt1050') };
    expect(openQuestions(mcux(built))).toEqual([]);
    const one = mcux({ 'example.yml': 'h:\n  boards:\n    lpcxpresso55s69@cm33_core0: []\n' });
    expect([chooseAnswer(one, 'board'), chooseAnswer(one, 'core')]).toEqual([
      'lpcxpresso55s69',
      'cm33_core0',
    ]);
  });

  test('asks if configurations of several builds differ', () => {
    const build = (config: string) => cache('board:STRING=b', `CMAKE_BUILD_TYPE:STRING=${config}`);
    const files = {
      'debug/CMakeCache.txt': build('flexspi_nor_debug'),
      'release/CMakeCache.txt': build('flexspi_nor_release'),
    };
    expect(openQuestions(mcux(files))).toEqual(['config']);
  });

  test('has the version of the tree in use', () => {
    const versions = [
      file('/s/MCUX_VERSION', 'CURRENT_YEAR = 25\nVERSION_MAJOR = 12\nVERSION_MINOR = 00\n'),
      file('/s/nothing.txt', 'VERSION = 1'),
    ];
    expect(describeAnswers(mcux({}, ...versions), 'version')).toEqual([
      '25.12.00 (/s/MCUX_VERSION)',
    ]);
    const version =
      'VERSION_MAJOR = 4\nVERSION_MINOR = 1\nPATCHLEVEL = 0\nVERSION_TWEAK = 0\nEXTRAVERSION = rc1\n';
    expect(describeAnswers(zephyr({}, file('/z/VERSION', version)), 'version')).toEqual([
      '4.1.0-rc1 (/z/VERSION)',
    ]);
  });

  test('lists presets to choose from, and the compiler of included ones', () => {
    const project = mcux({
      'CMakePresets.json': {
        version: 7,
        include: ['mcux_include.json'],
        configurePresets: [
          {
            name: 'base',
            hidden: true,
            cacheVariables: { board: { type: 'STRING', value: 'frdmk64f' } },
          },
          { name: 'debug', inherits: ['debug-env', 'base'] },
          { name: 'release', inherits: 'base', cacheVariables: { board: '$env{BOARD}' } },
        ],
      },
      'mcux_include.json': {
        configurePresets: [
          { name: 'debug-env', hidden: true, environment: { ARMGCC_DIR: '/opt/gcc' } },
        ],
      },
    });
    expect(describeAnswers(project, 'preset')).toEqual([
      'debug (CMakePresets.json)',
      'release (CMakePresets.json)',
    ]);
    expect(describeAnswers(project, 'board')).toEqual(['frdmk64f (CMakePresets.json: "debug")']);
    expect(project.environment).toEqual({ ARMGCC_DIR: '/opt/gcc' });
    expect(openQuestions(project)).toEqual(['preset']);
  });

  test('ends with presets that inherit each other', () => {
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const configurePresets = names.map((name) => ({ name, inherits: names }));
    expect(
      describeAnswers(mcux({ 'CMakePresets.json': { configurePresets } }), 'preset'),
    ).toHaveLength(20);
  });
});

test('probes are named by their serial numbers; ambiguous ones are not', () => {
  const configurations = [
    { type: 'mcuxpresso-debug', name: 'A', executable: { elf: '' }, probeSerialNumber: '' },
    { type: 'mcuxpresso-debug', name: 'B', executable: 'x.elf', probeSerialNumber: 'DWAQ' },
    { type: 'cortex-debug', name: 'C', serialNumber: 123 },
    { type: 'cortex-debug', name: 'D', serialNumber: '${env:PROBE}' },
  ];
  const project = mcux({ '.vscode/launch.json': { configurations } });
  expect(describeAnswers(project, 'probe')).toEqual([
    'DWAQ (launch.json: "B")',
    '123 (launch.json: "C")',
  ]);
});
