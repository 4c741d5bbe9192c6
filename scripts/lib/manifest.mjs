import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';
import { importSource } from './sources.mjs';

/** @typedef {Record<string, unknown>} Json */
/** @typedef {Readonly<Record<string, string>>} Texts */

const readJson = (/** @type {string} */ path) =>
  /** @type {Json} */ (JSON.parse(readFileSync(inRoot(path), 'utf8')));

const jsonText = (/** @type {unknown} */ value) => `${JSON.stringify(value, undefined, 2)}\n`;

/** What the typed declarations say: parts of `package.json`, and the English of their texts. */
export async function declaredManifest() {
  const folder = 'extension/vscode/contributions';
  const { manifest } = /** @type {{ manifest: object }} */ (
    await importSource(`${folder}/contributions.ts`)
  );
  const { withKeys, textsOf } =
    /** @type {typeof import('../../extension/vscode/contributions/text')} */ (
      await importSource(`${folder}/text.ts`)
    );

  return { manifest: /** @type {Json} */ (withKeys(manifest)), texts: textsOf(manifest) };
}

/** The files that follow from the declarations, by path. */
export async function manifestFiles() {
  const { manifest, texts } = await declaredManifest();
  return {
    'package.json': jsonText({ ...readJson('package.json'), ...manifest }),
    'package.nls.json': jsonText(texts),
  };
}

/** Translations of the manifest by language. @returns {Readonly<Record<string, Texts>>} */
export function translations() {
  const files = readdirSync(inRoot('.')).flatMap((name) => {
    const language = /^package\.nls\.(.+)\.json$/.exec(name)?.[1];
    return language === undefined ? [] : [[language, readJson(name)]];
  });
  return Object.fromEntries(files);
}

/** A file of the checkout, empty where there is none. */
export const currentText = (/** @type {string} */ path) =>
  existsSync(inRoot(path)) ? readFileSync(inRoot(path), 'utf8') : '';
