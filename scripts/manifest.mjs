import { writeFileSync } from 'node:fs';
import { currentText, manifestFiles } from './lib/manifest.mjs';
import { inRoot } from './lib/paths.mjs';

for (const [path, text] of Object.entries(await manifestFiles())) {
  if (currentText(path) === text) continue;
  writeFileSync(inRoot(path), text);
  console.log(`wrote ${path}`);
}
