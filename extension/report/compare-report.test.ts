import { describe, expect, test } from 'vitest';
import type { Revision } from '../agent';
import type { Gate } from '../compare';
import { createRandom, drawRuns, exampleColumn } from '../compare/testing';
import type { ProfiledOperation } from '../profile';
import { exampleRunProfile, exampleSampledProfile } from '../profile/stored/testing';
import type { RunRecord } from '../runs/record/record';
import { distinctLabels, type ReportColumn, runColumn } from './columns';
import { comparisonJson } from './compare-json';
import { applyGate } from './compare-systems';
import { closingLines, comparisonMarkdown, comparisonText } from './compare-text';
import { compareReported } from './compared';
import { buildComparison } from './comparison/build';
import { comment } from './formats/comment';
import { exampleImport, examplePaper, exampleRun } from './testing';

const paper = (id: string) => examplePaper(`published:nxp-zephyr-linux/average/${id}`);
const rtos = exampleRun({ 'heap/malloc': 100, 'heap/free': 200, 'thread/join': 400 });
const slower = exampleRun({ 'heap/malloc': 130, 'heap/free': 200, 'thread/create': 9 }, 'beef');
const toCycles = (record: RunRecord): ReportColumn => {
  const passes = record.passes.map((pass) => ({
    ...pass,
    clocks: pass.clocks.map((clock) => ({ ...clock, unit: 'cycles' as const })),
  }));
  return runColumn({ ...record, passes });
};
const text = (...columns: readonly ReportColumn[]) => comparisonText(compareReported(columns));

test('runs, an imported one and a published column match the golden report', async () => {
  const columns = [runColumn(rtos), runColumn(slower), runColumn(exampleImport('latency-measure'))];
  const compared = compareReported([...columns, paper('zephyr-rt1050')]);
  await expect(comparisonText(compared)).toMatchFileSnapshot('../../test/golden/comparison.txt');
  await expect(`${comparisonMarkdown(compared, 2).join('\n\n')}\n`).toMatchFileSnapshot(
    '../../test/golden/comparison.md',
  );
});

describe('a comment', () => {
  const withGate = (columns: readonly ReportColumn[], gate: Gate) => {
    const compared = compareReported(columns);
    return comment.writeComparison(compared, applyGate(compared, gate, 'regressed'));
  };

  test('on a pull request matches the golden file', async () => {
    const text = withGate([runColumn(rtos), runColumn(slower)], {
      verdict: 'regressed',
      delta: undefined,
    });
    expect(text).not.toContain('`heap/free`');
    await expect(text).toMatchFileSnapshot('../../test/golden/comment.md');
  });

  test('of too many operations is short', () => {
    const long = 'operation_'.repeat(20);
    const names = Array.from({ length: 350 }, (_, at) => `suite/${long}${at}`);
    const makeRun = (cost: number, id?: string) =>
      runColumn(exampleRun(Object.fromEntries(names.map((name) => [name, cost])), id));
    const text = withGate([makeRun(100), makeRun(200, 'beef')], {
      verdict: 'regressed',
      delta: undefined,
    });
    expect(text).toMatch(
      /^<!-- cyclescope -->\n### Cyclescope: Gate regressed: failed\.\n[^]{0,99}$/,
    );
  });
});

test('the commits of both sides are listed, and do not affect the figures', () => {
  const at = (record: RunRecord, revision: Revision): ReportColumn => {
    const passes = record.passes.map((pass) => ({ ...pass, image: { ...pass.image, revision } }));
    return runColumn({ ...record, passes });
  };
  const commit = '0123456789abcdef';
  const clean = { commit, describe: 'v1.2', branch: 'main', commitTime: '', dirty: false };
  const changed = { ...clean, describe: '0123456', dirty: true, diff: 'feedfacefeedface' };
  const columns = [at(rtos, clean), at(slower, changed), at(rtos, { unknown: 'no repository' })];
  const listed = text(...columns);
  expect(listed).toMatch(/^Commit of .*: v1\.2 \(0123456789ab\) on main\.$/m);
  expect(listed).toMatch(/^Commit of .*: 0123456789ab on main, with changes feedfacefeed\.$/m);
  expect(listed).toMatch(/^Commit of .*: unknown: no repository\.$/m);
  expect(listed).toMatch(/^Without effect on figures: .*commit/m);
  expect(comparisonJson(compareReported(columns))).toMatchObject({
    columns: [{ revision: clean }, { revision: changed }, {}],
  });
});

