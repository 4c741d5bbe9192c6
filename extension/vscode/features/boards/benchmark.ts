import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import { toFailure } from '../../../base';
import { type Chip, fitOfChip, readChips } from '../../../chips';
import {
  type BoardSetup,
  boardTarget,
  boardWithChip,
  chipOfBoard,
  listConnectedBoards,
  findDevice,
  isBareBoard,
  isProbed,
} from '../../../targets';
import type { SystemCalls } from '../../../workers';
import {
  callInWorker,
  type EndedRun,
  type Home,
  pickOne,
  registerCommand,
  type Services,
  showInformation,
  withProgress,
} from '../../common';
import { commands } from '../../names';
import { benchmarkSources } from '../../services/images';
import { compilerMessages, showProblems } from '../../services/problems';
import { showEnd, specWithSettings } from '../../services/runner';
import { programEnvironment } from '../../services/settings';
import type { Boards } from '../../services/targets';
import { requireTrust } from '../../services/trust';
import { chipItems } from './chips';

type Needed = Services & {
  readonly boards: Boards;
  /** Problems of the latest build. */
  readonly problems: vscode.DiagnosticCollection;
  /** Boards for which every family was offered in this window. */
  readonly offered: Set<string>;
};

/** A lens passes everything. */
interface BenchmarkArgument {
  readonly home?: string;
  readonly target?: string;
  readonly patterns?: readonly string[];
  readonly trace?: boolean;
}

/** The name of a chip that was picked for a board of this window's folder. */
const chipKey = ({ id }: Home, board: BoardSetup) => `chip:${id} ${board.id}`;

/** The board that is named, the active target or attached; asks only if several are attached. */
async function findConnected(
  { boards, targets }: Needed,
  home: Home,
  id: string | undefined,
): Promise<BoardSetup | undefined> {
  const { board: active } = (id !== undefined && targets.find(home, id)) || targets.active(home);
  if (active && (isBareBoard(active) || (active.server && isProbed(active)))) return active;
  // It may have been plugged in meanwhile.
  await boards.search(home);
  const { probes, blind } = boards.attached();
  const connected = listConnectedBoards(boards.list(home), probes);
  const [only, ...others] = connected;
  if (only === undefined) {
    const what = blind ? `${blind.what}.` : vscode.l10n.t('No debug probe is attached.');
    throw new Error(`${what} ${blind?.remedy ?? vscode.l10n.t('Plug one in, and try again.')}`);
  }
  if (others.length === 0) return only;
  const items = connected.map((board) => {
    return { label: board.title, description: board.source, board };
  });
  return (await pickOne(items, { placeHolder: vscode.l10n.t('Select a board') }))?.board;
}

/** The name of the chip that is recognised behind a probe; undefined as well if the user would rather name it. */
async function recogniseChip(
  { context, log }: Pick<Needed, 'context' | 'log'>,
  home: Home,
  board: BoardSetup,
): Promise<string | undefined> {
  const title = vscode.l10n.t('Recognising the chip behind {0}', board.title);
  return withProgress(title, async (_, signal) => {
    const call = callInWorker<SystemCalls>(context, 'system', programEnvironment(context, home));
    const onReport = ({ text }: SystemCalls['recogniseChip']['reports']) => log.info(text);
    const order = { board, packageFolder: context.extensionUri.fsPath };
    try {
      return await call('recogniseChip', order, { signal, onReport });
    } catch (error) {
      log.info(toFailure(error).message);
      return undefined;
    }
  });
}

/** The chip of a board: of its configuration, of an earlier answer, recognised, or the user's choice. */
async function findChip(
  needed: Pick<Needed, 'context' | 'log'>,
  home: Home,
  board: BoardSetup,
): Promise<Chip | undefined> {
  const { context } = needed;
  const chips = await readChips(context.extensionUri.fsPath);
  const findNamed = (wanted: string | undefined) => chips.find(({ name }) => name === wanted);
  const known = context.workspaceState.get<string>(chipKey(home, board));
  const chip =
    chipOfBoard(board, chips) ??
    findNamed(known) ??
    findNamed(await recogniseChip(needed, home, board));
  if (chip !== undefined) return chip;
  const device = findDevice(board);
  const placeHolder = vscode.l10n.t('Select the chip behind {0}', board.title);
  const items = chipItems(device === undefined ? [] : [device], chips);
  return (await pickOne(items, { placeHolder }))?.chip;
}

