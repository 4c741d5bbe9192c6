import { readFileSync } from 'node:fs';
import { readDeclarations } from '../../extension/toolchain/declarations.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { layers } from '../setup/layers.mjs';
import { importSource } from '../lib/sources.mjs';
import { markdownTable } from './tables.mjs';

/** @typedef {import('../../extension/toolchain/declarations.mjs').Declaration} Declaration */
/** @typedef {{ id: string, about: string }} Format */
/** @typedef {import('../../extension/toolchain/extras/extra').Extra} Extra */
/** @typedef {{ scope: string, default: unknown, markdownDescription: string }} Setting */

/** Generates the tables, by name. */
export const tables = async () => ({
  families: familyTable(await foreignLanguages()),
  extras: await extraTable(),
  settings: settingTable(),
  targets: await targetTable(),
  systems: await systemTable(),
  servers: await serverTable(),
  sampling: await samplingTable(),
  layers: layerTable(),
  chips: await chipTable(),
  'report-formats': formatTable(['format', 'for'], await reportFormats()),
  'profile-formats': formatTable(['format', 'for'], await profileFormats()),
  'trace-formats': await traceFormatTable(),
  'import-formats': formatTable(['id', 'reads'], await importFormats()),
});

/** Lists the formats of traces that are written and read. */
async function traceFormatTable() {
  const registry = await importSource('extension/trace/formats/index.ts');
  const { traceFormats } = /** @type {typeof import('../../extension/trace/formats/index')} */ (
    registry
  );
  const rows = traceFormats.map(({ id, about, reader }) => [
    `\`${id}\``,
    about,
    reader?.about ?? '',
  ]);
  return markdownTable(['format', 'for', 'reads'], rows);
}

/** The kinds of targets registered in extension/targets. */
async function targetKinds() {
  const registry = await importSource('extension/targets/kinds.ts');
  return /** @type {typeof import('../../extension/targets/kinds')} */ (registry).kinds;
}

/** Lists the targets that are always there, and the addresses of others. */
async function targetTable() {
  const rows = (await targetKinds()).flatMap(({ support, targets = [], address }) => [
    ...targets.map(({ id, title, deterministic }) => [
      asCode(id),
      title,
      support.counts,
      deterministic ? 'yes' : 'no',
    ]),
    ...(address
      ? [[address.form.split(' or ').map(asCode).join(' or '), address.about, support.counts, 'no']]
      : []),
  ]);
  return markdownTable(['target', 'is', 'counts', 'repeats exactly'], rows);
}

/** @param {string} text */
const asCode = (text) => `\`${text}\``;

/** Lists on which systems the parts were tried. */
async function systemTable() {
  const rows = (await targetKinds()).map(({ support: { title, tried } }) => [
    title,
    tried.linux,
    tried.macos,
    tried.windows,
  ]);
  const tried = ['tried (Debian 12)', 'not tried'];
  return markdownTable(
    ['part', 'Linux', 'macOS', 'Windows'],
    [
      ['the extension', 'tried (Debian 12), see _Editors_', 'not tried', 'not tried'],
      ['decoding recordings, reports', ...tried, 'under Wine, see _Windows_'],
      ['building the agent', ...tried, 'not tried'],
      ...rows,
    ],
  );
}

/** The debug servers registered in extension/targets. */
async function debugServers() {
  const registry = await importSource('extension/targets/board/servers/index.ts');
  return /** @type {typeof import('../../extension/targets/board/servers')} */ (registry).servers;
}

/** Lists the servers over which firmware is sampled. */
async function samplingTable() {
  const rows = (await debugServers()).flatMap(({ title, sampling }) =>
    sampling === undefined ? [] : [[title, sampling.way, sampling.rate]],
  );
  return markdownTable(
    ['server', 'reads', 'on the virtual debug port, samples per second'],
    [...rows, ['others', 'nothing: firmware cannot be sampled over them', '']],
  );
}

/** Lists the debug servers, and the address of a running one. */
async function serverTable() {
  const rows = (await debugServers()).map(({ kind, title, members, support }) => [
    `\`${kind}\``,
    title,
    Object.keys(members)
      .map((name) => `\`${name}\``)
      .join(', '),
    support.tried,
    support.reads,
  ]);
  const running = [
    'a server that runs already',
    '',
    'OpenOCD and pyOCD on the virtual debug port, started by hand',
  ];
  const last = [
    '`gdb://host:port`',
    ...running,
    'from memory; in the worst case by stopping the core',
  ];
  return markdownTable(
    ['`server`', 'title', 'members', 'tried with', "reads the agent's data"],
    [...rows, last],
  );
}