describe('a comparison of two runs', () => {
  const two = text(runColumn(rtos), runColumn(slower));

  test('reports ratio, interval, delta, noise and verdict', () => {
    expect(two).toMatch(/^heap\/malloc .* 1\.29\d +exact +1 % +0 % +regressed, \+\d+\.\d instr$/m);
    expect(two).toMatch(/^heap\/free .* 1\.000 +exact +1 % +0 % +unchanged$/m);
    expect(two).toContain('4 operations: 1 regressed, 1 unchanged, 2 not comparable.');
  });

  test('reports the difference from a figure that is zero', () => {
    const exactly = (value: number): ReportColumn => {
      const runs = [new Array<number>(100).fill(value)];
      const batches = new Array<number>(32).fill(100 * value);
      const operations = [{ name: 'mine/nop', runs, batches }];
      const example = { deterministic: true, unit: 'instructions', operations } as const;
      return runColumn(exampleColumn(example).record);
    };
    const found = text(exactly(0), exactly(1));
    expect(found).toMatch(/^mine\/nop .* – +– +1 % +0 % +regressed, \+1\.0 instr$/m);
    expect(found).toContain('mine/nop: a figure that is not above zero has no ratio.');
  });

  test('gives the reason if there is no verdict', () => {
    expect(two).toContain('thread/join: not comparable, it was not measured.');
    expect(two).toContain('thread/create: not comparable, the baseline lacks it.');
  });

  test('lists the operations that it lacks, however many', () => {
    const few = exampleRun({ 'heap/malloc': 100, 'heap/free': 80 });
    const more = { 'posix_heap/malloc': 120, 'posix_heap/free': 90 };
    const many = exampleRun({ 'heap/malloc': 100, 'heap/free': 80, ...more }, '2b3c');
    expect(text(runColumn(few), runColumn(many))).toContain(
      'posix_heap/malloc, posix_heap/free: not comparable, the baseline lacks it.',
    );
  });

  test('has a verdict for each column after the first', () => {
    const three = text(runColumn(rtos), runColumn(slower), runColumn(rtos));
    expect(three.match(/ against qemu-freertos-m7 1a2b$/gm)).toHaveLength(2);
  });
});

