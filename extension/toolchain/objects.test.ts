import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeProgram } from '../../test/program.mjs';
import { compile } from './compiler';
import { Objects } from './objects';

/**
 * A compiler that lists its calls. Its sources are lines: `include FILE`, `value NAME` for what -DNAME=
 * defines, and text. An object is the text that is compiled.
 */
const COMPILER = `#!/bin/sh
folder=$(dirname "$0")
for word; do
  case $word in
    -E | -c) mode=$word ;;
    -D*) name=\${word#-D}; eval "given_\${name%%=*}=\${name#*=}" ;;
    -o | -O* | -I*) ;;
    *.src) source=$word ;;
    *) out=$word ;;
  esac
done
echo "$mode" >> "$folder/calls"
read_file() {
  echo "# 1 \\"$1\\""
  while read -r verb rest; do
    case $verb in
      include) read_file "$rest" ;;
      value) eval "echo \\"\\$given_$rest\\"" ;;
      mistake) exit 1 ;;
      *) echo "$verb $rest" ;;
    esac
  done < "$1"
}
read_file "$source" > "$out" || exit 1
`;

let folder: string;
let compiler: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'));
  compiler = join(folder, 'cc');
  writeProgram(compiler, COMPILER);
  await mkdir(join(folder, 'ours'));
  await mkdir(join(folder, 'system'));
  await writeFile(source(), `include ${header()}\ntext\n`);
  await writeFile(header(), 'declaration\n');
});
afterEach(() => rm(folder, { recursive: true }));

const source = (ours = 'ours') => join(folder, ours, 'heap.src');
const header = () => join(folder, 'system', 'stdio.h');

interface Build {
  readonly image?: string;
  readonly args?: readonly string[];
  readonly basis?: string;
  readonly ours?: string;
  readonly version?: string;
  /** When the build began: files that are younger may have changed during it. */
  readonly begin?: number;
}

/** Builds an image of one object; returns the compiler's calls and the object. */
async function build({ image = 'headline', args = [], ...rest }: Build = {}) {
  const { basis = 'sources', ours = 'ours', version = 'cc 1.0', begin = Infinity } = rest;
  const stores = ['headline', 'traced'].map((name) => join(folder, 'kept', name));
  const roots = [join(folder, ours)];
  const store = { folder: join(folder, 'kept', image), others: stores, basis, roots };
  const objects = new Objects(store, begin);
  const work = await mkdtemp(join(folder, 'work-'));
  const object = join(work, 'heap.o');
  const all = [...args, '-O2', `-I${join(folder, ours)}`, '-c', source(ours), '-o', object];
  const compileIt = async () => {
    await compile(compiler, all, folder);
  };
  await objects.make({
    unit: { source: source(ours), object, flags: [], isUsers: false },
    call: { program: compiler, args: all },
    plan: { cwd: folder },
    askVersion: () => Promise.resolve(version),
    compile: compileIt,
  });
  await objects.forgetOthers();
  const calls = await readFile(join(folder, 'calls'), 'utf8').catch(() => '');
  await rm(join(folder, 'calls'), { force: true });
  return {
    calls: calls.trim().split('\n').join(' '),
    object: (await readFile(object, 'utf8')).replaceAll(/^# .*\n/gm, '').trim(),
  };
}

const compiled = { calls: '-E -c', object: expect.any(String) };
const taken = { calls: '', object: expect.any(String) };
const recognised = { calls: '-E', object: expect.any(String) };

it('takes the object of the last build, and starts nothing', async () => {
  expect(await build()).toEqual({ calls: '-E -c', object: 'declaration \ntext' });
  expect(await build()).toEqual({ calls: '', object: 'declaration \ntext' });
});

it('takes it after the sources have moved', async () => {
  await build();
  await rename(join(folder, 'ours'), join(folder, 'übersetzt'));
  expect(await build({ ours: 'übersetzt' })).toEqual(taken);
  expect(await build({ ours: 'übersetzt', args: ['-DUNUSED='] })).toEqual(recognised);
});

describe('compiles again', () => {
  beforeEach(async () => {
    expect(await build()).toEqual(compiled);
  });

  it.each([
    ['an option', { args: ['-O3'] }],
    ["the compiler's version", { version: 'cc 1.1' }],
  ])('after a change of %s', async (_, changed) => {
    expect(await build(changed)).toEqual(compiled);
  });

  it("after a change of the compiler's file", async () => {
    writeProgram(compiler, `${COMPILER}# of another version\n`);
    expect(await build()).toEqual(compiled);
  });

  it('after a change of a header that is not ours', async () => {
    await writeFile(header(), 'other\n');
    expect(await build()).toEqual({ calls: '-E -c', object: 'other \ntext' });
    expect(await build()).toEqual({ calls: '', object: 'other \ntext' });
  });

  it('after a change of the source', async () => {
    await writeFile(source(), 'other\n');
    expect(await build({ basis: 'others' })).toEqual({ calls: '-E -c', object: 'other' });
  });

  it('if the object is lost, or the note about it is damaged', async () => {
    const kept = join(folder, 'kept', 'headline');
    const names = await readdir(kept);
    await rm(
      join(
        kept,
        names.find((name) => name.endsWith('.o'))!,
      ),
    );
    expect(await build()).toEqual(compiled);
    for (const name of names.filter((each) => each.endsWith('.txt'))) {
      await writeFile(join(kept, name), `../../${'0'.repeat(64)}.o\n`);
    }
    expect(await build()).toEqual(recognised);
  });
});

describe('of another image', () => {
  it('takes an object without a process if the calls are the same', async () => {
    await build();
    expect(await build({ image: 'traced' })).toEqual(taken);
  });

  it('takes an object if what differs changes nothing in it', async () => {
    await build({ args: ['-DTRACED=0'] });
    expect(await build({ image: 'traced', args: ['-DTRACED=1'] })).toEqual(recognised);
    expect(await build({ image: 'traced', args: ['-DTRACED=1'] })).toEqual(taken);
  });

  it('takes none if it changes something', async () => {
    await writeFile(source(), 'value TRACED\n');
    expect(await build({ args: ['-DTRACED=0'] })).toEqual({ calls: '-E -c', object: '0' });
    const traced = await build({ image: 'traced', args: ['-DTRACED=1'] });
    expect(traced).toEqual({ calls: '-E -c', object: '1' });
  });

  it('takes an object if our sources changed elsewhere', async () => {
    await build();
    expect(await build({ basis: 'others' })).toEqual(recognised);
  });
});

it('keeps nothing that may have changed while it was built', async () => {
  expect(await build({ begin: 0 })).toEqual(compiled);
  expect(await build()).toEqual(compiled);
});

it('keeps nothing of a source with a mistake', async () => {
  await writeFile(source(), 'mistake\n');
  await build();
  expect(await readdir(join(folder, 'kept')).catch(() => [])).toEqual([]);
});

it('drops what the last build did not use', async () => {
  await build({ args: ['-O3'] });
  await build();
  expect(await readdir(join(folder, 'kept', 'headline'))).toHaveLength(2);
});

it('drops what a killed build was writing, but not what another one is writing now', async () => {
  await build();
  const kept = join(folder, 'kept', 'headline');
  await writeFile(join(kept, 'other.o.partial'), '');
  await build({ begin: 0 });
  expect(await readdir(kept)).toContain('other.o.partial');
  await build();
  expect(await readdir(kept)).not.toContain('other.o.partial');
});
