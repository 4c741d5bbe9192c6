import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readBuilt, stepsToBuild } from './built';
import type { Answers, Project, ProjectQuestion } from './project';
import { project } from './testing/change';

const fact = (question: ProjectQuestion, value: string) => ({ question, value, source: 'a file' });
const lines = (given: Project, build: 'headline' | 'traced', answers: Answers = {}) => {
  const plan = stepsToBuild(given, build, answers, 'linux');
  return 'gap' in plan ? plan.gap.what : plan.steps.map(({ line }) => line);
};
const AGENT = '-DCYCLESCOPE=ON -DCYCLESCOPE_TRACED';

describe('Zephyr', () => {
  const zephyr = project('zephyr', { facts: [fact('board', 'mps2/an385')] });

  test('builds with west into a separate folder', () => {
    expect(lines(zephyr, 'headline')).toEqual([
      'west build -p auto -b mps2/an385 -d build/cyclescope/headline . -- -DSNIPPET=cyclescope -DEXTRA_CONF_FILE=cyclescope.conf',
    ]);
    expect(lines(zephyr, 'traced')).toEqual([
      'west build -p auto -b mps2/an385 -d build/cyclescope/traced . -- -DSNIPPET=cyclescope -DEXTRA_CONF_FILE=cyclescope.conf -DCONFIG_CYCLESCOPE_TRACED=y -DCONFIG_SEGGER_SYSTEMVIEW=y',
    ]);
  });

  test('builds with west and the environment, shield and snippets of an earlier build', () => {
    const given = {
      ...zephyr,
      west: ['/venv/bin/python3', '-m', 'west'],
      environment: { ZEPHYR_BASE: '/z' },
      shield: 'a b',
      snippets: ['cdc'],
    };
    const plan = stepsToBuild(given, 'headline', {}, 'linux');
    const [step] = 'steps' in plan ? plan.steps : [];
    expect(step).toMatchObject({
      program: '/venv/bin/python3',
      cwd: '/w/app',
      env: { ZEPHYR_BASE: '/z' },
      line: expect.stringMatching(/^west build .* '-DSHIELD=a b' '-DSNIPPET=cdc;cyclescope' /),
    });
    expect(step?.args.slice(0, 3)).toEqual(['-m', 'west', 'build']);
    expect(step?.args).toContain('-DSHIELD=a b');
  });

  test('reports an open question and a gap of the project', () => {
    expect(lines({ ...zephyr, facts: [] }, 'headline')).toBe('The board is not chosen yet');
    expect(lines({ ...zephyr, facts: [] }, 'headline', { board: 'b' })).toHaveLength(1);
    const gaps = [{ what: 'too old', remedy: '' }];
    expect(lines({ ...zephyr, gaps }, 'headline')).toBe('too old');
  });
});

describe('the MCUXpresso SDK', () => {
  const facts = [
    fact('board', 'frdmmcxn947'),
    fact('core', 'cm33_core0'),
    fact('config', 'flexspi_nor_debug'),
  ];
  const mcux = project('mcuxpresso', { facts, westTop: '/w' });

  test('builds with west and the SDK’s own configuration', () => {
    expect(lines(mcux, 'traced')).toEqual([
      'west build -p auto -b frdmmcxn947 --config flexspi_nor_debug --toolchain armgcc -d build/cyclescope/traced . -- ' +
        "'-DCONF_FILE=${CMAKE_SOURCE_DIR}/cyclescope.conf ${CMAKE_SOURCE_DIR}/cyclescope/sdk-integration/mcuxpresso/traced.conf' -Dcore_id=cm33_core0",
    ]);
  });

  test('builds with a preset outside a workspace, or not at all', () => {
    const alone = { ...mcux, westTop: undefined };
    expect(lines(alone, 'headline')).toBe(
      'This project is not in a west workspace and has no CMake preset',
    );
    expect(lines({ ...alone, facts: [...facts, fact('preset', 'debug')] }, 'headline')[2]).toBe(
      "cmake --preset debug -S . -B build/cyclescope/headline '-DCONF_FILE=${CMAKE_SOURCE_DIR}/cyclescope.conf' -Dcore_id=cm33_core0",
    );
  });

  test('rejects a path with a space', () => {
    expect(lines({ ...mcux, folder: '/w/my app' }, 'headline')).toContain('contains a space');
  });

  test('builds the older layout with CMake and the toolchain file of an earlier build', () => {
    const zip = project('mcuxpresso-zip');
    expect(lines(zip, 'headline')).toContain('toolchain file');
    const facts = [
      ...zip.facts,
      fact('toolchain', '/sdk/armgcc.cmake'),
      fact('toolchain', '/opt/gcc'),
    ];
    expect(lines({ ...zip, facts }, 'headline')[2]).toBe(
      `cmake -S . -B build/cyclescope/headline ${AGENT}=OFF -DCMAKE_TOOLCHAIN_FILE=/sdk/armgcc.cmake -DCMAKE_BUILD_TYPE=release`,
    );
  });
});

