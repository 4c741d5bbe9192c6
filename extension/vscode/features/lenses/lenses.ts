import * as vscode from 'vscode';
import { newAnyMatcher } from '../../../engine';
import { bareImages, canProfile, isBareBoard } from '../../../targets';
import {
  findBenches,
  findBuiltInPath,
  findWholeImage,
  formatBenchName,
  languages,
  type SourceBench,
} from '../../../toolchain';
import {
  type FigureRow,
  type Home,
  type ImageBenches,
  newTrigger,
  type RunningRun,
  type Services,
  type HomeTarget,
} from '../../common';
import { settings, sourceScheme } from '../../names';
import { readSettings } from '../../services/settings';
import { isCortexDebugInstalled, isDebuggable } from '../debug';
import { buildLensDecorations, newInlineType } from './decorations';
import { debugLens, lensTexts, profileLens } from './lens-text';
import { findReferences } from './reference';
import { buildSubject, type LensData, type LensSubject, type Live } from './subject';

/** Edits and events come in bursts; process them this many milliseconds after the last one. */
const REST = 150;

/** Shows figures above each benchmark and a small histogram at the end of its line. */
export function registerLenses(services: Services): vscode.Disposable {
  const { workspace, window } = vscode;
  const read = newReader();
  const inline = newInlineType();
  const changed = new vscode.EventEmitter<void>();

  const draw = async (editor: vscode.TextEditor) => {
    const { document } = editor;
    if (vscode.languages.match(SELECTOR, document) === 0) return;
    const { version } = document;
    const subjects = await collectSubjects(services, read, document);
    // An edit in the meantime has requested another update.
    if (document.version !== version) return;
    editor.setDecorations(inline, buildLensDecorations(document, subjects));
  };
  const logError = (error: unknown) => services.log.error('lenses:', error as Error);
  const drawAll = () =>
    window.visibleTextEditors.forEach((editor) => void draw(editor).catch(logError));
  const trigger = newTrigger(REST, () => {
    changed.fire();
    drawAll();
  });
  const lenses: vscode.CodeLensProvider = {
    onDidChangeCodeLenses: changed.event,
    provideCodeLenses: async (document) => {
      const subjects = await collectSubjects(services, read, document);
      return subjects.flatMap((subject) => {
        const at = document.positionAt(subject.found.start);
        const { isTrusted } = workspace;
        const { target, home } = subject;
        const found = services.targets.find(home, target);
        const lenses = [
          lensTexts,
          ...(found && canProfile(found) ? [profileLens] : []),
          ...(found && isDebuggable(found) && isCortexDebugInstalled() ? [debugLens] : []),
        ];
        const texts = lenses.flatMap((of) => of(subject, isTrusted, vscode.l10n.t));
        const range = new vscode.Range(at, at);
        return texts.map((lens) => {
          return new vscode.CodeLens(range, { ...lens, arguments: [...lens.arguments] });
        });
      });
    },
  };
  drawAll();
  return vscode.Disposable.from(
    inline,
    changed,
    trigger,
    vscode.languages.registerCodeLensProvider(SELECTOR, lenses),
    ...refreshes(services, trigger.pull),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && vscode.languages.match(SELECTOR, document)) trigger.pull();
    }),
    window.onDidChangeVisibleTextEditors(drawAll),
    window.onDidChangeActiveColorTheme(drawAll),
  );
}

/** Everything except the text that changes what is shown. */
function refreshes(services: Services, pull: () => void): readonly vscode.Disposable[] {
  const { figures, images, targets, homes, runner } = services;
  const { workspace } = vscode;
  return [
    ...[figures, images, targets].map(({ onDidChange }) => onDidChange(pull)),
    homes.onDidChange(pull),
    runner.onDidStart((running) => {
      pull();
      running.onDidChangePhase(pull);
      running.onDidUpdate(pull);
    }),
    runner.onDidEnd(pull),
    vscode.extensions.onDidChange(pull),
    workspace.onDidGrantWorkspaceTrust(pull),
    workspace.onDidChangeConfiguration((event) => {
      const names = [settings.inlineResults, 'editor.fontSize'];
      if (names.some((name) => event.affectsConfiguration(name))) pull();
    }),
  ];
}

/** The documents that may declare benchmarks. */
const SELECTOR: vscode.DocumentSelector = [
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
function newReader(): (document: vscode.TextDocument) => readonly SourceBench[] {
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
async function collectSubjects(
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
  { home, target }: HomeTarget,
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
