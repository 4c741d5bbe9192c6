import { describe, expect, test } from 'vitest';
import {
  file,
  MCUX_LISTS,
  makeProject,
  makeProjects,
  describeAnswers,
  ZEPHYR_LISTS,
} from './testing/project-folder';

const kinds = (files: Readonly<Record<string, unknown>>) =>
  makeProjects(files).map(({ kind, folder, title }) => `${kind} ${folder} ${title}`);

describe('the kind of a CMakeLists.txt', () => {
  test("is not decided by another project's FreeRTOS in a folder whose name starts alike", () => {
    const files = {
      'app/CMakeLists.txt': 'project(a)\nadd_executable(a main.c)\n',
      'app-rtos/FreeRTOSConfig.h': '',
    };
    expect(kinds(files)).toEqual(['cmake-linux /w/app/app Linux program "a"']);
  });

  test.each([
    ['zephyr', ZEPHYR_LISTS, 'Zephyr application "blinky"'],
    [
      'zephyr',
      'include($ENV{ZEPHYR_BASE}/cmake/app/boilerplate.cmake NO_POLICY_SCOPE)\nproject(x)',
      'Zephyr application "x"',
    ],
    ['mcuxpresso', MCUX_LISTS, 'MCUXpresso project "sensor"'],
    ['mcuxpresso', 'find_package(McuxSDK 3.0 REQUIRED)\nproject(y)', 'MCUXpresso project "y"'],
    [
      'cmake-freertos',
      'project(p)\nadd_executable(p main.c)\ntarget_link_libraries(p freertos_kernel)',
      'FreeRTOS project "p"',
    ],
    ['cmake-linux', 'project(l)\nadd_executable(l main.c)', 'Linux program "l"'],
  ])('%s: %j', (kind, text, title) => {
    expect(kinds({ 'CMakeLists.txt': text })).toEqual([`${kind} /w/app ${title}`]);
  });

  test.each([
    '# find_package(Zephyr)\n',
    'project(lib)\nadd_library(lib a.c)\n',
    'set(CMAKE_SYSTEM_NAME Generic)\nproject(bare)\nadd_executable(bare main.c)\n',
    'set(CMAKE_TOOLCHAIN_FILE arm-none-eabi-gcc.cmake)\nproject(bare)\nadd_executable(bare a.c)\n',
    'add_executable(part main.c)\n',
    '',
  ])('is unknown: %j', (text) => {
    expect(kinds({ 'CMakeLists.txt': text })).toEqual([]);
  });

  test('is not a Linux program if presets or builds use a cross compiler', () => {
    const lists = { 'CMakeLists.txt': 'project(b)\nadd_executable(b main.c)\n' };
    const presets = {
      configurePresets: [{ name: 'x', toolchainFile: 'cmake/arm-none-eabi.cmake' }],
    };
    expect(kinds({ ...lists, 'CMakePresets.json': presets })).toEqual([]);
    const cache =
      'CMAKE_HOME_DIRECTORY:INTERNAL=/w/app\nCMAKE_C_COMPILER:FILEPATH=/usr/bin/arm-none-eabi-gcc\n';
    expect(kinds({ ...lists, 'build/CMakeCache.txt': cache })).toEqual([]);
    expect(kinds(lists)).toHaveLength(1);
  });

  test('is FreeRTOS by its configuration alone', () => {
    const files = {
      'CMakeLists.txt': 'project(p)\nadd_executable(p main.c)\n',
      'Inc/FreeRTOSConfig.h': '',
    };
    expect(makeProject(files)).toMatchObject({
      kind: 'cmake-freertos',
      sources: ['CMakeLists.txt', 'Inc/FreeRTOSConfig.h'],
    });
  });
});

test('finds every application of a workspace, and none that another one adds', () => {
  const files = {
    'CMakeLists.txt': 'project(top)\nadd_subdirectory(src)\n',
    'src/CMakeLists.txt': 'project(inner)\nadd_executable(inner main.c)\n',
    'apps/a/CMakeLists.txt': ZEPHYR_LISTS,
    'apps/b/CMakeLists.txt': ZEPHYR_LISTS,
  };
  expect(kinds(files).map((each) => each.split(' ')[1])).toEqual([
    '/w/app',
    '/w/app/apps/a',
    '/w/app/apps/b',
  ]);
});

