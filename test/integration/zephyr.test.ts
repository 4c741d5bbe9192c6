import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CollectedOperation } from '../../extension/agent/collected';
import type { AgentImage, ImageBuild } from '../../extension/agent/manifest';
import { readProfile } from '../../extension/engine/profile/stored';
import { readRunRecord } from '../../extension/runs/record/read';
import { ZEPHYR_M3 } from '../../extension/targets/qemu/machines';
import { findTargetImage, loadImage } from '../../extension/toolchain/images/find';
import { testInAll } from '../everything';
import { LONG_HANGS_MS } from '../patience.mjs';
import { FAMILIES, TWINS } from './agent/families';
import {
  fetchLate,
  type Measured,
  measureOver,
  openAgent,
  listOperations,
  collectValues,
} from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { expectWhole } from './agent/whole';
import { computeWindows } from './agent/windows';
import { newWorkspace, startCli, type Workspace } from './cli-process';
import { buildApplication } from './zephyr/build';

const NO_ZEPHYR = 'ZEPHYR_BASE is not set; Zephyr is the user’s own, and no test fetches it';
interface Document {
  readonly operations: readonly {
    readonly name: string;
    readonly cells: readonly (object | null)[];
    readonly outcomes: readonly { readonly kind: string }[];
  }[];
  readonly shape: { readonly distances: readonly (number | null)[] };
}

const published = 'published:nxp-zephyr-linux/average/zephyr-rt1050';
const SUITES = [
  ...FAMILIES,
  ...TWINS.map((family) => `native_${family}`),
  ...FAMILIES.map((family) => `posix_${family}`),
];

const NO_IDLING = /^an idle core executes no instructions/;
const NO_INTERRUPTS = /^POSIX has no interrupts$/;
const NO_PIPES = /^Zephyr has no POSIX pipes$/;

/** Operations that this target cannot measure, and the reason that it gives. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  'thread/sleep_1ms': NO_IDLING,
  'time/delay_1ms': NO_IDLING,
  'native_thread/sleep_1ms': NO_IDLING,
  'posix_thread/sleep_1ms': NO_IDLING,
  'posix_time/delay_1ms': NO_IDLING,
  'posix_sync/event_signal_wait': /^POSIX has no events$/,
  'posix_interrupt/latency': NO_INTERRUPTS,
  'posix_interrupt/activation': NO_INTERRUPTS,
  'posix_rhealstone/suspend': NO_INTERRUPTS,
  'posix_rhealstone/resume': NO_INTERRUPTS,
  'posix_rhealstone/activation': NO_INTERRUPTS,
  'posix_rhealstone/interrupt_latency': NO_INTERRUPTS,
  'posix_eventgroup/set_get_bits': /^POSIX has no event groups$/,
  'posix_workqueue/submit_execute': /^POSIX has no work queues$/,
  'posix_stream/send_recv_64B': NO_PIPES,
  'posix_stream/throughput': NO_PIPES,
};
const makeLines = (switches: number, more = '') =>
  SUITES.map((suite) => {
    const n = suite.endsWith('context_switch') ? ` n=${switches}` : '';
    return `run ${suite}${n}${more}`;
  });

const { ZEPHYR_BASE: base = '' } = process.env;
const patience = { timeout: LONG_HANGS_MS };
if (base === '') console.warn(`Skipped: ${NO_ZEPHYR}.`);

/** Expects that what cannot be measured was refused with its reason, and that the rest is whole. */
function expectWholeButRefused(measured: Measured): void {
  const isRefused = ({ end }: CollectedOperation) => end?.status === 'refused';
  const refused = listOperations(measured).filter(isRefused);
  expect(
    Object.fromEntries(refused.map(({ suite, name, end }) => [`${suite}/${name}`, end?.reason])),
  ).toEqual(
    Object.fromEntries(
      Object.entries(REFUSED).map(([name, reason]) => [name, expect.stringMatching(reason)]),
    ),
  );
  const runs = measured.runs.map((run) => ({
    ...run,
    operations: run.operations.filter((operation) => !isRefused(operation)),
  }));
  expectWhole({ ...measured, runs });
}