describe('with profiles on both sides', () => {
  const profile = exampleRunProfile('heap/malloc');
  const [first, again] = profile.operations as [ProfiledOperation, ProfiledOperation];
  const changed = { ...profile, image: 'other', operations: [{ ...again, name: first.name }] };
  const before = { ...runColumn(rtos), profile: { profile } };
  const after = { ...runColumn(slower), profile: { profile: changed } };

  test('lists the functions that make the difference', () => {
    const compared = compareReported([before, after]);
    expect(comparisonText(compared)).toMatch(
      /^Where the difference lies$[^]*^heap\/malloc: 17\.0 to 12\.5 instructions \(-4\.5\)$[^]* enter_critical \(no longer called\)$/m,
    );
    expect(comparisonMarkdown(compared, 2).join('\n')).toMatch(
      /^## Where the difference lies$[^]*^```text\nheap\/malloc: /m,
    );
    expect(JSON.parse(JSON.stringify(comparisonJson(compared)))).toMatchObject({
      differences: [
        {
          operations: [
            {
              name: 'heap/malloc',
              before: 17,
              after: 12.5,
              functions: expect.arrayContaining([
                expect.objectContaining({ name: 'enter_critical', change: 'vanished', adds: -2 }),
              ]) as object,
            },
          ],
          problems: [],
        },
      ],
    });
  });

  test('lists the layers of both sides if one of them is on Linux', () => {
    const files = profile.code.files.map(() => '[kernel]');
    const linux = { ...changed, code: { ...profile.code, files } };
    const found = text(before, { ...after, profile: { profile: linux } });
    expect(found).toContain(
      'Layers are those of qemu-freertos-m7 1a2b before and qemu-freertos-m7 beef after.',
    );
    expect(found).toMatch(/^ +before +share +after +share {2}layer$/m);
    expect(found).toMatch(/^ +· +· +\d+\.\d +\d+\.\d % {2}rest of the kernel$/m);
    expect(text(before, after)).not.toContain('share  layer');
  });

  test('reports operations that were sampled, whose profiles are not compared', () => {
    const makeSampled = (names: readonly string[]) => {
      const [own] = exampleSampledProfile().operations as [ProfiledOperation];
      return { ...changed, operations: names.map((name) => ({ ...own, name })) };
    };
    const found = text(before, { ...after, profile: { profile: makeSampled([first.name]) } });
    expect(found).toMatch(
      /^Where the difference lies\n\nheap\/malloc was sampled: sampled profiles are not compared\.$/m,
    );
    // What did not change, or one side lacks, is not missed.
    const other = { ...after, profile: { profile: makeSampled(['heap/free']) } };
    expect(text(before, other)).not.toContain('Where the difference lies');
  });

  test('names the columns if there are several', () => {
    expect(text(before, after, runColumn(rtos))).toContain(
      'Where the difference lies: qemu-freertos-m7 beef against qemu-freertos-m7 1a2b',
    );
  });

  test.each([
    [
      'the same image ran',
      { ...after, profile: { profile: { ...changed, image: profile.image } } },
    ],
    ['only one has a profile', runColumn(slower)],
    ['the operation did not change', { ...after, column: before.column }],
  ])('lists nothing if %s', (_, other) => {
    expect(text(before, other)).not.toContain('Where the difference lies');
    expect(comparisonJson(compareReported([before, other]))).not.toHaveProperty('differences');
  });

  test('reports a profile that cannot be read', () => {
    const damaged = { ...after, profile: { problem: 'It is damaged.', hint: 'Measure again.' } };
    expect(text(before, damaged)).toMatch(
      /^qemu-freertos-m7 beef: It is damaged\. Measure again\.$/m,
    );
  });
});

describe('a comparison of two systems', () => {
  const on = (record: RunRecord, facts: Readonly<Record<string, string>>, id = 'other') => ({
    ...record,
    target: { ...record.target, id },
    passes: record.passes.map((pass) => ({ ...pass, facts: { ...pass.facts, ...facts } })),
  });
  const zephyr = runColumn(on(slower, { os: 'Zephyr', flags: '-Os' }, 'qemu-zephyr-m3'));
  const across = text(runColumn(rtos), zephyr);

  test('starts with the ratio, its direction and the systems', () => {
    expect(across).toContain(
      'qemu-zephyr-m3 executes 1.138 times the instructions of qemu-freertos-m7, ' +
        'as the geometric mean of 2 operations: from 1.000 (heap/free) to 1.295 (heap/malloc).',
    );
    expect(
      comparisonJson(compareReported([runColumn(rtos), zephyr, runColumn(rtos)])),
    ).toMatchObject({
      relations: [
        {
          unit: 'instructions',
          geometricMean: expect.closeTo(1.138, 3) as number,
          margin: undefined,
        },
        null,
      ],
    });
  });

  test('shows the ratios as bars on either side of 1', () => {
    expect(across).toMatch(/^heap\/malloc {2} {20}│█+ +1\.295$/m);
    expect(across).toMatch(/^heap\/free {4} {20}│ +1\.000$/m);
    expect(text(zephyr, runColumn(rtos))).toMatch(/^heap\/malloc {2} +█+│ +0\.772$/m);
  });

  test.each([
    [zephyr, runColumn(rtos), 'more instructions'],
    [toCycles(on(slower, {})), toCycles(rtos), 'slower'],
  ])('fails a gate in the same words as lines and as JSON: %#', (other, baseline, word) => {
    const compared = compareReported([baseline, other]);
    const result = applyGate(compared, { verdict: 'regressed', delta: 0.05 }, 'regressed=5%');
    expect(closingLines(compared, result)).toContain(`  ${word}: heap/malloc`);
    expect(comparisonJson(compared, result)).toMatchObject({
      gate: { outcome: 'failed', failed: [{ name: 'heap/malloc', word }] },
    });
  });

  test('fails a gate in the words of each column', () => {
    const compared = compareReported([runColumn(rtos), runColumn(slower), zephyr]);
    const { failed } = applyGate(compared, { verdict: 'regressed', delta: 0.05 }, 'regressed=5%');
    expect(failed.map(({ word }) => word)).toEqual(['regressed', 'more instructions']);
  });

  test('never claims an improvement: more instructions, or slower', () => {
    expect(across).toMatch(/^heap\/malloc .* more instructions, \+\d+\.\d instr$/m);
    expect(across).not.toMatch(/regressed|improved/);
    const cycles = text(toCycles(rtos), toCycles(on(slower, {})));
    expect(cycles).toMatch(/^other takes 1\.138 times as long as qemu-freertos-m7/m);
    expect(cycles).toMatch(/^heap\/malloc .* slower, \+\d+\.\d cycles$/m);
  });

  test('mentions differences that may mislead', () => {
    expect(across).toContain('Instructions are counted on an emulator, which has no caches');
    expect(across).toMatch(/Other differences that may contribute to the ratio: .*\bflags\b/);
  });

  test('applies if the same target runs another system, but not with the same system', () => {
    const same = on(slower, { os: 'Zephyr' }, rtos.target.id);
    expect(text(runColumn(rtos), runColumn(same))).not.toMatch(/regressed/);
    expect(text(runColumn(rtos), runColumn(slower))).toMatch(/regressed/);
  });
});

