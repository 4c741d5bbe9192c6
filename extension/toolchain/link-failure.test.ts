import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkFailure, NeededSources, projectLinkFailure } from './link-failure';
import { openWorkspace } from './workspace';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cyclescope-link-'));
});
afterEach(() => rm(cwd, { recursive: true }));

async function write(path: string, text: string): Promise<string> {
  const file = join(cwd, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const makeMessages = (...symbols: readonly string[]) =>
  symbols
    .map((symbol) => `ld: bench.c:(.text+0x4): undefined reference to \`${symbol}'\n`)
    .join('');
const failure = (messages: string, userFiles: readonly string[] = []) =>
  linkFailure('headline', messages, { workspace: openWorkspace(cwd), userFiles });

test('finds the files that define what is missing', async () => {
  const crc = await write('src/crc/crc.c', 'unsigned crc(const void *data) { return 0; }');
  await write('build/copy.c', 'unsigned crc(const void *data) { return 0; }');
  await write('src/user.c', 'unsigned crc(const void *); int use(void) { return crc(0); }');
  const b = await write('b.cpp', 'namespace n { void b(int) {} void c() {} }');
  const error = await failure(makeMessages('crc', 'crc', 'n::b(int)', 'n::c()'));
  expect(error).toBeInstanceOf(NeededSources);
  expect(error).toMatchObject({
    functions: new Map([
      [b, ['b', 'c']],
      [crc, ['crc']],
    ]),
  });
});

test('lists a symbol that nothing defines, and builds no file in vain', async () => {
  await write('a.c', 'void a(void) {}');
  expect(await failure(makeMessages('a', 'HAL_Delay'))).toMatchObject({
    code: 'build-failed',
    message:
      'The headline image does not link: HAL_Delay is not defined in the files that are built.',
    hint:
      `No source below ${cwd} defines HAL_Delay. Define it beside the benchmark, or name the file ` +
      'in the setting cyclescope.benchmarks or with --source.',
  });
});

test.each([
  ['main', 'int main(void) { return 0; }'],
  ['TIM2_IRQHandler', 'void TIM2_IRQHandler(void) {}'],
])('refuses the file of another program, which defines %s', async (program, text) => {
  await write('app.c', `int filter(void) { return 1; }\n${text}`);
  expect(await failure(makeMessages('filter'))).toMatchObject({
    code: 'build-failed',
    hint: `filter is in app.c, which defines ${program} as well: move it to a file of its own.`,
  });
});

test('builds no file twice', async () => {
  const file = await write('a.c', '#if 0\nvoid a(void) {}\n#endif\nvoid a(void) {}');
  expect(await failure(makeMessages('a'), [file])).toMatchObject({ code: 'build-failed' });
});

test("names the same for the build of a project, and the project's file to change", async () => {
  await write('src/crc.c', 'unsigned crc(const void *data, unsigned size) { return 0; }');
  expect(await projectLinkFailure(makeMessages('crc', 'HAL_Delay'), cwd)).toMatchObject({
    code: 'build-failed',
    message:
      'The project does not link: crc, HAL_Delay are not defined in the files that are built.',
    hint:
      'Found: crc in src/crc.c. Add that file to the sources of the program in its CMakeLists.txt. ' +
      `No source below ${cwd} defines HAL_Delay.`,
  });
  expect(await projectLinkFailure('main.c:4:2: error: expected expression', cwd)).toBeUndefined();
});

test('reports only a second main(), not what else is missing', async () => {
  const file = await write('src/main.c', 'int main(void) { return 0; }');
  const twice = "main.c: multiple definition of `main'; agent.c: first defined here\n";
  expect(await failure(twice + makeMessages('x'), [file])).toMatchObject({
    code: 'build-failed',
    message:
      'The headline image does not link: src/main.c defines main(), which the agent has as well.',
  });
});

test('shows other messages of a linker unchanged', async () => {
  const error = await failure("region `RAM' overflowed by 4 bytes");
  expect(error).toMatchObject({
    code: 'build-failed',
    message: 'The headline image does not link.',
  });
});
