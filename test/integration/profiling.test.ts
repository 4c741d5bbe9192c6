import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ImageManifest } from '../../extension/agent/manifest';
import { profileReading, readProfile } from '../../extension/engine/profile/stored';
import { profileRun, runBenchmarks } from '../../extension/engine/run/run';
import type { RunSpec } from '../../extension/engine/run/spec';
import {
  computeAddedCost,
  costFunctions,
  differenceText,
  functionsText,
  sumInstructions,
  instructionsText,
  linesText,
  newProfile,
  type Profile,
  countProfileSamples,
  type RunProfile,
  treeText,
} from '../../extension/profile';
import { compareReported, type ReportColumn, runColumn } from '../../extension/report';
import { locateDifference } from '../../extension/report/compare-differences';
import { nameAt, type OperationRecord, type RunRecord } from '../../extension/runs';
import { qemuTarget } from '../../extension/targets/qemu/kind';
import { FREERTOS_M3, FREERTOS_M7, type QemuBoard } from '../../extension/targets/qemu/machines';
import { findRecipe } from '../../extension/toolchain/recipe';
import { buildExecutionPlugin } from '../../extension/toolchain/extras/execution-plugin';
import { copyStripped, toSourcePath } from '../../scripts/package/images.mjs';
import { chooseCases, isEverything, testInAll } from '../everything';
import { lockFolderOfTests } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { buildVariant, root } from './agent/variants';

/* Profiles of emulated targets, against the samples of the headline pass. */

/** An operation of each kind: alone, with a second thread, with an interrupt, and with several windows. */
const SOME = [
  'mutex/lock',
  'heap/malloc',
  'thread/join',
  'context_switch/switch',
  'interrupt/*',
  'rhealstone/resume',
  'matrix/addition_*',
];

let plugin = '';
beforeAll(async () => {
  const agreed = ['qemu-plugin'];
  plugin = await buildExecutionPlugin({ packageFolder: root, agreed, onMessage: () => undefined });
});

function makeSpec(target: string, more: Partial<RunSpec> = {}): RunSpec {
  return {
    target,
    imageFolders: [{ folder: join(root, 'dist/agent'), origin: 'shipped' }],
    runsFolder: temporaryFolder('runs'),
    patterns: SOME,
    trace: false,
    settings: {},
    iterations: isEverything ? 100 : 20,
    profile: { plugin },
    tool: 'test',
    ...more,
  };
}

function makeContext(board: QemuBoard) {
  const messages: string[] = [];
  const target = qemuTarget(board, { lockFolder: lockFolderOfTests() });
  return {
    messages,
    context: {
      resolveTarget: () => target,
      signal: new AbortController().signal,
      onMessage: (message: string) => void messages.push(message),
      onProgress: () => undefined,
    },
  };
}

async function profileOn(board: QemuBoard, more: Partial<RunSpec> = {}) {
  const { context, messages } = makeContext(board);
  const { folder, record, error } = await runBenchmarks(makeSpec(board.target, more), context);
  expect([error, record.status]).toEqual([undefined, 'complete']);
  const stored = await readProfile(folder);
  return { folder, record, profiles: toProfiles(stored), messages };
}

/** The profile of some operations on the M7, which several tests compare with others. */
let usual: ReturnType<typeof profileOn> | undefined;
const usualProfile = () => (usual ??= profileOn(FREERTOS_M7));

function toProfiles(stored: RunProfile | undefined): readonly Profile[] {
  if (!stored) return [];
  expect(stored.problems).toEqual([]);
  return stored.operations.map(({ name, ...capture }) => newProfile(name, stored.code, capture));
}

const listMeasured = ({ passes }: RunRecord) =>
  (passes[0]?.operations ?? []).filter(({ status }) => status === 'ok');

const toName = ({ suite, op, params }: OperationRecord) => nameAt(`${suite}/${op}`, params);

/** All samples of an operation, sorted: the record does not have their order. */
function listSamples({ quiet, ticked }: OperationRecord): readonly number[] {
  return [...quiet, ...ticked]
    .flatMap(([value, count]) => Array.from({ length: count }, () => value))
    .sort((a, b) => a - b);
}

/** The instructions that all functions of each sample's path have together, sorted. */
function listLengths({ paths, order }: Profile): readonly number[] {
  return order.map((path) => paths[path]?.nodes.length ?? 0).sort((a, b) => a - b);
}

