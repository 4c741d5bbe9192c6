import { readFileSync } from 'node:fs';
import { createJiti } from 'jiti';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { markdownTable } from './tables.mjs';

/** @typedef {import('../../extension/toolchain/declarations.mjs').Declaration} Declaration */
/** @typedef {{ id: string, about: string }} Format */
/** @typedef {{ scope: string, default: unknown, markdownDescription: string }} Setting */

/** The generated tables by name. */
export const tables = async () => ({
  families: familyTable(),
  settings: settingTable(),
  'report-formats': formatTable(['format', 'for'], await reportFormats()),
  'import-formats': formatTable(['id', 'reads'], await importFormats()),
});

function familyTable() {
  const { families, ports } = readDeclarations(root);
  const natives = Object.values(ports).flatMap(({ lists }) => lists['NATIVE'] ?? []);
  const rows = families.map(({ name, lists }) => [
    `\`${name}\``,
    (lists['ABOUT'] ?? []).join(' '),
    (lists['HELP'] ?? []).join(' '),
    variantsOf(name, lists, natives).join(', '),
  ]);
  return markdownTable(['family', 'measures', 'definition', 'variants'], rows);
}

/** The prefixes under which other calls or languages measure the same. @returns {readonly string[]} */
function variantsOf(
  /** @type {string} */ name,
  /** @type {Declaration['lists']} */ lists,
  /** @type {readonly string[]} */ natives,
) {
  return [
    ...(natives.some((path) => path.endsWith(`/native/${name}.c`)) ? ['`native_`'] : []),
    ...(lists['CMSIS'] ? ['`cmsis_`'] : []),
    ...(lists['BINDINGS'] ? ['`cpp_`', '`rust_`', '`zig_`'] : []),
  ];
}

const jiti = createJiti(import.meta.url);

/** What extension/report registers. @returns {Promise<readonly Format[]>} */
async function reportFormats() {
  const registry = await jiti.import(inRoot('extension/report/formats/formats.ts'));
  return /** @type {typeof import('../../extension/report/formats/formats')} */ (registry)
    .reportFormats;
}

/** What extension/runs registers. @returns {Promise<readonly Format[]>} */
async function importFormats() {
  const registry = await jiti.import(inRoot('extension/runs/imports/imports.ts'));
  return /** @type {typeof import('../../extension/runs/imports/imports')} */ (registry)
    .importFormats;
}

/** @returns {string} */
function formatTable(
  /** @type {readonly string[]} */ heads,
  /** @type {readonly Format[]} */ formats,
) {
  return markdownTable(
    heads,
    formats.map(({ id, about }) => [`\`${id}\``, about]),
  );
}

function settingTable() {
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(inRoot(path), 'utf8'));
  const { contributes, capabilities } = read('package.json');
  const texts = read('package.nls.json');
  const restricted = capabilities.untrustedWorkspaces.restrictedConfigurations;
  const properties = /** @type {Record<string, Setting>} */ (contributes.configuration.properties);
  const rows = Object.entries(properties).map(([id, setting]) => [
    `\`${id}\``,
    setting.scope,
    `\`${JSON.stringify(setting.default)}\``,
    restricted.includes(id) ? 'needed' : 'free',
    firstSentence(texts[setting.markdownDescription.replaceAll('%', '')]),
  ]);
  return markdownTable(['setting', 'scope', 'default', 'trust', 'description'], rows);
}

const firstSentence = (/** @type {string} */ text) => /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