describe('the older MCUXpresso SDK', () => {
  const lists =
    'project(hello)\nset(MCUX_SDK_PROJECT_NAME hello.elf)\nadd_executable(${MCUX_SDK_PROJECT_NAME} a.c)\n';

  test('is recognised by its own variable, and FreeRTOS by its configuration', () => {
    const files = {
      'armgcc/CMakeLists.txt': lists,
      'armgcc/config.cmake': 'set(CONFIG_USE_middleware_freertos-kernel true)\n',
    };
    const project = makeProject(files);
    expect(project).toMatchObject({ kind: 'mcuxpresso-zip', gaps: [] });
    expect(describeAnswers(project, 'target')).toEqual(['hello.elf (CMakeLists.txt:3)']);
  });

  test('has nothing to measure without FreeRTOS', () => {
    expect(makeProject({ 'CMakeLists.txt': lists }).gaps[0]?.what).toBe(
      'No FreeRTOS was found in this project',
    );
  });
});

describe('gaps', () => {
  test('a Zephyr that is too old, judged by the tree in use', () => {
    const version = (minor: number) =>
      file(
        '/z/zephyr/VERSION',
        `VERSION_MAJOR = 3\nVERSION_MINOR = ${minor}\nPATCHLEVEL = 0\nEXTRAVERSION =\n`,
      );
    const gaps = (minor: number) =>
      makeProject({ 'CMakeLists.txt': ZEPHYR_LISTS }, [version(minor)]).gaps;
    expect(gaps(2)[0]?.what).toBe('Zephyr 3.2.0 is too old (/z/zephyr/VERSION)');
    expect(gaps(4)).toEqual([]);
  });

  test('a CMakeLists.txt that CMake would reject', () => {
    const { gaps } = makeProject({ 'CMakeLists.txt': `${ZEPHYR_LISTS}<<<<<<< HEAD\n` });
    expect(gaps[0]?.what).toBe('CMakeLists.txt: Line 3 is not valid CMake');
  });

  test('a Linux program on another system', () => {
    const files = { 'CMakeLists.txt': 'project(l)\nadd_executable(l main.c)' };
    expect(makeProject(files, [], { platform: 'darwin' }).gaps).toHaveLength(1);
    expect(makeProject(files).gaps).toEqual([]);
  });
});

test('the agent’s block decides the target', () => {
  const block = [
    '# >>> cyclescope',
    '# Cyclescope measures what operations of the operating system cost.',
    '# Nothing of it is built without -DCYCLESCOPE=ON.',
    '# Benchmarks of your own: .c files with CYCLESCOPE_BENCH, as seen from this folder.',
    'set(CYCLESCOPE_BENCHES)',
    'if(CYCLESCOPE)',
    '  include(${CMAKE_CURRENT_LIST_DIR}/cyclescope/sdk-integration/cmake/cyclescopeConfig.cmake)',
    '  cyclescope_add_to(two OS linux BENCHES ${CYCLESCOPE_BENCHES})',
    'endif()',
    '# <<< cyclescope',
    '',
  ].join('\n');
  const lists = 'project(l)\nadd_executable(one a.c)\nadd_executable(two b.c)\n';
  expect(makeProject({ 'CMakeLists.txt': lists }).hasAgent).toBe(false);
  const project = makeProject({ 'CMakeLists.txt': lists + block });
  expect(project.hasAgent).toBe(true);
  expect(describeAnswers(project, 'target')).toEqual(['two (CMakeLists.txt:4)']);
});

test('lists programs of added folders, and those whose name is not known', () => {
  const files = {
    'CMakeLists.txt':
      'project(p)\nset(SUB src)\nadd_subdirectory(${CMAKE_CURRENT_SOURCE_DIR}/${SUB})\nadd_executable(${EXE} a.c)\n' +
      'foreach(v a b)\nadd_executable(p-${v} a.c)\nendforeach()\nadd_executable(alias ALIAS p)\n',
    'src/CMakeLists.txt':
      'add_executable(${PROJECT_NAME}-tool tool.c)\nadd_executable(${OTHER} b.c)\n',
  };
  expect(describeAnswers(makeProject(files), 'target')).toEqual([
    '${EXE} (CMakeLists.txt:4)',
    'p-tool (src/CMakeLists.txt:1)',
  ]);
});

test('handles Windows paths', () => {
  const folder = {
    name: 'app',
    path: 'C:\\w\\app',
    files: [
      file('C:\\w\\app\\fw\\CMakeLists.txt', 'project(p)\nadd_subdirectory(src)\n'),
      file('C:\\w\\app\\fw\\src\\CMakeLists.txt', 'project(q)\nadd_executable(q q.c)\n'),
      file('C:\\w\\app\\fw\\Inc\\FreeRTOSConfig.h', ''),
    ],
    setting: () => undefined,
  };
  const [project] = makeProjects({}, [], { platform: 'win32', folders: [folder] });
  expect(project).toMatchObject({
    kind: 'cmake-freertos',
    folder: 'C:\\w\\app\\fw',
    sources: ['CMakeLists.txt', 'Inc/FreeRTOSConfig.h'],
  });
});