describe('published columns', () => {
  const linux = { ...rtos, target: { ...rtos.target, id: 'linux' } };
  const own = [runColumn(rtos), runColumn(linux)];
  const theirs = [paper('zephyr-rt1050'), paper('linux-imx6ul')];

  test('are listed with their document and its remarks', () => {
    expect(text(...theirs)).toContain('a ratio of cycles times 1.136 is the ratio in time.');
  });

  test('are compared with two runs by the ratios within each pair', () => {
    const found = compareReported([...own, ...theirs]).quotients?.pairs.map(({ title, values }) => [
      title,
      values.get('heap/malloc')?.value.toFixed(2),
    ]);
    expect(found).toEqual([
      ['linux : qemu-freertos-m7', '1.00'],
      ['linux-imx6ul : zephyr-rt1050', '11.49'],
    ]);
  });

  test.each([
    ['one run', [own[0]!, ...theirs]],
    ['one published column', [...own, theirs[0]!]],
    ['runs that share no operation', [own[0]!, runColumn(exampleImport('sched')), ...theirs]],
    ['runs in different units', [own[0]!, toCycles(rtos), ...theirs]],
  ])('are not compared with %s', (_, columns) => {
    expect(compareReported(columns).quotients?.pairs ?? []).toEqual([]);
  });
});

test('columns of one target are distinguished, even if the same run is there twice', () => {
  expect(distinctLabels([rtos, slower, rtos].map(runColumn))).toEqual([
    'qemu-freertos-m7 1a2b',
    'qemu-freertos-m7 beef',
    'qemu-freertos-m7 1a2b (2)',
  ]);
});

test('a gate states what decided', () => {
  const compared = compareReported([runColumn(rtos), runColumn(slower)]);
  const result = applyGate(compared, { verdict: 'regressed', delta: 0.05 }, 'regressed=5%');
  expect(closingLines(compared, result)).toEqual([
    'Gate regressed=5%: failed.',
    '  regressed: heap/malloc',
    '  undecided: thread/join: it was not measured',
  ]);
});

