/** Writes media/chips.txt, the table of Cortex-M parts, from the crate that third-party/chips locks. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chipsHeader, familyLines, readFamily } from './chips/convert.mjs';
import { chips } from './lib/paths.mjs';
import { vendorChips } from './setup/cargo.mjs';

const problem = await vendorChips();
if (problem !== undefined) throw new Error(problem);

const folder = join(chips.folder, chips.crate, 'targets');
const lines = readdirSync(folder)
  .sort()
  .flatMap((file) => familyLines(readFamily(readFileSync(join(folder, file), 'utf8'))));
writeFileSync(chips.table, [chipsHeader(), ...lines, ''].join('\n'));
