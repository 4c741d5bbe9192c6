import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readElf } from '../../extension/agent/elf/elf';
import { readRegistry } from '../../extension/agent/elf/registry';
import { listCopiedFiles } from '../../scripts/package/contents.mjs';
import { copyOfTree } from '../house/recipes';
import { build, configureAgentTests } from './cmake/project';

/* Follows the recipe "A benchmark family" of CONTRIBUTING.md. */

const FOLDER = 'target-agent/families/spinning';

const files = {
  'family.cmake': `cyclescope_family(spinning
  PLACE 25
  ABOUT "go round"
  HELP "One turn."
  SOURCES spinning.c)
`,
  'spinning.c': `/** Spinning: one turn of a counter. */
#include "cyclescope/bench.h"

CYCLESCOPE_BENCH(turn, .about = "one turn", .iterations = 9) {}
`,
  'spinning_test.c': `#include "operate.h"

TEST(a_turn_is_measured_in_full) { check_good("turn", 9, CYCLESCOPE_DEFAULT_BATCHES); }
`,
};

/** The table of sizes, which `registries.test.ts` compares with the families. */
const SIZES = 'sdk-integration/cmake/README.md';

test('a family is one folder and one edited file, and appears wherever families do', async () => {
  const copy = await copyOfTree();
  for (const [name, text] of Object.entries(files)) copy.write(`${FOLDER}/${name}`, text);
  const last = '\n\nVariants of a family';
  copy.edit(SIZES, last, `\n| \`spinning\` | 9 | 0 |${last}`);
  expect(copy.edited()).toEqual([SIZES]);

  await copy.node('scripts/sdk.mjs');
  await copy.node('scripts/docs.mjs');
  expect(copy.read('sdk-integration/Kconfig.families')).toContain(
    'config CYCLESCOPE_FAMILY_SPINNING\n    bool "spinning: go round"\n',
  );
  expect(copy.read('docs/catalogue.md')).toMatch(
    /\| `mutex` .*\n\| `spinning` +\| go round +\| One turn\. .*\n\| `thread` /,
  );
  const shipped = [`${FOLDER}/family.cmake`, `${FOLDER}/spinning.c`];
  const ofFolder = (paths: readonly string[]) => paths.filter((path) => path.startsWith(FOLDER));
  expect(ofFolder(copy.read('sdk-integration/files.txt').split('\n'))).toEqual(shipped);
  expect(ofFolder(listCopiedFiles('vsix', copy.folder))).toEqual(shipped);
  expect(ofFolder(listCopiedFiles('npm', copy.folder))).toEqual(shipped);

  expect(await configureAgentTests(copy.folder)).toContain('spinning: a turn is measured in full');
  const example = join(copy.folder, 'sdk-integration/linux/example');
  const folder = mkdtempSync(join(copy.folder, 'build-'));
  const options = { CYCLESCOPE: 'ON', CYCLESCOPE_FAMILIES: 'spinning;heap' };
  const program = join(await build(example, folder, options), 'checksum');
  const { benches } = readRegistry(readElf(readFileSync(program)));
  const suites = new Set(benches.map(({ suite }) => suite));
  expect([...suites]).toEqual(['heap', 'spinning', 'bench_crc']);
});
