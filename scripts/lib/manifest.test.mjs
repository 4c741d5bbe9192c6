import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundleOf, placeholders, shownTexts } from './l10n.mjs';
import { currentText, declaredManifest, manifestFiles, translations } from './manifest.mjs';
import { inRoot } from './paths.mjs';
import { commands, settings } from '../../extension/vscode/names/ids';

const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');

/**
 * @typedef {{ command: string }} Named
 * @typedef {{ scope: string, default: unknown }} Setting
 * @typedef {{ steps: { media: { svg: string } }[] }} Walkthrough
 *
 * @type {{
 *   icon: string,
 *   capabilities: { untrustedWorkspaces: { restrictedConfigurations: string[] } },
 *   contributes: {
 *     commands: Named[],
 *     menus: Record<string, Named[]>,
 *     configuration: { properties: Record<string, Setting> },
 *     walkthroughs: Walkthrough[],
 *   },
 * }}
 */
const manifest = JSON.parse(read('package.json'));

const files = /** @type {string[]} */ (
  readdirSync(inRoot('extension', 'vscode'), { recursive: true })
);
const sources = files
  .filter(
    (path) =>
      path.endsWith('.ts') &&
      !path.startsWith('contributions') &&
      !path.startsWith('services/settings/contributions'),
  )
  .map((path) => read(`extension/vscode/${path}`));

describe('the manifest', () => {
  it('is what the declarations say: npm run manifest', async () => {
    for (const [path, text] of Object.entries(await manifestFiles())) {
      expect(currentText(path), path).toBe(text);
    }
  });

  it.each(Object.entries(commands))('contributes and registers the command %s', (name, id) => {
    const contributed = manifest.contributes.commands.filter(({ command }) => command === id);
    expect(contributed).toHaveLength(1);
    const registered = new RegExp(`\\b[rR]egister\\w*\\([^()]*\\bcommands\\.${name}\\b`, 'g');
    const places = sources.flatMap((source) => source.match(registered) ?? []);
    expect(places, `places that register commands.${name}`).toHaveLength(1);
  });

  it('shows in menus only commands that there are', () => {
    const known = new Set(/** @type {string[]} */ (Object.values(commands)));
    const shown = Object.values(manifest.contributes.menus).flat();
    expect(shown.filter(({ command }) => !known.has(command))).toEqual([]);
  });

  it('names files that there are', () => {
    const steps = manifest.contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const named = [manifest.icon, ...steps.map(({ media }) => media.svg)];
    expect(named.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });

  it('has the settings that docs/editor.md lists', () => {
    const { properties } = manifest.contributes.configuration;
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const rows = read('docs/editor.md').matchAll(
      /^\| `(cyclescope\.[\w.]+)` *\| ([\w-]+) *\| `(.*?)` *\| (\w+) *\|/gm,
    );
    const told = [...rows].map(([, id, scope, value, trust]) => ({ id, scope, value, trust }));
    const declared = Object.values(settings).map((id) => ({
      id,
      scope: properties[id]?.scope,
      value: JSON.stringify(properties[id]?.default),
      trust: restrictedConfigurations.includes(id) ? 'needed' : 'free',
    }));
    expect(told).toEqual(declared);
  });
});

/** The commands that links of a text lead to. */
const links = (/** @type {string} */ text) =>
  (text.match(/\(command:[\w.]+\)|#[\w.]+#|`[^`]+`/g) ?? []).sort();

describe.each(Object.entries(translations()))('the manifest in %s', (_, translated) => {
  it('has every text and no other', async () => {
    const { texts } = await declaredManifest();
    expect(Object.keys(translated).sort()).toEqual(Object.keys(texts).sort());
  });

  it('leads to the same places', async () => {
    const { texts } = await declaredManifest();
    const wrong = Object.entries(texts).filter(([key, text]) => {
      return links(text).join(' ') !== links(translated[key] ?? '').join(' ');
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });
});

it('is there in German', () => {
  expect(Object.keys(translations())).toEqual(['de']);
});

describe('texts that people read', () => {
  const bundle = bundleOf('de');

  it('have a translation: npm run l10n names the ones without', () => {
    const missing = shownTexts().filter(({ text }) => bundle[text] === undefined);
    expect(missing.map(({ text, file, line }) => `${file}:${line} ${text}`)).toEqual([]);
  });

  it('keep what is filled in', () => {
    const wrong = Object.entries(bundle).filter(([text, translated]) => {
      return placeholders(text) !== placeholders(translated);
    });
    expect(wrong).toEqual([]);
  });
});
