/** Writes the tables in docs/ that are generated from declarations in the code. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withTables } from './docs/tables.mjs';
import { tables } from './docs/declared.mjs';
import { inRoot } from './lib/paths.mjs';
import { documents } from './release-check/documents.mjs';

const declared = await tables();
for (const path of documents()) {
  const text = readFileSync(inRoot(path), 'utf8');
  const written = withTables(text, declared);
  if (written === text) continue;
  writeFileSync(inRoot(path), written);
  console.log(`wrote ${path}`);
}