describe('CMake', () => {
  test('asks it in advance what it will build', () => {
    const query = 'build/cyclescope/traced/.cmake/api/v1/query/client-cyclescope';
    expect(lines(project('cmake-linux'), 'traced')).toEqual([
      `cmake -E make_directory ${query}`,
      `cmake -E touch ${query}/codemodel-v2`,
      `cmake -S . -B build/cyclescope/traced ${AGENT}=ON -DCMAKE_BUILD_TYPE=Release`,
      'cmake --build build/cyclescope/traced --target app',
    ]);
  });

  test('uses the only preset, and leaves its folder alone', () => {
    const given = project('cmake-freertos', {
      facts: [fact('target', '${EXE}'), fact('preset', 'release')],
    });
    expect(lines(given, 'headline').slice(2)).toEqual([
      `cmake --preset release -S . -B build/cyclescope/headline ${AGENT}=OFF`,
      'cmake --build build/cyclescope/headline',
    ]);
  });

  test('is quoted for the shell of the system', () => {
    const given = project('cmake-linux', { facts: [fact('target', 'a b')] });
    const plan = stepsToBuild(given, 'headline', {}, 'win32');
    expect('steps' in plan && plan.steps.at(-1)?.line).toMatch(/--target "a b"$/);
  });
});

describe('finds the program', () => {
  let folder = '';
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'built-'))));
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const put = async (files: Readonly<Record<string, unknown>>) => {
    for (const [inside, content] of Object.entries(files)) {
      const path = join(folder, 'build/cyclescope/headline', inside);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    }
  };
  const findElf = async (more: Partial<Project> = {}) => {
    const found = await readBuilt(project('zephyr', { folder, ...more }), 'headline');
    return 'elf' in found ? found.elf.slice(folder.length + 1) : found.gap.what;
  };
  const HERE = 'build/cyclescope/headline';

  test('by the runners of Zephyr and of the SDK', async () => {
    await put({ 'zephyr/runners.yaml': 'config:\n  elf_file: my.elf\n', 'zephyr/my.elf': 'x' });
    expect(await findElf()).toBe(`${HERE}/zephyr/my.elf`);
    await rm(folder, { recursive: true });
    await put({ 'runners.yaml': 'config:\n  elf_file: sensor.elf\n', 'sensor.elf': 'x' });
    expect(await findElf()).toBe(`${HERE}/sensor.elf`);
  });

  test('of a board without runners, and the application among the images of sysbuild', async () => {
    await put({ 'zephyr/zephyr.elf': 'x' });
    expect(await findElf()).toBe(`${HERE}/zephyr/zephyr.elf`);
    await put({
      'domains.yaml': 'default: app\ndomains:\n- name: mcuboot\n- name: app\n',
      'app/zephyr/runners.yaml': 'config:\n  elf_file: zephyr.elf\n',
      'app/zephyr/zephyr.elf': 'x',
    });
    expect(await findElf()).toBe(`${HERE}/app/zephyr/zephyr.elf`);
  });

  describe('by CMake’s reply', () => {
    const target = (name: string, type: string, path: string) => ({
      name,
      type,
      artifacts: [{ path }],
    });
    const reply = {
      'index-2025.json': {},
      'index-2026.json': {
        reply: { 'client-cyclescope': { 'codemodel-v2': { jsonFile: 'model.json' } } },
      },
      'model.json': {
        configurations: [
          { targets: ['a', 'b', 'lib'].map((name) => ({ jsonFile: `${name}.json` })) },
        ],
      },
      'a.json': target('a', 'EXECUTABLE', 'bin/a.elf'),
      'b.json': target('b', 'EXECUTABLE', 'bin/b.elf'),
      'lib.json': target('lib', 'STATIC_LIBRARY', 'lib.a'),
    };
    const putReply = (files: object) =>
      put(
        Object.fromEntries(
          Object.entries(files).map(([name, content]) => [`.cmake/api/v1/reply/${name}`, content]),
        ),
      );

    test('for the target with the agent', async () => {
      await putReply(reply);
      await put({ 'bin/b.elf': 'x' });
      expect(await findElf({ facts: [fact('target', 'b')] })).toBe(`${HERE}/bin/b.elf`);
    });

    test('if there is only one, and guesses none among several', async () => {
      await putReply(reply);
      await put({ 'bin/a.elf': 'x' });
      expect(await findElf({ facts: [] })).toContain('The build in ');
      await putReply({ 'b.json': target('b', 'STATIC_LIBRARY', 'b.a') });
      expect(await findElf({ facts: [fact('target', '${EXE}')] })).toBe(`${HERE}/bin/a.elf`);
    });

    test('and reports a missing program or a damaged reply', async () => {
      await putReply(reply);
      expect(await findElf({ facts: [fact('target', 'a')] })).toContain(
        'The build did not produce',
      );
      await putReply({ 'model.json': '{' });
      expect(await findElf()).toContain('The build in ');
    });
  });
});
