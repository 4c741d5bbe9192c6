import { writeFileSync } from 'node:fs';
import { bundleOf, shownTexts } from './lib/l10n.mjs';
import { inRoot } from './lib/paths.mjs';

const language = 'de';
const known = bundleOf(language);
const texts = [...new Set(shownTexts().map(({ text }) => text))].sort();
const kept = texts.filter((text) => known[text] !== undefined);
const bundle = Object.fromEntries(kept.map((text) => [text, known[text]]));
writeFileSync(
  inRoot('l10n', `bundle.l10n.${language}.json`),
  `${JSON.stringify(bundle, undefined, 2)}\n`,
);
const missing = texts.filter((text) => known[text] === undefined);
for (const text of missing) console.log(JSON.stringify(text));
if (missing.length > 0) {
  console.error(`${missing.length} texts are not in l10n/bundle.l10n.${language}.json`);
  process.exitCode = 1;
}