describe.skipIf(base === '')('Zephyr on the emulated Cortex-M3', patience, () => {
  const elfs: Partial<Record<ImageBuild, string>> = {};
  for (const build of ['headline', 'traced'] as const) {
    beforeAll(async () => {
      const folder = temporaryFolder(`zephyr-${build}`);
      elfs[build] = (await buildApplication(base, build, folder)).elf;
    }, LONG_HANGS_MS);
  }

  const prepareImage = async (build: ImageBuild, of = elfs): Promise<AgentImage> =>
    loadImage(await findTargetImage({ id: ZEPHYR_M3.target, elfs: of }, [], build));
  const measure = async (build: ImageBuild, lines: readonly string[]): Promise<Measured> =>
    measureOver(await openAgent(await prepareImage(build), ZEPHYR_M3), lines);

  test('every family is measured alike in two runs, by each kind of calls', async () => {
    const first = await measure('headline', makeLines(40_000));
    expectWholeButRefused(first);
    const measured = new Set(listOperations(first).map(({ suite }) => suite));
    expect([...measured].sort()).toEqual([...SUITES].sort());
    const again = await measure('headline', makeLines(40_000));
    const values = collectValues(first);
    expect(collectValues(again)).toEqual(values);

    const twins = Object.keys(values).filter((name) => name.startsWith('native_'));
    expect(twins.length).toBeGreaterThan(40);
    const isUnlike = (twin: string) =>
      !isDeepStrictEqual(values[twin.replace('native_', '')], values[twin]);
    expect(twins.filter(isUnlike)).toEqual([]);
  });

  test('the traced image is decoded in full, and traces alike in two runs', async () => {
    const traced = await measure('traced', makeLines(4000, ' trace=1'));
    expectWholeButRefused(traced);
    const windows = computeWindows(traced);
    const empty = Object.entries(windows).filter(([, each]) => each.length === 0);
    expect(empty.map(([name]) => name).sort()).toEqual(Object.keys(REFUSED).sort());
    expect(computeWindows(await measure('traced', makeLines(4000, ' trace=1')))).toEqual(windows);
  });

  testInAll(
    'a ring of 2 KiB begins each recording for a host that comes late, with a tick every 3,906 instructions',
    async () => {
      const settings = { CONFIG_CYCLESCOPE_RING_SIZE: 2048, CONFIG_SYS_CLOCK_TICKS_PER_SEC: 2000 };
      const folder = temporaryFolder('zephyr-late');
      const { elf } = await buildApplication(base, 'traced', folder, { settings });
      const agent = await openAgent(await prepareImage('traced', { traced: elf }), ZEPHYR_M3);
      const lines = [
        'heap',
        'mutex',
        'thread op=create',
        'thread op=join',
        'context_switch n=10000',
      ];
      const measured = await measureOver(
        agent,
        lines.map((each) => `run ${each} trace=1`),
        fetchLate,
      );
      expectWhole(measured);
      expect(measured.runs).toHaveLength(lines.length);
      expect(measured.runs[0]?.facts.get('tick_hz')).toBe('2000');
      expect(Object.values(computeWindows(measured)).filter(({ length }) => length === 0)).toEqual(
        [],
      );
    },
  );

  describe('on the command line', () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = newWorkspace();
      const elf = `--elf ${elfs.headline} --traced-elf ${elfs.traced}`;
      const paper = ['heap', 'mutex', 'thread', 'context_switch'].map((each) => `--bench ${each}`);
      const lines = [`qemu-zephyr-m3 ${elf} --trace`, `qemu-freertos-m3 ${paper.join(' ')}`];
      for (const line of lines) {
        const { code, err } = await call(`run --target ${line}`);
        expect([code, err]).toEqual([0, expect.any(String)]);
      }
      return () => workspace.remove();
    });

    const call = (line: string) => startCli(workspace, line).ended;

    test('it is compared with FreeRTOS on the same machine and the published figures', async () => {
      const columns = `latest:qemu-freertos-m3 latest:qemu-zephyr-m3 ${published}`;
      const { code, out } = await call(`compare ${columns} --json`);
      const { operations, shape } = JSON.parse(out) as Document;
      expect(code).toBe(0);
      for (const name of ['heap/malloc', 'mutex/lock', 'thread/create', 'context_switch/switch']) {
        const { outcomes } = operations.find((each) => each.name === name) ?? {};
        expect([name, outcomes]).toMatchObject([
          name,
          [{ kind: 'judged' }, { kind: 'not comparable' }],
        ]);
      }
      expect(shape.distances.every((distance) => distance !== null)).toBe(true);
    });

    test('its POSIX suites replace the calls that the paper made', async () => {
      const posix = 'latest:qemu-zephyr-m3+posix_mutex+posix_thread';
      const { code, out } = await call(`compare ${posix} ${published} --json`);
      const { operations } = JSON.parse(out) as Document;
      const shared = operations.filter(({ cells }) => cells.every((cell) => cell !== null));
      expect([code, shared.map(({ name }) => name).sort()]).toEqual([
        0,
        [
          'context_switch/switch',
          'heap/free',
          'heap/malloc',
          'mutex/lock',
          'mutex/unlock',
          'thread/create',
          'thread/join',
        ],
      ]);
    });

    test('every operation that it measures is profiled', async () => {
      const line = `run --target qemu-zephyr-m3 --elf ${elfs.headline} --iterations 100 --repeat 1`;
      const { code, err } = await call(`${line} --profile --accept-license qemu-plugin`);
      expect([code, err]).toEqual([0, expect.any(String)]);
      const [folder = ''] = readdirSync(workspace.runs).sort().reverse();
      const stored = await readProfile(join(workspace.runs, folder));
      const { record } = readRunRecord(
        readFileSync(join(workspace.runs, folder, 'run.json'), 'utf8'),
      );
      const measured = record?.passes[0]?.operations.filter(({ status }) => status === 'ok') ?? [];
      expect(measured.length).toBeGreaterThan(90);
      expect(stored).toMatchObject({ problems: [], operations: { length: measured.length } });
    });
  });
});
