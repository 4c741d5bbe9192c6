import * as vscode from 'vscode';
import {
  findAddressedTarget,
  type BoardImages,
  type BoardSetup,
  boardTarget,
  type Target,
  targets,
  withElfs,
} from '../../../targets';
import { type Home, type Homes, isBoardId, type Targets } from '../../common';
import { hasChanged, readSettings, type Settings } from '../settings';
import type { Boards } from './boards';

type TargetSettings = Pick<Settings, 'target' | 'sshHosts'>;

/** The sources of a home's targets. */
interface TargetSources {
  readonly settings: TargetSettings;
  readonly boards: readonly BoardSetup[];
  /** The user's choice. */
  readonly picked: string | undefined;
  /** The files that the user's project built for a built-in target. */
  readonly getAgent?: (id: string) => BoardImages | undefined;
}

/**
 * The targets of a home: its boards first, then the built-in ones and the addresses that it names.
 */
export function listKnownTargets({
  settings,
  boards,
  picked,
  getAgent = () => undefined,
}: TargetSources): readonly Target[] {
  const { target, sshHosts } = settings;
  const named = [...new Set([...sshHosts, target])].flatMap((id) => findAddressedTarget(id) ?? []);
  const own = targets().map((each) => {
    const images = getAgent(each.id);
    return images?.kind === 'files' ? withElfs(each, images) : each;
  });
  const found = [...boards.map((board) => boardTarget(board)), ...own, ...named];
  const has = (id: string) => found.some((each) => each.id === id);
  const wanted = picked ?? target;
  return has(wanted) || !isBoardId(wanted) ? found : [makeLostBoard(wanted), ...found];
}

/** The user's choice, otherwise the target in the settings, otherwise the first built-in one. */
export function activeTarget(sources: TargetSources): Target {
  const { picked, settings } = sources;
  const known = listKnownTargets(sources);
  const find = (id: string | undefined) => known.find((target) => target.id === id);
  const active = find(picked) ?? find(settings.target) ?? find(targets()[0]?.id);
  if (active === undefined) throw new Error('No target is built in.');
  return active;
}

/** A board without its configuration stays active, so that no other one is measured unasked. */
function makeLostBoard(id: string): Target {
  return boardTarget({
    id,
    title: id,
    source: 'an earlier configuration',
    namesPrograms: false,
    gaps: [
      {
        what: 'its configuration no longer exists',
        remedy: 'Restore it, or select another target.',
      },
    ],
  });
}

/** The key under which the user's choice for a home is stored. */
const pickKey = ({ id }: Home) => `target:${id}`;

/** The targets of each home, and its active one. */
export function newTargets(
  context: vscode.ExtensionContext,
  homes: Homes,
  boards: Boards,
): Targets {
  const { workspaceState, subscriptions } = context;
  const changed = new vscode.EventEmitter<Home>();

  const getPick = (home: Home) => workspaceState.get<string>(pickKey(home));
  const collectSources = (home: Home) => {
    const getAgent = (id: string) => boards.getAgent(home, id);
    const { list } = boards;
    return {
      settings: readSettings(home),
      boards: list(home),
      picked: getPick(home),
      getAgent,
    };
  };
  const list = (home: Home) => listKnownTargets(collectSources(home));
  subscriptions.push(
    changed,
    boards.onDidChange((home) => changed.fire(home)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      for (const home of homes.list()) {
        const isMeant = hasChanged(event, 'target', home) || hasChanged(event, 'sshHosts', home);
        if (isMeant) changed.fire(home);
      }
    }),
    // Settings ignored without trust become valid.
    vscode.workspace.onDidGrantWorkspaceTrust(() =>
      homes.list().forEach((home) => changed.fire(home)),
    ),
  );
  return {
    onDidChange: changed.event,
    ready: (home) => boards.ready(home),
    list,
    find: (home, id) => list(home).find((target) => target.id === id),
    active: (home) => activeTarget(collectSources(home)),
    setActive: async (home, id) => {
      await workspaceState.update(pickKey(home), id);
      changed.fire(home);
    },
  };
}
