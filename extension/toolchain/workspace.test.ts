import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findDefiners, openWorkspace } from './workspace';

let cwd = '';
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'cyclescope-workspace-'));
});
afterEach(() => rm(cwd, { recursive: true }));

async function write(path: string, text: string): Promise<string> {
  const file = join(cwd, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

const CRC = 'unsigned crc(void) { return 0; }';
const definer = async () =>
  (await findDefiners(new Set(['crc']), await openWorkspace(cwd).listSources())).get('crc');

describe('of several files that define a function', () => {
  it('takes the one nearest to the root of the folder', async () => {
    await write('lib/deep/crc.c', CRC);
    const near = await write('src/crc.c', CRC);
    expect(await definer()).toEqual({ file: near });
  });

  it.each(['test/crc.c', 'mocks/crc.c', 'crc_stub.c', 'a/fake-crc.c'])(
    'takes a test double last: %s',
    async (double) => {
      await write(double, CRC);
      const own = await write('firmware/lib/crc/src/crc.c', CRC);
      expect(await definer()).toEqual({ file: own });
    },
  );

  it("takes one of the project's own build first", async () => {
    await write('crc.c', CRC);
    const own = await write('port/m7/crc.c', CRC);
    await write(
      'build/debug/compile_commands.json',
      JSON.stringify([{ directory: cwd, file: 'port/m7/crc.c', command: 'cc -c port/m7/crc.c' }]),
    );
    expect(await definer()).toEqual({ file: own });
  });

  it('takes one without main()', async () => {
    await write('a.c', `${CRC} int main(void) { return 0; }`);
    const other = await write('z/z.c', CRC);
    expect(await definer()).toEqual({ file: other });
  });
});

describe('a header', () => {
  it('is found by the end of its path, near the source that includes it', async () => {
    const source = await write('app/bench/b.c', '');
    await write('other/far/away/filter.h', '');
    await write('app/inc/filter.h', '');
    await write('app/inc/dsp/fir.h', '');
    const { findHeaderFolder } = openWorkspace(cwd);
    expect(await findHeaderFolder('filter.h', source)).toBe(join(cwd, 'app/inc'));
    expect(await findHeaderFolder('dsp/fir.h', source)).toBe(join(cwd, 'app/inc'));
    expect(await findHeaderFolder('gone.h', source)).toBeUndefined();
  });
});

describe('the options of a source', () => {
  it('are those of its project that decide what it means', async () => {
    const words = ['-mcpu=cortex-m4', '-Iinc', '-I', '../lib', '-DSIZE="two words"', '-UX', '-O0'];
    await write(
      'build/compile_commands.json',
      JSON.stringify([
        { directory: join(cwd, 'build'), file: '../a.c', arguments: ['cc', ...words, '../a.c'] },
        { directory: cwd, file: 'b.c', command: 'cc -isystem sdk -D A=1 -c b.c' },
        { file: 'no directory' },
      ]),
    );
    const { findOptions } = openWorkspace(cwd);
    expect(await findOptions(join(cwd, 'a.c'))).toEqual([
      `-I${join(cwd, 'build/inc')}`,
      `-I${join(cwd, 'lib')}`,
      '-DSIZE="two words"',
      '-UX',
    ]);
    expect(await findOptions(join(cwd, 'b.c'))).toEqual(['-isystem', join(cwd, 'sdk'), '-DA=1']);
    expect(await findOptions(join(cwd, 'c.c'))).toEqual([]);
  });

  it('are none where the database is damaged', async () => {
    await write('compile_commands.json', '[{"file":');
    expect(await openWorkspace(cwd).findOptions(join(cwd, 'a.c'))).toEqual([]);
  });
});
