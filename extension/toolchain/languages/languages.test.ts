import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lookUp } from '../../base';
import type { ImageParts, ProgramCall } from '../plan';
import { buildableTargets, findRecipe } from '../recipe';
import { userSources } from '../user-sources';
import { openWorkspace } from '../workspace';
import {
  findBuiltInPath,
  compilerVersions,
  findLanguage,
  languages,
  listLanguages,
} from './languages';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cyclescope-languages-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const plan = (target: string): ImageParts => ({
  recipe: findRecipe(target, process.cwd())!,
  build: 'headline',
  packageFolder: '/p',
  cSources: '/c',
  cwd: '/w',
  userFiles: [],
  workspace: openWorkspace('/w'),
  compilerVersion: 'v',
  onMessage: () => undefined,
});

async function makeCall(source: string, target = 'qemu-freertos-m7'): Promise<ProgramCall> {
  const object = join(folder, 'unit.o');
  const unit = { source, object, isUsers: true, flags: ['-Wstrict-prototypes'] };
  return findLanguage(source)!.call(unit, { plan: plan(target), work: folder });
}

async function write(name: string, text = ''): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
  return path;
}

describe('languages', () => {
  it('are recognised by the file extension of a source', () => {
    const of = (source: string) => findLanguage(source)?.name;
    expect(['a.c', 'a.cpp', 'a.cc', 'a.cxx', 'a.rs', 'a.zig', 'a.h', 'a.py'].map(of)).toEqual([
      'C',
      'C++',
      'C++',
      'C++',
      'Rust',
      'Zig',
      undefined,
      undefined,
    ]);
    expect(listLanguages(['a.zig', 'b.c', 'c.zig']).map(({ name }) => name)).toEqual(['C', 'Zig']);
  });

  it('compile C++ beside C, without features that firmware lacks', async () => {
    const { program, args } = await makeCall('/w/fir.cpp');
    expect(program).toBe('arm-none-eabi-g++');
    expect(args).toEqual(expect.arrayContaining(['-std=gnu++20', '-fno-exceptions', '-fno-rtti']));
    expect(args).toContain('-mcpu=cortex-m7');
    expect(args).not.toContain('-std=gnu11');
    expect(args).not.toContain('-Wstrict-prototypes');
    expect((await makeCall('/w/fir.cc', 'local-linux')).program).toBe('g++');
    expect((await makeCall('/w/fir.c')).args).toContain('-Wstrict-prototypes');
  });

  it('compile Rust for the target, without paths of this computer', async () => {
    const { program, args } = await makeCall('/w/fir.rs');
    expect(program).toBe('rustc');
    expect(args.join(' ')).toMatch(/--target thumbv7em-none-eabihf .*--remap-path-prefix=\/w\/= /);
    expect((await makeCall('/w/fir.rs', 'local-linux')).args).not.toContain('--target');
  });

  it('call Rust with nothing but its options, which are inputs of an image, and paths', async () => {
    const known = findLanguage('/w/fir.rs')!.options(plan('qemu-freertos-m7').recipe);
    const { args } = await makeCall('/w/fir.rs');
    const others = args.filter((arg) => !known.includes(arg) && !arg.includes('/'));
    expect(others).toEqual(['--crate-type=lib', '--extern', '--emit=obj', '-o']);
  });

  it('name every target that agents are built for, except unsupported ones', () => {
    const named = languages.flatMap(({ id, targets }) =>
      targets === undefined ? [] : [[id, Object.keys(targets).sort()] as const],
    );
    const all = [...buildableTargets()].sort();
    // Their code has addresses in halves, which the host does not move.
    const moved = all.filter((name) => name.startsWith('ram-'));
    const unnamed = { rust: ['linux-nommu', ...moved], zig: moved };
    for (const [id, targets] of named) {
      const without = lookUp<readonly string[]>(unnamed, id) ?? [];
      expect([...targets, ...without].sort(), id).toEqual(all);
    }
    expect(named.map(([id]) => id)).toEqual(['rust', 'zig']);
  });

  it('reject a target that they do not name', async () => {
    const recipe = { ...findRecipe('linux-nommu', process.cwd())!, sources: [] };
    await expect(compilerVersions(recipe, ['/w/fir.rs'])).rejects.toThrow(
      'fir.rs cannot be built for linux-nommu: Rust has no such target here.',
    );
  });

  it('name the source that a compiler is missing for, unless nothing can be built without it', async () => {
    vi.stubEnv('PATH', folder);
    const compileWithout = (source: string) =>
      compilerVersions({ ...findRecipe('local-linux', process.cwd())!, sources: [] }, [source]);
    await expect(compileWithout('/w/fir.rs')).rejects.toThrow(
      'fir.rs cannot be built. The compiler rustc was not found.',
    );
    const needed = compilerVersions(findRecipe('local-linux', process.cwd())!, ['/w/fir.c']);
    await expect(needed).rejects.toThrow(/^The compiler gcc was not found/);
  });

  it("explain where C++'s library comes from if one of its headers is missing", () => {
    const recipe = findRecipe('qemu-freertos-m7', process.cwd())!;
    const remedy = (header: string) =>
      findLanguage('fir.cpp')!.remedy?.(
        `fir.cpp:3:10: fatal error: ${header}: No such file`,
        recipe,
      );
    expect(remedy('array')).toMatch(
      /has no C\+\+ standard library.*libstdc\+\+-arm-none-eabi-newlib/,
    );
    expect(remedy('taps.h')).toBeUndefined();
  });

  it('follow a Rust source to its modules, and a Zig source to its imports', async () => {
    const rust = await write(
      'fir.rs',
      'mod taps;\nmod gone;\nconst T: &str = include_str!("t.txt");',
    );
    await write('taps.rs', 'mod more;');
    await write('taps/more.rs');
    await write('t.txt');
    const listParts = async (source: string) =>
      (await findLanguage(source)!.findDependencies(source, plan('local-linux'))).files.map(
        (path) => path.slice(folder.length + 1),
      );
    expect((await listParts(rust)).sort()).toEqual(['t.txt', 'taps.rs', 'taps/more.rs']);
    const zig = await write(
      'fir.zig',
      'const std = @import("std");\nconst t = @import("zig/t.zig");',
    );
    await write('zig/t.zig', 'const fir = @import("../fir.zig");');
    expect(await listParts(zig)).toEqual(['zig/t.zig']);
  });
});

