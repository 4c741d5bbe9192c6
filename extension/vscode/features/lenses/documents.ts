import type * as vscode from 'vscode';
import { newAnyMatcher } from '../../../engine';
import { bareImages, isBareBoard } from '../../../targets';
import {
  findBuiltInPath,
  findBenches,
  findWholeImage,
  languages,
  formatBenchName,
  type SourceBench,
} from '../../../toolchain';
import type {
  FigureRow,
  Home,
  ImageBenches,
  RunningRun,
  Services,
  TargetPlace,
} from '../../common';
import { sourceScheme } from '../../names';
import { readSettings } from '../../services/settings';
import { findReferences } from './reference';
import { type LensData, type LensSubject, type Live, buildSubject } from './subject';

/** The documents that may declare benchmarks. */
export const SELECTOR: vscode.DocumentSelector = [
  ...languages.flatMap(({ editor, endings }): vscode.DocumentFilter[] =>
    editor.isBuiltIn
      ? [{ scheme: 'file', language: editor.id }]
      : endings.map((ending) => ({ scheme: 'file', pattern: `**/*.${ending}` })),
  ),
  { scheme: sourceScheme },
];

/** Longer ones are generated, and scanning them would slow typing. */
const LONGEST = 1_000_000;

interface Read {
  readonly version: number;
  readonly benches: readonly SourceBench[];
}

/** Reads each version of a document once. */
export function newReader(): (document: vscode.TextDocument) => readonly SourceBench[] {
  const known = new WeakMap<vscode.TextDocument, Read>();
  return (document) => {
    const { version } = document;
    const before = known.get(document);
    if (before?.version === version) return before.benches;
    const text = document.getText();
    const benches = text.length > LONGEST ? [] : findBenches(text, document.uri.path);
    known.set(document, { version, benches });
    return benches;
  };
}

/** The benchmarks of a document with their data; none if lenses are off. */
export async function collectSubjects(
  services: Services,
  read: ReturnType<typeof newReader>,
  document: vscode.TextDocument,
): Promise<readonly LensSubject[]> {
  const home = services.homes.of(document.uri);
  if (!home || !readSettings(home).inlineResults) return [];
  const benches = read(document);
  if (benches.length === 0) return [];
  const source = { uri: document.uri.toString(), path: toSourcePath(document.uri) };
  const names = new Set(benches.map((bench) => formatBenchName(source.path, bench)));
  const known = await collectLensData(services, home, names);
  return benches.map((bench) => buildSubject(source, bench, known));
}

/** A built-in source has the path recorded in images. */
function toSourcePath({ scheme, path, fsPath }: vscode.Uri): string {
  return scheme === sourceScheme ? (findBuiltInPath(path) ?? path) : fsPath;
}

type Needed = Pick<Services, 'images' | 'figures' | 'runs' | 'runner' | 'targets'>;

/** Collects the data of the named operations on a home's active target. */
async function collectLensData(
  services: Needed,
  home: Home,
  names: ReadonlySet<string>,
): Promise<LensData> {
  const { images, figures, targets, runner } = services;
  const target = targets.active(home);
  const isBare = target.board !== undefined && isBareBoard(target.board);
  const latest = await figures.latest(home, target.id);
  const rows = (latest?.rows ?? []).filter(({ suite, op }) => names.has(`${suite}/${op}`));
  const [image, references] = await Promise.all([
    isBare ? readChipImage(services, { home, target }, rows) : images.benches(home, target),
    findReferences(services, home, rows),
  ]);
  const running = runner
    .running()
    .filter((each) => each.home.id === home.id && each.target.id === target.id);
  return {
    home,
    target: target.id,
    hasOwnAgent: !images.areBuilt(home, target),
    isBare,
    image,
    rows,
    getReference: (row) => references.get(row),
    findLive: (name) => running.map((each) => findLiveState(each, name)).find(Boolean),
  };
}

/**
 * The image of a chip without a project: the one that figures come from, else one that was built here. Its name
 * follows from the core, which is not asked.
 */
async function readChipImage(
  { images }: Pick<Needed, 'images'>,
  { home, target }: TargetPlace,
  [newest]: readonly FigureRow[],
): Promise<ImageBenches> {
  const names = bareImages.flatMap((name) => [name, findWholeImage(name) ?? name]);
  const found = await Promise.all(
    names.map((name) => images.benches(home, { ...target, elfs: undefined, images: name })),
  );
  const usable = found.filter((image) => 'benches' in image);
  return (
    usable.find(({ sha256 }) => sha256 === newest?.run.image) ??
    usable.find(({ origin }) => origin === 'built') ??
    images.benches(home, target)
  );
}

/** The state of one operation in a run; undefined if it was not requested. */
export function findLiveState(
  { spec: { patterns }, updates, phase }: Pick<RunningRun, 'spec' | 'updates' | 'phase'>,
  name: string,
): Live | undefined {
  const update = [...updates.values()].findLast(({ operation }) => operation === name);
  if (update) return update;
  const [suite = '', op = ''] = name.split('/');
  if (!newAnyMatcher(patterns)({ suite, op })) return undefined;
  const first = [...updates.values()].findLast(({ isEnd }) => !isEnd)?.operation;
  return { first, phase };
}
