/**
 * Writes the files generated from feature declarations, and lists texts without a German
 * translation.
 */
import { writeFileSync } from 'node:fs';
import { currentText, manifestFiles, listUntranslated } from './lib/manifest.mjs';
import { inRoot } from './lib/paths.mjs';

for (const [path, text] of Object.entries(await manifestFiles())) {
  if (currentText(path) === text) continue;
  writeFileSync(inRoot(path), text);
  console.log(`wrote ${path}`);
}
const missing = await listUntranslated();
for (const text of missing) console.error(`no german.json has ${JSON.stringify(text)}`);
if (missing.length > 0) process.exitCode = 1;