describe("the agent's sources in a package", () => {
  it('recognises files of the package, and nothing outside it', () => {
    expect(findBuiltInPath('target-agent/families/heap/heap.c')).toBe(
      'target-agent/families/heap/heap.c',
    );
    expect(findBuiltInPath('/opt/x/target-agent/families/heap/heap.c')).toBe(
      'target-agent/families/heap/heap.c',
    );
    expect(findBuiltInPath('target-agent/families/../../package.json')).toBeUndefined();
    expect(findBuiltInPath('my-target-agent/families/heap/heap.c')).toBeUndefined();
    expect(findBuiltInPath('target-agent/test/run.c')).toBeUndefined();
    expect(findBuiltInPath('target-agent/ports/a/.b/c.c')).toBeUndefined();
    for (const other of [
      'ports/posix/native/sync.c',
      'bindings/rust/operations.rs',
      'core/measuring.c',
      'include/cyclescope/bench.h',
    ]) {
      expect(findBuiltInPath(`/x/target-agent/${other}`)).toBe(`target-agent/${other}`);
    }
  });
});

describe("the user's sources in a folder", () => {
  it('are all in C and C++, and those in Rust and Zig that declare a benchmark', async () => {
    await write('a.c');
    await write('b.cpp');
    await write('bench.rs', 'cyclescope::bench!(fir, |_, _| ());');
    await write('part.rs');
    await write('part.zig');
    await write('readme.md');
    const { files: found } = await userSources(['.'], folder);
    expect(found.map((path) => path.slice(folder.length + 1))).toEqual([
      'a.c',
      'b.cpp',
      'bench.rs',
    ]);
  });

  it('exclude the one with main(), unless it declares a benchmark', async () => {
    await write('work.c', 'int work(void) { return 1; }');
    await write('main.c', 'extern int work(void);\nint main(void) { return work(); }');
    await write('both.c', 'CYCLESCOPE_BENCH(x) { ; }\nint main(void) { return 0; }');
    await write('text.c', '/* int main(void) {} */ const char *help = "int main() {}";');
    const inFolder = (paths: readonly string[]) => paths.map((path) => basename(path));
    const { files, programs } = await userSources(['.'], folder);
    expect(inFolder(files)).toEqual(['both.c', 'text.c', 'work.c']);
    expect(inFolder(programs)).toEqual(['main.c']);
    expect(await userSources(['main.c', '.'], folder)).toMatchObject({ programs: [] });
  });

  it('must be source files', async () => {
    await write('a.py');
    await expect(userSources(['a.py'], folder)).rejects.toThrow('"a.py" is not a source file.');
    await expect(userSources(['.'], folder)).rejects.toThrow(
      'The folder "." contains no source files.',
    );
  });
});
