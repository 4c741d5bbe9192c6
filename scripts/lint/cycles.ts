/** Finds import cycles between the entries of every folder of the extension. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { isTest } from './packages.mjs';

/** Edges between the entries of a folder, each with one import as an example. */
type Graph = Map<string, Map<string, string>>;

const importText = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g;

/** Reports each cycle in one sentence; none if every folder's entries can be ordered. */
export function importCycles(top: string): string[] {
  const folders = new Map<string, Graph>();
  for (const file of sources(top)) {
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(importText)) {
      const target = findFile(posix.join(posix.dirname(file), specifier));
      if (target !== undefined && target.startsWith(`${top}/`)) addEdge(folders, file, target);
    }
  }
  return [...folders].flatMap(([folder, graph]) => findCycles(folder, graph));
}

function sources(top: string): string[] {
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' });
  const paths = names.map((name) => posix.join(top, name.replaceAll('\\', '/')));
  return paths.filter((path) => /\.tsx?$/.test(path) && !isTest(path));
}

function findFile(path: string): string | undefined {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile());
}

/** Adds an edge in the folder where the paths of both files diverge. */
function addEdge(folders: Map<string, Graph>, file: string, target: string): void {
  const [from, to] = [file.split('/'), target.split('/')];
  let shared = 0;
  while (from[shared] === to[shared] && shared < from.length) shared += 1;
  const [source, sink] = [from[shared], to[shared]];
  if (source === undefined || sink === undefined) return;
  const folder = from.slice(0, shared).join('/');
  const graph: Graph = folders.get(folder) ?? new Map<string, Map<string, string>>();
  folders.set(folder, graph);
  const edges = graph.get(source) ?? new Map<string, string>();
  graph.set(source, edges);
  edges.set(sink, `${file} imports ${target}`);
}

function findCycles(folder: string, graph: Graph): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (entry: string, way: readonly string[]): void => {
    const start = way.indexOf(entry);
    if (start >= 0) {
      const circle = [...way.slice(start), entry];
      const steps = circle.slice(1).map((to, index) => graph.get(circle[index] ?? '')?.get(to));
      found.push(`${folder}: ${circle.join(' -> ')} (${steps.join('; ')})`);
      return;
    }
    if (done.has(entry)) return;
    for (const next of graph.get(entry)?.keys() ?? []) visit(next, [...way, entry]);
    done.add(entry);
  };
  for (const entry of graph.keys()) visit(entry, []);
  return found;
}