test('JSON has every verdict and the origin of the figures', () => {
  const compared = compareReported([runColumn(rtos), runColumn(slower), paper('zephyr-rt1050')]);
  const document: unknown = JSON.parse(JSON.stringify(comparisonJson(compared)));
  expect(document).toHaveProperty('columns.0.source', 'measured');
  expect(document).toHaveProperty('columns.2.source', 'published');
  expect(document).toHaveProperty('columns.2.remarks.0');
  expect(document).toHaveProperty(
    'operations.0',
    expect.objectContaining({
      name: 'heap/malloc',
      cells: [
        expect.objectContaining({ unit: 'instructions' }),
        expect.objectContaining({ unit: 'instructions' }),
        expect.objectContaining({ unit: 'cycles', mean: 1001 }),
      ],
      outcomes: [
        expect.objectContaining({ verdict: 'regressed' }),
        expect.objectContaining({ kind: 'not comparable' }),
      ],
    }),
  );
});

describe('a comparison of runs that did not take turns', () => {
  const random = createRandom('turns');
  const makeRecord = (change: Partial<RunRecord> = {}): RunRecord => {
    const operations = ['a/b', 'a/c'].map((name) => ({
      name,
      runs: drawRuns(random, { between: 0.05 }),
    }));
    return { ...exampleColumn({ operations }).record, ...change };
  };
  const listClosingLines = (delta: number | undefined, ...records: readonly RunRecord[]) => {
    const compared = compareReported(records.map(runColumn));
    const gate = delta && applyGate(compared, { verdict: 'regressed', delta }, 'regressed=5%');
    return closingLines(compared, gate || undefined);
  };
  const lastLine = (...of: Parameters<typeof listClosingLines>) => listClosingLines(...of).at(-1);
  const elsewhere = { id: 'other', title: 'Another board', deterministic: false };
  const command =
    '  cyclescope compare --interleave A.elf B.elf --target board --bench a/b --bench a/c';

  test('offers turns for what the gate cannot decide, with the number of repeats', () => {
    const lines = listClosingLines(0.05, makeRecord(), makeRecord());
    expect(lines.at(-2)).toMatch(
      /^Runs that do not take turns .* In turns, about \d+ repeats a side would decide .*\.$/,
    );
    expect(lines.at(-1)).toBe(`${command} --fail-on regressed=5%`);
  });

  test('offers as many repeats as the undecided need without a gate', () => {
    const noisy = () =>
      runColumn(
        exampleColumn({
          operations: [
            { name: 'a/b', runs: drawRuns(random, { between: 0.05, runs: 20, samples: 100 }) },
          ],
        }).record,
      );
    const compared = compareReported([noisy(), noisy()], { delta: 0.005 });
    expect(closingLines(compared).at(-1)).toMatch(
      / --target board --bench a\/b --delta 0\.5% --most \d{3,}$/,
    );
    expect(comparisonJson(compared)).toMatchObject({ turns: { target: 'board' } });
    expect(buildComparison(compared).turns?.command).toBe(closingLines(compared).at(-1)?.trim());
    expect(comment.writeComparison(compared)).toMatch(
      /### Cyclescope\n\n```text\nRuns that do not/,
    );
  });

  test.each([undefined, 0.05])('offers turns for a change that was found, gate %j', (delta) => {
    const [before, after] = [1000, 1500].map((mean) => {
      const runs = drawRuns(random, { mean, within: 0.001, samples: 100 });
      return exampleColumn({ operations: [{ name: 'a/b', runs }] }).record;
    });
    const lines = before && after ? listClosingLines(delta, before, after) : [];
    expect(lines.at(-2)).toBe(
      'Runs that do not take turns also differ by what changed on the machine between them. ' +
        'That may be all that was found; in turns, both sides meet the same load.',
    );
    expect(lines.at(-1)).toMatch(/--interleave A\.elf B\.elf --target board --bench a\/b/);
  });

  test.each([
    ['took turns', 0.05, [makeRecord({ looks: 8 }), makeRecord({ looks: 8 })]],
    ['are of two targets', 0.05, [makeRecord(), makeRecord({ target: elsewhere })]],
    ['are three', 0.05, [makeRecord(), makeRecord(), makeRecord()]],
    ['are decided', 0.5, [makeRecord(), makeRecord()]],
  ])('offers nothing if they %s', (_, delta, records) => {
    expect(lastLine(delta, ...records)).toMatch(/^Gate regressed=5%: ok\.$|^ {2}undecided: /);
  });
});