/** The user's own benchmarks, from the folder of the images that are built with them. */
async function listOwnSources(home: Home): Promise<readonly string[]> {
  await vscode.workspace.saveAll(false);
  const sources = await benchmarkSources(home, new AbortController().signal);
  return sources.map((source) => (isAbsolute(source) ? relative(home.cwd, source) : source));
}

/** A chip behind a probe, in a home. */
interface Connected {
  readonly home: Home;
  readonly board: BoardSetup;
  readonly chip: Chip;
}

/** Failures after which the chip may be another one, and is asked for again; a mistake in a source is none of them. */
const OF_CHIP: ReadonlySet<string> = new Set([
  'start-failed',
  'deploy-failed',
  'no-agent',
  'agent-silent',
  'target-gone',
]);

/** The part of a chip's image that is measured, and whether a lens shows it. */
interface Chosen {
  readonly patterns: readonly string[];
  readonly trace: boolean;
  readonly isLens: boolean;
}

/** Measures from the RAM of a chip, with the benchmarks of the user's own; without patterns all that the image has. */
async function measureChip(
  needed: Needed,
  { home, board, chip }: Connected,
  { patterns, trace, isLens }: Chosen,
): Promise<EndedRun> {
  const { runner, screens, problems, context } = needed;
  const homeTarget = { home, target: boardTarget(await boardWithChip(board, chip)) };
  const sources = await listOwnSources(home);
  const spec = await specWithSettings(needed, homeTarget, { patterns, sources, trace });
  problems.clear();
  const running = runner.start(homeTarget, spec);
  const lines: string[] = [];
  running.onDidReceiveMessage((text) => lines.push(text));
  // A lens shows the progress of its run.
  if (!isLens) await screens.openRunning(running);
  const end = await running.end;
  showProblems(problems, compilerMessages(lines.join('\n')), home.cwd);
  const isDoubtful = OF_CHIP.has(end.failure?.code ?? '');
  await context.workspaceState.update(chipKey(home, board), isDoubtful ? undefined : chip.name);
  await showEnd(needed, running, end);
  return end;
}

/** Measures the board that is attached: the project's agent if it has one, else from the RAM of its chip. */
async function benchmarkConnected(
  needed: Needed,
  { home: id, target, patterns, trace = false }: BenchmarkArgument = {},
): Promise<void> {
  if (!(await requireTrust(vscode.l10n.t('Benchmarks cannot be run now.')))) return;
  const { homes } = needed;
  const home = await homes.choose(id);
  const board = home && (await findConnected(needed, home, target));
  if (!home || !board) return;
  if (board.images !== undefined) {
    await vscode.commands.executeCommand(commands.run, { home: home.id, target: board.id });
    return;
  }
  const chip = await findChip(needed, home, board);
  if (chip === undefined) return;
  const connected = { home, board, chip };
  const isLens = patterns !== undefined;
  const chosen = { patterns: patterns ?? [], trace, isLens };
  const { failure, wasCancelled } = await measureChip(needed, connected, chosen);
  if (isLens || failure !== undefined || wasCancelled) return;
  await offerEveryFamily(needed, connected);
}

/** Offers every family, once in a window for a board, after the figures of those in the ready-made image. */
async function offerEveryFamily(needed: Needed, connected: Connected): Promise<void> {
  const { home, board, chip } = connected;
  const key = chipKey(home, board);
  if (fitOfChip(chip).id !== 'everything' || needed.offered.has(key)) return;
  needed.offered.add(key);
  const yes = vscode.l10n.t('Measure Every Family');
  const text = vscode.l10n.t(
    '{0} has room for every family of benchmarks. Their image is built first, with arm-none-eabi-gcc.',
    chip.name,
  );
  if ((await showInformation(text, yes)) === yes) {
    await measureChip(needed, connected, { patterns: ['*'], trace: false, isLens: false });
  }
}

/** Registers the command that measures whatever is attached. */
export function registerBenchmarkCommand(
  services: Omit<Needed, 'problems' | 'offered'>,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('cyclescope');
  const needed = { ...services, problems, offered: new Set<string>() };
  return vscode.Disposable.from(
    problems,
    registerCommand(services, commands.benchmarkConnected, (argument?: BenchmarkArgument) =>
      benchmarkConnected(needed, argument),
    ),
  );
}
