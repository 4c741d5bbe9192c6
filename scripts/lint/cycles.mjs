import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTest } from './packages.mjs';

/**
 * Edges between the entries of a folder, each with one import as an example.
 * @typedef {Map<string, Map<string, { file: string, target: string }>>} Graph
 */

/**
 * Imports that lead from one entry of a folder to the next, and back to the first.
 * @typedef {object} Cycle
 * @property {readonly string[]} files whose imports these are
 * @property {string} message
 */

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/**
 * Finds import cycles between the entries of every folder below one of a checkout; none if every
 * folder's entries can be ordered.
 * @returns {readonly Cycle[]}
 */
export function findCycles(/** @type {string} */ root, /** @type {string} */ top) {
  /** @type {Map<string, Graph>} */
  const folders = new Map();
  for (const file of listSources(root, top)) {
    for (const [, specifier = ''] of readFileSync(join(root, file), 'utf8').matchAll(IMPORT)) {
      const target = findFile(root, posix.join(posix.dirname(file), specifier));
      if (target?.startsWith(`${top}/`)) addEdge(folders, file, target);
    }
  }
  return [...folders].flatMap(([folder, graph]) => findCyclesOfFolder(folder, graph));
}

function listSources(/** @type {string} */ root, /** @type {string} */ top) {
  const names = readdirSync(join(root, top), { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => posix.join(top, name.replaceAll('\\', '/')));
  return paths.filter((path) => /\.(tsx?|mjs)$/.test(path) && !isTest(path));
}

function findFile(/** @type {string} */ root, /** @type {string} */ path) {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((file) => {
    return existsSync(join(root, file)) && statSync(join(root, file)).isFile();
  });
}

/** Adds an edge in the folder where the paths of both files diverge. */
function addEdge(
  /** @type {Map<string, Graph>} */ folders,
  /** @type {string} */ file,
  /** @type {string} */ target,
) {
  const [from, to] = [file.split('/'), target.split('/')];
  let shared = 0;
  while (from[shared] === to[shared] && shared < from.length) shared += 1;
  const [source, sink] = [from[shared], to[shared]];
  if (source === undefined || sink === undefined) return;
  const folder = from.slice(0, shared).join('/');
  /** @type {Graph} */
  const graph = folders.get(folder) ?? new Map();
  folders.set(folder, graph);
  const edges = graph.get(source) ?? new Map();
  graph.set(source, edges);
  edges.set(sink, { file, target });
}

function findCyclesOfFolder(/** @type {string} */ folder, /** @type {Graph} */ graph) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {Cycle[]} */
  const found = [];
  const visit = (/** @type {string} */ entry, /** @type {readonly string[]} */ way) => {
    const start = way.indexOf(entry);
    if (start >= 0) {
      const circle = [...way.slice(start), entry];
      const steps = circle
        .slice(1)
        .flatMap((to, index) => graph.get(circle[index] ?? '')?.get(to) ?? []);
      const imports = steps.map(({ file, target }) => `${file} imports ${target}`).join('; ');
      const message = `Imports in ${folder} form a cycle, ${circle.join(' -> ')}: ${imports}.`;
      found.push({ files: steps.map(({ file }) => file), message });
      return;
    }
    if (done.has(entry)) return;
    for (const next of graph.get(entry)?.keys() ?? []) visit(next, [...way, entry]);
    done.add(entry);
  };
  for (const entry of graph.keys()) visit(entry, []);
  return found;
}
