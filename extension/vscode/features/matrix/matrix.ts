import * as vscode from 'vscode';
import { shortUnit } from '../../../agent';
import { fullName, isWithheld } from '../../../runs';
import {
  type FigureRow,
  type Home,
  registerCommand,
  type RunEntry,
  type Services,
  showFailure,
} from '../../common';
import { commands } from '../../names';
import { newLatestRequest, newPanels, type PanelEnd, type PanelSession } from '../../panels';
import { formatReference } from '../compare';
import { findReferences, formatReferenceChange, type Reference } from '../lenses';
import {
  type FromMatrix,
  fromMatrixSchema,
  matrixStateSchema,
  type ShownCell,
  type ShownMatrix,
  type ToMatrix,
} from './protocol';
import { matrixView } from './view';

type MatrixMeans = Pick<Services, 'context' | 'log' | 'homes' | 'runs' | 'figures' | 'screens'>;

/** Operations by target: their panels, one per home, and the command that opens them. */
export function registerMatrix(means: MatrixMeans): vscode.Disposable {
  const panels = newPanels<ToMatrix, FromMatrix>(means, matrixView, fromMatrixSchema);
  const toContent = (id: string): Parameters<typeof panels.show>[0] => ({
    key: id,
    home: id,
    open: (end) => newSession(means, id, end),
  });
  return vscode.Disposable.from(
    panels.restore(matrixStateSchema, ({ home }) => toContent(home)),
    registerCommand(means, commands.showMatrix, async () => {
      const home = await means.homes.choose();
      if (home) panels.show(toContent(home.id));
    }),
  );
}

/** The newest figures of a target, and what they are judged by. */
export interface TargetFigures {
  readonly run: RunEntry;
  readonly rows: readonly FigureRow[];
  readonly references: ReadonlyMap<FigureRow, Reference>;
}

/** An operation with its row on each target; undefined where it has not been measured. */
interface MatrixRow {
  readonly name: string;
  readonly rows: readonly (FigureRow | undefined)[];
}

/** The figures in a view. */
interface Shown {
  readonly home: Home;
  readonly targets: readonly TargetFigures[];
  readonly rows: readonly MatrixRow[];
}

function newSession(
  means: MatrixMeans,
  homeId: string,
  end: PanelEnd<ToMatrix, FromMatrix>,
): PanelSession<FromMatrix> {
  const latest = newLatestRequest((failure) => end.post({ type: 'failure', ...failure }));
  let shown: Shown | undefined;
  let isVisible = false;
  const send = () =>
    latest.run(
      () => read(means, homeId),
      (found) => {
        shown = found;
        end.setTitle(vscode.l10n.t('Operations by target: {0}', found.home.title));
        end.post(buildMessage(found));
      },
    );
  const following = means.runs.onDidChange(({ id }) => {
    if (id === homeId && isVisible) void send();
  });
  return {
    receive: (message) => {
      isVisible = true;
      if (message.type === 'ready') return void send();
      handle(means, shown, message, send).catch((error: unknown) => showFailure(means, error));
    },
    onHide: () => (isVisible = false),
    dispose: () => {
      following.dispose();
      latest.stop();
    },
  };
}

/** Reads the newest figures of all targets that were measured in a home. */
async function read(means: MatrixMeans, homeId: string): Promise<Shown> {
  const { homes, runs, figures } = means;
  const home = homes.find(homeId);
  if (!home) throw new Error(vscode.l10n.t('The folder is no longer open in this window.'));
  const all = await runs.list(home);
  const measured = all.filter(({ imported }) => imported === undefined);
  const ids = [...new Set(measured.map(({ target }) => target.id))].sort();
  const targets: TargetFigures[] = [];
  // One after the other: the runs of one target fit into what the figures remember.
  for (const id of ids) {
    const found = await figures.latest(home, id);
    if (!found) continue;
    targets.push({ ...found, references: await findReferences(means, home, found.rows) });
  }
  return { home, targets, rows: rowsByTarget(targets) };
}

/** Puts the operations of all targets side by side, in the order of the first target that has each. */
export function rowsByTarget(all: readonly TargetFigures[]): readonly MatrixRow[] {
  const names = new Set(all.flatMap(({ rows }) => rows.map(fullName)));
  const byName = all.map(({ rows }) => new Map(rows.map((row) => [fullName(row), row])));
  return [...names].map((name) => ({ name, rows: byName.map((rows) => rows.get(name)) }));
}

function buildMessage({ home, targets, rows }: Shown): Omit<ShownMatrix, 'version'> {
  return {
    type: 'matrix',
    home: home.id,
    title: home.title,
    targets: targets.map(({ run: { target, created } }) => {
      return { id: target.id, title: target.title, created: created.toISOString() };
    }),
    operations: rows.map(({ name, rows: own }) => ({
      name,
      cells: own.map((row, at) =>
        row === undefined ? null : toMatrixCell(row, targets[at]?.references.get(row)),
      ),
    })),
  };
}

/** A cell as the view shows it. */
export function toMatrixCell(row: FigureRow, reference: Reference | undefined): ShownCell {
  const { all, mean, clock, standing, reasons, repeats } = row;
  const { p50 } = all.percentiles;
  const outcome = reference?.outcome;
  return {
    figure: isWithheld(standing) ? undefined : [p50, mean].find((of) => 'value' in of),
    repeats,
    unit: shortUnit(clock.unit),
    standing,
    reasons: [...reasons],
    verdict: outcome?.kind === 'judged' ? outcome.verdict : undefined,
    change: reference && formatReferenceChange(reference),
  };
}

async function handle(
  { screens }: MatrixMeans,
  shown: Shown | undefined,
  message: Exclude<FromMatrix, { type: 'ready' }>,
  again: () => Promise<void>,
): Promise<void> {
  if (message.type === 'action') {
    if (message.action === 'again') return again();
    return vscode.commands.executeCommand(commands.showLog);
  }
  const operation = shown?.rows[message.operation];
  const row = operation?.rows[message.target];
  if (!operation || !row) return;
  const reference = shown?.targets[message.target]?.references.get(row);
  if (message.show === 'comparison' && reference) {
    return screens.openCompare([reference.run, row.run].map(formatReference));
  }
  return screens.openResults(row.run, operation.name);
}
