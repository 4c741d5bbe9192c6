import * as vscode from 'vscode';
import {
  type Home,
  itemId,
  itemName,
  remedyOf,
  type Services,
  type TargetPlace,
} from '../../common';
import { newestPoints } from '../../services/figures';
import { isStale } from '../../services/runner';
import { sourceLocation } from '../../services/source';
import { newDescriptions } from './descriptions';
import { findItem, type Locate, runnableTag, showNodes } from './items';
import { linkWithText } from './linked-text';
import { rootNodes, suiteNodes } from './nodes';
import type { KnownTarget } from './selection';

/** The tree of the Testing view; its functions change it one at a time. */
export interface TestTree {
  /** Finds the children of an item, or the roots. */
  resolve(item?: vscode.TestItem): Promise<void>;
  /** Refreshes everything found so far. */
  refresh(home?: Home): Promise<void>;
  refreshFigures(home: Home): Promise<void>;
  /** The benchmarks of a target, which are shown from then on. */
  benchesOf(place: TargetPlace): Promise<KnownTarget>;
  /** The target of an item. */
  placeOf(item: vscode.TestItem): TargetPlace | undefined;
  find(id: string): vscode.TestItem | undefined;
  /** Sets an operation's text until a run that began after `since` has figures of it. */
  describe(id: string, text: string | undefined, since: Date): void;
}

const idOf = ({ home, target }: TargetPlace) => itemId({ home: home.id, target: target.id });

function placeOf({ homes, targets }: Services, { id }: vscode.TestItem): TargetPlace | undefined {
  const name = itemName(id);
  const home = homes.list().find((each) => each.id === name.home);
  const target = home && name.target !== undefined ? targets.find(home, name.target) : undefined;
  return home && target && { home, target };
}

/** Of several targets with benchmarks in one line, only the active one gets a triangle there. */
function locateIn(services: Services, { home, target }: TargetPlace): Locate {
  const isActive = services.targets.active(home).id === target.id;
  return async ({ at }) =>
    isActive && at !== undefined ? sourceLocation(services, home, at) : undefined;
}

function showMissing(item: vscode.TestItem, { home, target }: TargetPlace, missing: string): void {
  const place = { home: home.id, target: target.id };
  const remedy = remedyOf({ code: 'no-image', message: missing }, place, vscode.l10n.t);
  item.children.replace([]);
  item.canResolveChildren = false;
  item.tags = [];
  item.error = linkWithText(missing, remedy);
}

function showRoots(controller: vscode.TestController, { homes, targets }: Services): Promise<void> {
  const shown = homes.list().map((home) => ({
    id: home.id,
    title: home.title,
    targets: targets.list(home),
    active: targets.active(home).id,
  }));
  const nodes = rootNodes(shown, vscode.l10n.t('active'));
  return showNodes(controller, controller.items, nodes, () => Promise.resolve(undefined));
}

/** Changes to the tree; the caller runs them one at a time. */
function newChanges(controller: vscode.TestController, services: Services) {
  const { homes, targets, images, figures } = services;
  const descriptions = newDescriptions();
  const resolved = new Set<string>();

  const showFigures = async ({ home, target }: TargetPlace, item: vscode.TestItem) => {
    const latest = await figures.latest(home, target.id);
    const image = await images.benches(home, target);
    const showBelow = (parent: vscode.TestItem): void => {
      for (const [id, child] of parent.children) {
        const { suite, op } = itemName(id);
        if (op === undefined) {
          showBelow(child);
          continue;
        }
        const rows = newestPoints(latest?.rows ?? [], `${suite}/${op}`);
        const isOld = rows[0] !== undefined && isStale(rows[0], image);
        child.description = descriptions.of(id, rows, isOld) ?? '';
      }
    };
    showBelow(item);
  };

  const showTarget = async (place: TargetPlace): Promise<KnownTarget> => {
    const ids = { home: place.home.id, target: place.target.id };
    resolved.add(itemId(ids));
    const image = await images.benches(place.home, place.target);
    const item = findItem(controller.items, itemId(ids));
    if ('missing' in image) {
      if (item) showMissing(item, place, image.missing);
      return { ...ids, benches: [], missing: image.missing };
    }
    if (item) {
      item.error = undefined;
      item.tags = [runnableTag];
      const nodes = suiteNodes(ids, image.benches);
      await showNodes(controller, item.children, nodes, locateIn(services, place));
      await showFigures(place, item);
    }
    return { ...ids, benches: image.benches };
  };

  /** Triangles in the source are shown even before the Testing view is opened. */
  const wanted = (home: Home): readonly TargetPlace[] =>
    targets
      .list(home)
      .map((target) => ({ home, target }))
      .filter((place) => resolved.has(idOf(place)) || place.target.id === targets.active(home).id);

  const meant = (home?: Home) => homes.list().filter(({ id }) => !home || home.id === id);
  return {
    descriptions,
    showTarget,
    refresh: async (home?: Home) => {
      await showRoots(controller, services);
      for (const place of meant(home).flatMap(wanted)) await showTarget(place);
    },
    refreshFigures: async (home: Home) => {
      for (const place of meant(home).flatMap(wanted)) {
        const item = findItem(controller.items, idOf(place));
        if (item) await showFigures(place, item);
      }
    },
  };
}

/** Runs changes one after the other, as they wait for files in between. */
function newSequence() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(change: () => Promise<T>): Promise<T> => {
    const next = last.catch(() => undefined).then(change);
    last = next;
    return next;
  };
}

/** The tree of a controller's items. */
export function newTestTree(controller: vscode.TestController, services: Services): TestTree {
  const changes = newChanges(controller, services);
  const follow = newSequence();
  const find = (id: string) => findItem(controller.items, id);
  return {
    resolve: (item) =>
      follow(async () => {
        const place = item && placeOf(services, item);
        if (place) await changes.showTarget(place);
        else await changes.refresh();
      }),
    refresh: (home) => follow(() => changes.refresh(home)),
    refreshFigures: (home) => follow(() => changes.refreshFigures(home)),
    benchesOf: (place) => follow(() => changes.showTarget(place)),
    placeOf: (item) => placeOf(services, item),
    find,
    describe: (id, text, since) => {
      changes.descriptions.set(id, text, since);
      const item = find(id);
      if (item && text !== undefined) item.description = text;
    },
  };
}
