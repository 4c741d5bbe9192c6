import { existsSync, readFileSync } from 'node:fs';
import { germanTexts, listShownTexts } from './l10n.mjs';
import { inRoot } from './paths.mjs';
import { importSource } from './sources.mjs';

/** @typedef {Record<string, unknown>} Json */

const readJson = (/** @type {string} */ path) =>
  /** @type {Json} */ (JSON.parse(readFileSync(inRoot(path), 'utf8')));

const jsonText = (/** @type {unknown} */ value) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Builds parts of `package.json`, and their English texts, from the typed declarations. */
export async function buildManifest() {
  const folder = 'extension/vscode';
  const { manifest } = /** @type {{ manifest: object }} */ (
    await importSource(`${folder}/manifest.ts`)
  );
  const { withKeys, collectTexts } =
    /** @type {typeof import('../../extension/vscode/contributions')} */ (
      await importSource(`${folder}/contributions/index.ts`)
    );

  return { manifest: /** @type {Json} */ (withKeys(manifest)), texts: collectTexts(manifest) };
}

/** Generates the files that depend on the declarations and `german.json`, by path. */
export async function manifestFiles() {
  const { manifest, texts } = await buildManifest();
  const german = germanTexts();
  const shown = [...new Set(listShownTexts().map(({ text }) => text))].sort();
  return {
    'package.json': jsonText({ ...readJson('package.json'), ...manifest }),
    'package.nls.json': jsonText(texts),
    'package.nls.de.json': jsonText(
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, german[text]])),
    ),
    'l10n/bundle.l10n.de.json': jsonText(
      Object.fromEntries(shown.map((text) => [text, german[text]])),
    ),
  };
}

/** Lists the texts that are missing from every `german.json`. */
export async function listUntranslated() {
  const german = germanTexts();
  const { texts } = await buildManifest();
  const all = new Set([...Object.values(texts), ...listShownTexts().map(({ text }) => text)]);
  return [...all].filter((text) => german[text] === undefined).sort();
}

/** Reads a file of the checkout; empty if missing. */
export const currentText = (/** @type {string} */ path) =>
  existsSync(inRoot(path)) ? readFileSync(inRoot(path), 'utf8') : '';
