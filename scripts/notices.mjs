import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { analyseBundles, listBundledPackages } from './lib/bundle.mjs';
import { inRoot } from './lib/paths.mjs';
import { agentComponents, dataComponents, npmComponent } from './notices/components.mjs';
import { notices } from './notices/document.mjs';
import { ensure } from './setup/ensure.mjs';

const file = inRoot('THIRD-PARTY-NOTICES.md');

await ensure(['unit', 'agent']);
const packages = listBundledPackages(await analyseBundles());
const text = notices(agentComponents(), packages.map(npmComponent), dataComponents());
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
  console.error('THIRD-PARTY-NOTICES.md is out of date: npm run notices');
  process.exitCode = 1;
}
