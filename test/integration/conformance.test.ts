import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { chooseCases } from '../everything';
import { readRunRecord } from '../../extension/runs/record/read';
import { temporaryFolder } from './agent/temporary';
import { buildVariant, root } from './agent/variants';
import { newWorkspace, startCli } from './cli-process';
import { buildApplication } from './zephyr/build';

/* The conformance test of ports, in the agents that can run here. */

const folder = join(root, 'target-agent/conformance');
const userFiles = readdirSync(folder)
  .filter((name) => name.endsWith('.c'))
  .map((name) => join(folder, name));

const FREERTOS = {
  conditions_release_the_mutex: 'FreeRTOS has no condition variables',
  sleeping_takes_time: expect.stringMatching(/^a tick of FreeRTOS is longer than 1 ms here/),
};
const POSIX = {
  eventgroups_keep_bits: 'POSIX has no event groups',
  work_is_done_once: 'POSIX has no work queues',
};

/** Refused on Linux without permission for real-time priority. */
const LACKS_PRIORITIES = /^needs (strict priority scheduling|time slicing switched off)/;

const ZEPHYR = {
  sleeping_takes_time: expect.stringMatching(/^a tick of Zephyr is longer than 1 ms here/),
};

const NO_INTERRUPTS = 'POSIX has no interrupts';
const NO_PIPES = 'Zephyr has no POSIX pipes';
const ZEPHYR_POSIX = {
  ...POSIX,
  events_are_consumed: 'POSIX has no events',
  handlers_give: NO_INTERRUPTS,
  handlers_resume: 'POSIX suspends no threads',
  interrupts_are_served: NO_INTERRUPTS,
  streams_keep_order: NO_PIPES,
  streams_wait: NO_PIPES,
};

const workspace = newWorkspace();
afterAll(() => workspace.remove());

const TARGETS = [
  ['qemu-freertos-m7', FREERTOS],
  ['qemu-freertos-m3', FREERTOS],
  ['local-linux', POSIX],
] as const;

test.each(chooseCases(TARGETS, ([, refusals]) => refusals))(
  "%s keeps every promise of the port's contract, or refuses it with the reason",
  async (target, refusals) => {
    const { path } = await buildVariant({ target, userFiles });
    await expectConformance(target, path, refusals);
  },
);

/** Expects that an agent keeps every promise, or refuses it for these reasons. */
async function expectConformance(target: string, elf: string, refusals: object) {
  const line = `run --target ${target} --elf ${elf} --bench conformance --repeat 1 --json`;
  const { code, out, err } = await startCli(workspace, line).ended;
  expect(code, err).toBe(0);
  const { folder: kept } = JSON.parse(out) as { folder: string };
  const { record } = readRunRecord(readFileSync(join(kept, 'run.json'), 'utf8'));
  const { operations = [], facts = {} } = record?.passes[0] ?? {};
  expect(operations.length).toBeGreaterThan(30);
  expect(operations.filter(({ status }) => status !== 'ok' && status !== 'refused')).toEqual([]);
  const mayLackPriorities = facts['sched']?.startsWith('SCHED_OTHER') === true;
  const refused = operations.filter(
    ({ status, reason }) =>
      status === 'refused' && !(mayLackPriorities && LACKS_PRIORITIES.test(reason ?? '')),
  );
  expect(Object.fromEntries(refused.map(({ op, reason }) => [op, reason]))).toEqual(refusals);
}

const { ZEPHYR_BASE: base = '' } = process.env;
if (base === '') console.warn('Skipped: ZEPHYR_BASE is not set.');

describe.skipIf(base === '')('Zephyr keeps every promise, or refuses it with the reason', () => {
  test('by its own calls', async () => {
    const work = temporaryFolder('zephyr-conformance');
    const { elf } = await buildApplication(base, 'headline', work, { benches: userFiles });
    await expectConformance('qemu-zephyr-m3', elf, ZEPHYR);
  });

  test('by POSIX calls', async () => {
    const work = temporaryFolder('zephyr-posix-conformance');
    const benches = userFiles.map((file) => {
      const own = join(work, basename(file));
      const include = ['#define CYCLESCOPE_POSIX', `#include "${file}"`, ''].join('\n');
      writeFileSync(own, include);
      return own;
    });
    const { elf } = await buildApplication(base, 'headline', work, { benches });
    await expectConformance('qemu-zephyr-m3', elf, { ...ZEPHYR, ...ZEPHYR_POSIX });
  });
});
