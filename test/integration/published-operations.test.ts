import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { publishedColumns } from '../../extension/runs/published/published';
import { findBenches } from '../../extension/toolchain/languages/languages';
import { root, readShippedImage } from './agent/variants';

/* Every operation that a published row names can be measured. */

/** Operations that each target's image lacks: FreeRTOS has no such call of its own. */
const LACKING: Readonly<Record<string, readonly string[]>> = {
  'qemu-freertos-m7': ['native_sync/condvar_signal_wait'],
  'local-linux': [],
  'linux-armhf': [],
};
const TARGETS = Object.keys(LACKING);

/** In no shipped image: its sources are fetched and built on request. */
const EXTRA = 'crypto';

const names = new Set(
  publishedColumns().flatMap(({ rows }) =>
    rows.flatMap(({ op, made }) => [
      ...(op === undefined ? [] : [op]),
      ...(made?.parts.map((part) => part.op) ?? []),
    ]),
  ),
);
const shipped = [...names].filter((name) => !name.startsWith(`${EXTRA}/`));

describe('operations of published rows', () => {
  let benches: ReadonlyMap<string, readonly string[]>;
  beforeAll(async () => {
    const images = await Promise.all(TARGETS.map((target) => readShippedImage('headline', target)));
    benches = new Map(
      images.map(({ manifest }, at) => [
        TARGETS[at] ?? '',
        manifest.benches.map(({ suite, op }) => `${suite}/${op}`),
      ]),
    );
  });

  test.each(TARGETS)('are in the image of %s, measured or refused with a reason', (target) => {
    const own = new Set(benches.get(target));
    expect(shipped.filter((name) => !own.has(name))).toEqual(LACKING[target]);
  });

  test('are declared if their sources have to be fetched first', () => {
    const source = readFileSync(join(root, `target-agent/families/${EXTRA}/${EXTRA}.c`), 'utf8');
    const declared = findBenches(source, 'operations.c').map(({ op }) => `${EXTRA}/${op}`);
    const wanted = [...names].filter((name) => name.startsWith(`${EXTRA}/`));
    expect(wanted).toHaveLength(6);
    expect(declared).toEqual(expect.arrayContaining(wanted));
  });
});