describe.each(chooseCases([FREERTOS_M7, FREERTOS_M3], () => 'any'))('on $target', (board) => {
  test('the functions of every operation add up to its samples', async () => {
    const { record, profiles } = isEverything
      ? await profileOn(board, { patterns: [] })
      : await usualProfile();
    const measured = listMeasured(record);
    expect(measured.length).toBeGreaterThan(isEverything ? 90 : 8);
    expect(profiles.map(({ name }) => name)).toEqual(measured.map(toName));
    measured.forEach((operation, index) => {
      const profile = profiles[index];
      if (!profile) throw new Error(`${toName(operation)} has no profile`);
      const name = `${operation.suite}/${operation.op}`;
      const functions = costFunctions(profile).reduce((sum, { self }) => sum + self, 0);
      expect(functions, name).toBe(sumInstructions(profile));
      const [samples, lengths] = [listSamples(operation), listLengths(profile)];
      expect(countProfileSamples(profile)).toBe(lengths.length);
      // For long operations only the first samples are kept.
      const isWhole = lengths.length === samples.length;
      if (!isWhole) expect(samples.at(-1), name).toBeGreaterThan(1000);
      if (isWhole && !name.endsWith('_waiting')) expect(lengths, name).toEqual(samples);
      // Each of four windows of a wait is rounded to a tick.
      const most = name.endsWith('_waiting') ? 2 : 0;
      const isSample = (length: number) => samples.some((each) => Math.abs(each - length) <= most);
      expect(
        lengths.filter((length) => !isSample(length)),
        name,
      ).toEqual([]);
    });
  });
});

async function readColumn({ folder, record }: { folder: string; record: RunRecord }) {
  return { ...runColumn(record), profile: await profileReading(folder) };
}

/** The operations that two columns differ in, with the functions that make the difference. */
function differences(...columns: readonly ReportColumn[]) {
  const { operations, problems } = locateDifference(compareReported(columns), 1);
  expect(problems).toEqual([]);
  return operations;
}

test('two profiles are identical, and so are the figures without one', async () => {
  const [one, other] = [await usualProfile(), await profileOn(FREERTOS_M7)];
  const plain = await profileOn(FREERTOS_M7, { profile: undefined });
  const readProfileText = ({ folder }: { folder: string }) =>
    readFileSync(join(folder, 'profile.json'), 'utf8');
  expect(readProfileText(one)).toBe(readProfileText(other));
  expect(differences(await readColumn(one), await readColumn(other))).toEqual([]);
  const digests = ({ record }: { record: RunRecord }) => listMeasured(record).map((m) => m.digest);
  expect(digests(plain)).toEqual(digests(one));
  expect(plain.profiles).toEqual([]);
});

testInAll(
  'a packaged image gives the profile of the built one, function by function and line by line',
  async () => {
    const folder = temporaryFolder('agents');
    const image = join(FREERTOS_M7.target, 'headline');
    await copyStripped(join(root, 'dist/agent', image), join(folder, image));
    const more = isEverything ? { patterns: [] } : {};
    const imageFolders = [{ folder, origin: 'shipped' }] as const;
    const built = isEverything ? await profileOn(FREERTOS_M7, more) : await usualProfile();
    const packaged = await profileOn(FREERTOS_M7, { ...more, imageFolders });
    const shortenPath = (line: string) => line.replace(/(?<= {2})\/.*$/, toSourcePath);
    const formatProfiles = ({ profiles }: typeof built) =>
      profiles.map((profile) => [
        profile.name,
        ...functionsText(profile, Infinity),
        ...linesText(profile).map(shortenPath),
        ...treeText(profile),
        ...instructionsText(profile).map(shortenPath),
      ]);
    expect(formatProfiles(packaged)).toEqual(formatProfiles(built));
    expect(built.profiles.length).toBeGreaterThan(8);
  },
);

/** Few instructions: QEMU's log is slow. */
const FEW = { patterns: ['heap/malloc'], iterations: 10 };

testInAll(
  'a plugin that QEMU refuses is replaced by its log, which records the same, and tried once a version',
  async () => {
    const unusable = join(temporaryFolder('plugin'), 'execution.so');
    writeFileSync(unusable, 'no library');
    writeFileSync(`${unusable}.refused`, 'qemu-system-arm 1.0\n');
    const { profiles } = await profileOn(FREERTOS_M7, FEW);
    const refused = await profileOn(FREERTOS_M7, { ...FEW, profile: { plugin: unusable } });
    expect(profiles).toHaveLength(1);
    expect(refused.profiles).toEqual(profiles);
    const isTried = /plugin.*\. Reading QEMU's log instead/;
    expect(refused.messages.join('\n')).toMatch(isTried);
    const again = await profileOn(FREERTOS_M7, { ...FEW, profile: { plugin: unusable } });
    expect(again.profiles).toEqual(profiles);
    expect(again.messages.join('\n')).not.toMatch(isTried);
    expect(again.messages.join('\n')).toContain('has refused its plugin before');
  },
);