/** Lists the layers of the set-up with their programs. */
function layerTable() {
  const rows = Object.entries(layers).map(([name, { about, needs, estimate, onDemand }]) => [
    `\`${name}\``,
    onDemand ? `on demand: ${about}` : about,
    // The set-up runs with Node.js itself, so no layer looks for it.
    [...(name === 'unit' ? ['Node.js 20'] : []), ...needs.map((need) => need.name)].join(', '),
    needs.flatMap(({ apt }) => (apt ? `\`${apt}\`` : [])).join(' '),
    estimate.diskMB === 0 ? '' : `${estimate.downloadMB} MB, ${estimate.diskMB} MB`,
  ]);
  return markdownTable(
    ['layer', 'for', 'programs', 'Debian packages', 'download and disk of these packages'],
    rows,
  );
}

/** Counts the chips by what fits into their RAM. */
async function chipTable() {
  const { countFits, fits, parseChips } = /** @type {typeof import('../../extension/chips')} */ (
    await importSource('extension/chips/index.ts')
  );
  const chips = parseChips(readFileSync(inRoot('media', 'chips.txt'), 'utf8'));
  const counts = countFits(chips);
  const share = (/** @type {number} */ count) => `${((100 * count) / chips.length).toFixed(0)} %`;
  const rows = fits.map(({ id, title, ram }) => [
    title,
    ram === 0 ? 'less' : `${ram / 1024} KB`,
    counts[id].toLocaleString('en'),
    share(counts[id]),
  ]);
  const all = ['all parts', '', chips.length.toLocaleString('en'), share(chips.length)];
  return markdownTable(['RAM enough for', 'from', 'parts', 'share'], [...rows, all]);
}

function familyTable(/** @type {readonly string[]} */ foreign) {
  const { families, ports } = readDeclarations(root);
  const natives = Object.values(ports).flatMap(({ lists }) => lists['NATIVE'] ?? []);
  const rows = families.map(({ name, lists }) => [
    `\`${name}\``,
    (lists['ABOUT'] ?? []).join(' '),
    (lists['HELP'] ?? []).join(' '),
    listVariants(name, lists, { natives, foreign }).join(', '),
  ]);
  return markdownTable(['family', 'measures', 'definition', 'variants'], rows);
}

/**
 * Returns the prefixes of the same operations through other calls or languages.
 * @returns {readonly string[]}
 */
function listVariants(
  /** @type {string} */ name,
  /** @type {Declaration['lists']} */ lists,
  /** @type {Readonly<Record<'natives' | 'foreign', readonly string[]>>} */ { natives, foreign },
) {
  return [
    ...(natives.some((path) => path.endsWith(`/native/${name}.c`)) ? ['`native_`'] : []),
    ...(lists['CMSIS'] ? ['`cmsis_`'] : []),
    ...(lists['BINDINGS'] ? foreign.map((id) => `\`${id}_\``) : []),
  ];
}

/** The extras registered in extension/toolchain. @returns {Promise<readonly Extra[]>} */
async function extras() {
  const registry = await importSource('extension/toolchain/extras/extras.ts');
  return /** @type {typeof import('../../extension/toolchain/extras/extras')} */ (registry).extras;
}

/** The other languages that call the families' operations. @returns {Promise<readonly string[]>} */
async function foreignLanguages() {
  const registry = await importSource('extension/toolchain/extras/extras.ts');
  const { bindings } = /** @type {typeof import('../../extension/toolchain/extras/extras')} */ (
    registry
  );
  return bindings.map(({ name }) => name);
}

async function extraTable() {
  const rows = (await extras()).map(({ name, about, needs }) => [`\`${name}\``, about, needs]);
  return markdownTable(['extra', 'adds', 'needs'], rows);
}

/** The formats registered in extension/report. @returns {Promise<readonly Format[]>} */
async function reportFormats() {
  const registry = await importSource('extension/report/formats/formats.ts');
  return /** @type {typeof import('../../extension/report/formats/formats')} */ (registry)
    .reportFormats;
}

/** The formats of profiles. @returns {Promise<readonly Format[]>} */
async function profileFormats() {
  const registry = await importSource('extension/profile/formats/formats.ts');
  return /** @type {typeof import('../../extension/profile/formats/formats')} */ (registry)
    .profileFormats;
}

/** The import formats registered in extension/runs. @returns {Promise<readonly Format[]>} */
async function importFormats() {
  const registry = await importSource('extension/runs/imports/imports.ts');
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
