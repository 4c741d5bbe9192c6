import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundles } from './bundle.mjs';
import { germanFiles, readGerman, germanTexts, placeholders, listShownTexts } from './l10n.mjs';
import { currentText, buildManifest, manifestFiles, listUntranslated } from './manifest.mjs';
import { inRoot } from './paths.mjs';
import { pageViews } from '../../extension/vscode/features/views';
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
  .filter((path) => path.endsWith('.ts') && !path.startsWith('contributions'))
  .map((path) => read(`extension/vscode/${path}`));

describe('the manifest', () => {
  it('is generated from the declarations: npm run manifest', async () => {
    for (const [path, text] of Object.entries(await manifestFiles())) {
      expect(currentText(path), path).toBe(text);
    }
  });

  const contributed = manifest.contributes.commands.map(({ command }) => command);

  it('contributes every command of the code once', () => {
    expect(Object.values(commands).filter((id) => !contributed.includes(id))).toEqual([]);
    expect(new Set(contributed).size).toBe(contributed.length);
  });

  it.each(contributed)('contributes %s, and the code registers it', (id) => {
    const name = id.replace(/^cyclescope\./, '');
    const registered = new RegExp(
      `\\b[rR]egister\\w*\\([^()]*(\\bcommands\\.${name}\\b|'${id}')`,
      'g',
    );
    const registrations = sources.flatMap((source) => source.match(registered) ?? []);
    expect(registrations, `places that register ${id}`).toHaveLength(1);
  });

  it('lists only existing commands in menus', () => {
    const shown = Object.values(manifest.contributes.menus).flat();
    expect(shown.filter(({ command }) => !contributed.includes(command))).toEqual([]);
  });

  it('names only existing files', () => {
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
    const listed = [...rows].map(([, id, scope, value, trust]) => ({ id, scope, value, trust }));
    const declared = Object.values(settings).map((id) => ({
      id,
      scope: properties[id]?.scope,
      value: JSON.stringify(properties[id]?.default),
      trust: restrictedConfigurations.includes(id) ? 'needed' : 'free',
    }));
    expect(listed).toEqual(declared);
  });
});

/** Returns the commands linked from a text. */
const links = (/** @type {string} */ text) =>
  (text.match(/\(command:[\w.]+\)|#[\w.]+#|`[^`]+`/g) ?? []).sort();

describe('German texts', () => {
  const german = germanTexts();

  it('are complete: npm run manifest lists the missing ones', async () => {
    expect(await listUntranslated()).toEqual([]);
  });

  it('exist once, and for no other text', async () => {
    const { texts } = await buildManifest();
    const all = new Set([...Object.values(texts), ...listShownTexts().map(({ text }) => text)]);
    const found = germanFiles().flatMap((path) => Object.keys(readGerman(path)));
    expect(found.filter((text, at) => !all.has(text) || found.indexOf(text) !== at)).toEqual([]);
  });

  it('preserve placeholders', () => {
    const wrong = Object.entries(german).filter(([text, translated]) => {
      return placeholders(text) !== placeholders(translated);
    });
    expect(wrong).toEqual([]);
  });

  it('link to the same places in the manifest', async () => {
    const { texts } = await buildManifest();
    const wrong = Object.values(texts).filter((text) => {
      return links(text).join(' ') !== links(german[text] ?? '').join(' ');
    });
    expect(wrong).toEqual([]);
  });
});

it('declares a view for each folder with a page', () => {
  const [pages] = bundles.flatMap((bundle) => ('views' in bundle ? [bundle.views] : []));
  const names = pageViews.map(({ name }) => name);
  expect(Object.keys(pages ?? {}).sort()).toEqual([...names, 'shared-styles'].sort());
});