testInAll('without a plugin the log is read', async () => {
  const switches = { ...FEW, patterns: ['context_switch/switch'] };
  const { profiles, messages } = await profileOn(FREERTOS_M7, { ...switches, profile: {} });
  expect(profiles).toEqual((await profileOn(FREERTOS_M7, switches)).profiles);
  expect(messages.join('\n')).not.toContain('instead');
});

/** A folder of images that has a variant as that of the M7. */
function makeImageFolders(path: string) {
  const folder = temporaryFolder('agents');
  cpSync(dirname(path), join(folder, FREERTOS_M7.target, 'headline'), { recursive: true });
  return [{ folder, origin: 'shipped' }] as const;
}

/** A copy of the images in which that of the M7 has been changed. */
function changeImages(change: (elf: string) => void) {
  const agents = temporaryFolder('agents');
  const folder = join(agents, FREERTOS_M7.target, 'headline');
  cpSync(join(root, 'dist/agent', FREERTOS_M7.target, 'headline'), folder, { recursive: true });
  const elf = join(folder, 'agent.elf');
  change(elf);
  const file = join(folder, 'manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as ImageManifest;
  const sha256 = createHash('sha256').update(readFileSync(elf)).digest('hex');
  writeFileSync(file, JSON.stringify({ ...manifest, sha256 }));
  return [{ folder: agents, origin: 'shipped' }] as const;
}

/** Changes to FreeRTOS: one more call of vListInsert, a longer loop, and a function that is called instead of inlined. */
const PLANTED: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  'tasks.c': [
    [
      /vListInsert\( pxEventList, /,
      'static List_t more; static ListItem_t item = { .xItemValue = portMAX_DELAY };' +
        'if( more.xListEnd.pxNext == NULL ) vListInitialise( &more );' +
        'vListInsert( &more, &item ); $&',
    ],
    [/if\( pcName\[ x \] == \( char \) 0x00 \)/, 'if( pcName[ x ] == ( char ) 0x00 && x > 11 )'],
  ],
  'heap_4.c': [[/^static void prvInsertBlockIntoFreeList/m, '__attribute__((noinline)) $&']],
};

/** A copy of a source with its changes, as a path that a recipe may have. */
function plant(file: string): string {
  const changes = file.startsWith('build/c-sources/') ? PLANTED[basename(file)] : undefined;
  if (changes === undefined) return file;
  const text = readFileSync(join(root, file), 'utf8');
  const planted = changes.reduce((before, [what, instead]) => {
    expect(before, file).toMatch(what);
    return before.replace(what, instead);
  }, text);
  const copy = join(temporaryFolder('planted'), basename(file));
  writeFileSync(copy, planted);
  return relative(root, copy);
}

test('a planted change is the first line of the difference', async () => {
  const { path } = await buildVariant({
    recipe: () => {
      const shipped = findRecipe(FREERTOS_M7.target, root);
      if (shipped === undefined) throw new Error('no recipe');
      const sources = shipped.sources.flatMap((group) =>
        group.files.map((file) => ({ ...group, files: [plant(file)] })),
      );
      return { ...shipped, sources };
    },
  });
  const patterns = ['heap/free', 'thread/create', 'sync/mutex_contention_2t'];
  const measure = async (more: Partial<RunSpec>) =>
    readColumn(await profileOn(FREERTOS_M7, { patterns, ...more }));
  const before = await measure({});
  const after = await measure({ imageFolders: makeImageFolders(path) });
  const summariseDifferences = (...columns: readonly ReportColumn[]) =>
    differences(...columns).map((each) => [each.name, differenceText(each)[2]?.slice(20)]);
  expect(summariseDifferences(before, after)).toEqual([
    ['heap/free', '      +1.0  prvInsertBlockIntoFreeList (no longer inlined)'],
    ['thread/create', '         ·  prvInitialiseNewTask'],
    ['sync/mutex_contention_2t', '      +1.0  vListInsert (1 call more)'],
  ]);
  expect(summariseDifferences(after, before).map(([, line]) => line?.trim())).toEqual([
    '-1.0  prvInsertBlockIntoFreeList (now inlined)',
    '·  prvInitialiseNewTask',
    '-1.0  vListInsert (1 call fewer)',
  ]);
  const [free] = differences(before, after);
  expect(free?.functions.reduce((sum, row) => sum + computeAddedCost(row), 0)).toBeCloseTo(
    (free?.after ?? 0) - (free?.before ?? 0),
    9,
  );
  if (!isEverything) return;
  // Another image with the same code, as a packaged one has.
  const imageFolders = changeImages((elf) =>
    execFileSync('arm-none-eabi-objcopy', ['-R', '.comment', elf]),
  );
  expect(differences(before, await measure({ imageFolders }))).toEqual([]);
});

testInAll(
  'assembly, code in RAM and windows that write their own code add up to the samples',
  async () => {
    const userFiles = [join(import.meta.dirname, 'agent/odd_code.c')];
    const imageFolders = makeImageFolders((await buildVariant({ userFiles })).path);
    const { record, profiles } = await profileOn(FREERTOS_M7, {
      imageFolders,
      patterns: ['odd_code'],
    });
    expect(profiles.map(listLengths)).toEqual(listMeasured(record).map(listSamples));
    const functions = profiles.map((profile) => functionsText(profile, Infinity).join('\n'));
    expect(functions[0]).toMatch(/^ +8\.0 +8\.0 +1\.0 {2}hand_written$/m);
    // Every second execution of the code in RAM returns at once.
    expect(functions[1]).toMatch(/^ +2\.0 +2\.0 +1\.0 {2}/m);
    expect(functions[2]).toMatch(/^ +1\.5 +1\.5 +1\.0 {2}/m);
    expect(profiles[2]?.paths.map(({ count }) => count)).toEqual([50, 50]);
  },
);

testInAll(
  'an image that was optimised while it was linked is refused with that reason',
  async () => {
    const optimise = (flags: readonly string[]) => [...flags, '-O2', '-flto'];
    const { path } = await buildVariant({
      recipe: (shipped) => ({
        ...shipped,
        flags: optimise(shipped.flags),
        linkFlags: optimise(shipped.linkFlags),
      }),
    });
    const { context } = makeContext(FREERTOS_M7);
    await expect(
      runBenchmarks(
        makeSpec(FREERTOS_M7.target, { imageFolders: makeImageFolders(path), patterns: ['mutex'] }),
        context,
      ),
    ).rejects.toMatchObject({
      code: 'bad-image',
      message: expect.stringContaining('link-time optimisation') as string,
      hint: expect.stringContaining('-flto') as string,
    });
  },
);

test.each([
  ['without debug information', '-g'],
  ['that is stripped', '-s'],
])('an image %s is refused before anything is measured', async (_, how) => {
  const imageFolders = changeImages((elf) => execFileSync('arm-none-eabi-strip', [how, elf]));
  const { context } = makeContext(FREERTOS_M7);
  await expect(
    runBenchmarks(makeSpec(FREERTOS_M7.target, { imageFolders }), context),
  ).rejects.toMatchObject({
    code: 'bad-image',
    message: expect.stringContaining('DWARF') as string,
    hint: expect.stringContaining('cyclescope build --target qemu-freertos-m7') as string,
  });
});

test('a stored run is profiled later, with its own image only', async () => {
  const patterns = ['mutex/lock', 'sort/quick'];
  const settings = { 'sort.size': [100, 200] };
  const plain = await profileOn(FREERTOS_M7, { patterns, settings, profile: undefined });
  const { context } = makeContext(FREERTOS_M7);
  const { imageFolders: own, runsFolder, profile, tool } = makeSpec(FREERTOS_M7.target);
  const asked = { target: FREERTOS_M7.target, imageFolders: own, runsFolder, profile, tool };
  await profileRun(plain, asked, context);
  expect(toProfiles(await readProfile(plain.folder)).map(({ name }) => name)).toEqual(
    listMeasured(plain.record).map(toName),
  );
  expect(listMeasured(plain.record)).toHaveLength(3);
  const imageFolders = changeImages((elf) =>
    execFileSync('arm-none-eabi-objcopy', ['-R', '.comment', elf]),
  );
  await expect(profileRun(plain, { ...asked, imageFolders }, context)).rejects.toMatchObject({
    code: 'refused',
    message: expect.stringContaining('another one has been built since') as string,
  });
});
