import { beforeAll, describe, expect, test } from 'vitest';
import type { AgentImage, ImageBuild } from '../../extension/core/agent/manifest';
import { loadImage } from '../../extension/engine/images/find';
import { findImageOf } from '../../extension/engine/images/of-target';
import { ZEPHYR_M3 } from '../../extension/targets/qemu/board';
import { type Measured, measureOver, openAgent, operationsOf, valuesOf } from './agent/measured';
import { temporaryFolder } from './agent/temporary';
import { expectWhole } from './agent/whole';
import { windowsOf } from './agent/windows';
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
const BUILD_MS = 600_000;
const FAMILIES = ['heap', 'mutex', 'thread', 'context_switch'];
const SUITES = [...FAMILIES, ...FAMILIES.map((family) => `posix_${family}`)];
const linesOf = (switches: number, more = '') =>
  SUITES.map((suite) => {
    const n = suite.endsWith('context_switch') ? ` n=${switches}` : '';
    return `run ${suite}${n}${more}`;
  });

const { ZEPHYR_BASE: base = '' } = process.env;
if (base === '') console.warn(`Skipped: ${NO_ZEPHYR}.`);

describe.skipIf(base === '')('Zephyr on the emulated Cortex-M3', () => {
  const elfs: Partial<Record<ImageBuild, string>> = {};
  beforeAll(async () => {
    for (const build of ['headline', 'traced'] as const) {
      elfs[build] = await buildApplication(base, build, temporaryFolder(`zephyr-${build}`));
    }
  }, BUILD_MS);

  const imageOf = async (build: ImageBuild): Promise<AgentImage> =>
    loadImage(await findImageOf({ id: ZEPHYR_M3.target, elfs }, [], build));
  const measure = async (build: ImageBuild, lines: readonly string[]): Promise<Measured> =>
    measureOver(await openAgent(await imageOf(build), ZEPHYR_M3), lines);

  test('every family is measured alike in two runs, by the kernel’s calls and those of POSIX', async () => {
    const first = await measure('headline', linesOf(40_000));
    expectWhole(first);
    const measured = new Set(operationsOf(first).map(({ suite }) => suite));
    expect([...measured].sort()).toEqual([...SUITES].sort());
    const again = await measure('headline', linesOf(40_000));
    expect(valuesOf(again)).toEqual(valuesOf(first));
  });

  test('the traced image is decoded without a problem, and traces alike in two runs', async () => {
    const traced = await measure('traced', linesOf(4000, ' trace=1'));
    expectWhole(traced);
    const windows = windowsOf(traced);
    expect(Object.values(windows).every((each) => each.length > 0)).toBe(true);
    expect(windowsOf(await measure('traced', linesOf(4000, ' trace=1')))).toEqual(windows);
  });

  describe('on the command line', () => {
    let workspace: Workspace;
    beforeAll(async () => {
      workspace = newWorkspace();
      const elf = `--elf ${elfs.headline} --traced-elf ${elfs.traced}`;
      for (const line of [`qemu-zephyr-m3 ${elf} --trace`, 'qemu-freertos-m3']) {
        const { code, err } = await call(`run --target ${line}`);
        expect([code, err]).toEqual([0, expect.any(String)]);
      }
      return () => workspace.remove();
    }, BUILD_MS);

    const call = (line: string) => startCli(workspace, line).ended;

    test('it stands beside FreeRTOS on the same machine and the published figures', async () => {
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

    test('its POSIX suites stand for the calls that the paper made', async () => {
      const posix = 'latest:qemu-zephyr-m3+posix_mutex+posix_thread';
      const { code, out } = await call(`compare ${posix} ${published} --json`);
      const { operations } = JSON.parse(out) as Document;
      const shared = operations.filter(({ cells }) => cells.every((cell) => cell !== null));
      expect([code, shared.map(({ name }) => name).sort()]).toEqual([
        0,
        [
          ...['context_switch/switch', 'heap/free', 'heap/malloc', 'mutex/lock', 'mutex/unlock'],
          ...['thread/create', 'thread/join'],
        ],
      ]);
    });
  });
});
