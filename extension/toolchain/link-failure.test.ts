import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linkFailure, projectLinkFailure } from './link-failure';

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

const missing = (...symbols: readonly string[]) =>
  symbols
    .map((symbol) => `ld: bench.c:(.text+0x4): undefined reference to \`${symbol}'\n`)
    .join('');
const failure = (messages: string, userFiles: readonly string[] = []) =>
  linkFailure('headline', messages, { cwd, userFiles });

test('names the missing symbol, the file that defines it, and the setting', async () => {
  await write('src/crc/crc.c', 'unsigned crc(const void *data, unsigned size) { return 0; }');
  await write('build/copy.c', 'unsigned crc(const void *data, unsigned size) { return 0; }');
  await write(
    'src/user.c',
    'unsigned crc(const void *, unsigned); int use(void) { return crc(0, 0); }',
  );
  expect(await failure(missing('crc', 'crc'))).toMatchObject({
    code: 'missing-sources',
    message: 'The headline image does not link: crc is not defined in the files that are built.',
    hint:
      'Found: crc in src/crc/crc.c. Build that file too: name it in the setting ' +
      'cyclescope.benchmarks, or with --source.',
    sources: ['src/crc/crc.c'],
  });
});

test('lists functions of several files, one of them in C++, and one that nothing defines', async () => {
  await write('a.c', 'void a(void) {}');
  await write('b.cpp', 'namespace n { void b(int) {} }');
  const error = await failure(missing('a', 'n::b(int)', 'HAL_Delay'));
  expect(error).toMatchObject({ sources: ['a.c', 'b.cpp'] });
  expect(error.message).toContain('a, b, HAL_Delay are not defined');
  expect(error.hint).toContain('a in a.c, b in b.cpp');
  expect(error.hint).toContain(`No source below ${cwd} defines HAL_Delay.`);
});

test('lists a symbol that nothing defines', async () => {
  expect(await failure(missing('HAL_Delay'))).toMatchObject({
    code: 'refused',
    message:
      'The headline image does not link: HAL_Delay is not defined in the files that are built.',
    hint: `No source below ${cwd} defines HAL_Delay.`,
  });
});

test("names the same for the build of a project, and the project's file to change", async () => {
  await write('src/crc.c', 'unsigned crc(const void *data, unsigned size) { return 0; }');
  expect(await projectLinkFailure(missing('crc', 'HAL_Delay'), cwd)).toMatchObject({
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
  expect(await failure(twice + missing('x'), [file])).toMatchObject({
    code: 'refused',
    message:
      'The headline image does not link: src/main.c defines main(), which the agent has as well.',
  });
});

test('shows other messages of a linker unchanged', async () => {
  const error = await failure("region `RAM' overflowed by 4 bytes");
  expect(error).toMatchObject({ code: 'refused', message: 'The headline image does not link.' });
});
