import * as vscode from 'vscode';
import { createQueue, remember } from '../../../base';
import { findBenches, formatBenchName } from '../../../toolchain';
import {
  type Home,
  itemId,
  itemName,
  chooseRemedy,
  type Services,
  type HomeTarget,
} from '../../common';
import { newestPoints } from '../../services/figures';
import { isStale } from '../../services/runner';
import { readText, sourceLocation } from '../../services/source';
import type { Inspections } from '../../services/targets';
import type { CoverageMeans } from './coverage';
import type { Controllers } from './controllers';
import { type Descriptions, newDescriptions } from './descriptions';
import { findItem, type Locate, runnableTag, showNodes } from './items';
import { linkWithText } from './linked-text';
import { homeNodes, type HomeTree } from './nodes';
import type { KnownTarget } from './selection';

/** The tree of the Testing view; its functions change it one at a time. */
export interface TestTree {
  /** Finds the children of an item, or the roots of a home. */
  resolve(home: Home, item?: vscode.TestItem): Promise<void>;
  /** Refreshes everything found so far. */
  refresh(home?: Home): Promise<void>;
  refreshFigures(home: Home): Promise<void>;
  /** The benchmarks of a target, which are shown from then on. */
  showTarget(homeTarget: HomeTarget): Promise<KnownTarget>;
  /** The target of an item. */
  findTarget(item: vscode.TestItem): HomeTarget | undefined;
  find(id: string): vscode.TestItem | undefined;
  /** Sets an operation's text until a run that began after `since` has figures of it. */
  describe(id: string, text: string | undefined, since: Date): void;
}

const toTargetId = ({ home, target }: HomeTarget) => itemId({ home: home.id, target: target.id });

function findTarget({ homes, targets }: Services, { id }: vscode.TestItem): HomeTarget | undefined {
  const name = itemName(id);
  const home = homes.find(name.home);
  const target = home && name.target !== undefined ? targets.find(home, name.target) : undefined;
  return home && target && { home, target };
}

/**
 * Finds the declarations of items, for one showing of the tree. If several targets have benchmarks in one line, only the
 * active one gets a triangle there.
 */
function newLocator(services: Services): Locate {
  // Lines may have moved since the image was built.
  const readDeclarations = remember(async (path: string) =>
    findBenches(await readText(vscode.Uri.file(path)), path),
  );
  return async ({ id, at }) => {
    const name = itemName(id);
    const home = services.homes.find(name.home);
    const isActive = home && services.targets.active(home).id === name.target;
    if (!isActive || at === undefined) return undefined;
    const built = await sourceLocation(services, home, at);
    // The extension's images are built from the sources that come with them.
    if (built?.uri.scheme !== 'file') return built;
    const path = built.uri.fsPath;
    const operation = `${name.suite}/${name.op}`;
    const benches = await readDeclarations(path);
    const now = benches.find((each) => formatBenchName(path, each) === operation);
    return now ? new vscode.Location(built.uri, new vscode.Position(now.line - 1, 0)) : built;
  };
}

function showMissing(item: vscode.TestItem, { home, target }: HomeTarget, missing: string): void {
  const origin = { home: home.id, target: target.id };
  const remedy = chooseRemedy({ code: 'no-image', message: missing }, origin, vscode.l10n.t);
  item.children.replace([]);
  item.canResolveChildren = false;
  item.tags = [];
  item.error = linkWithText(missing, remedy);
}

const treeWords = () => ({
  active: vscode.l10n.t('active'),
  otherTargets: vscode.l10n.t('Other targets'),
  notReady: vscode.l10n.t('Not ready'),
});

/** The homes with their targets, and the benchmarks of those that are wanted. */
function readHomes(
  { homes, targets, images }: Services,
  isWanted: (homeTarget: HomeTarget) => boolean,
  isUnready: (homeTarget: HomeTarget) => boolean,
): Promise<readonly HomeTree[]> {
  const listBenches = async ({ home, target }: HomeTarget) => {
    // The reason is reported when the figures are shown.
    const image = await images.benches(home, target).catch(() => undefined);
    return image && 'benches' in image ? image.benches : [];
  };
  const shown = homes.list().map(async (home) => {
    const all = targets.list(home).map(async (target) => {
      const homeTarget = { home, target };
      const benches = isWanted(homeTarget) ? await listBenches(homeTarget) : undefined;
      return { ...target, isUnready: isUnready(homeTarget), benches };
    });
    return { id: home.id, targets: await Promise.all(all), active: targets.active(home).id };
  });
  return Promise.all(shown);
}

/** Keeps whether the tree is visible: only then programs are searched for, and figures are read. */
function newVisibility(inspections: Inspections) {
  let shown = false;
  return {
    show: () => {
      shown = true;
    },
    isShown: () => shown,
    /** Checks whether a target is known to lack something. */
    isUnready: (homeTarget: HomeTarget): boolean => {
      if ((homeTarget.target.board?.gaps.length ?? 0) > 0) return true;
      const report = shown
        ? inspections.known(homeTarget.home)?.get(homeTarget.target.id)
        : undefined;
      return report !== undefined && !report.isReady;
    },
  };
}

function findTestItem(controllers: Controllers, id: string): vscode.TestItem | undefined {
  const controller = controllers.of(itemName(id).home);
  return controller && findItem(controller.items, id);
}

type Describe = (id: string, name: string) => string;

/** Reads the newest figures of a target. */
async function describeWith(
  { figures, images }: Services,
  descriptions: Descriptions,
  { home, target }: HomeTarget,
): Promise<Describe> {
  const latest = await figures.latest(home, target.id);
  const image = await images.benches(home, target);
  return (id, name) => {
    const rows = newestPoints(latest?.rows ?? [], name);
    const isOld = rows[0] !== undefined && isStale(rows[0], image);
    return descriptions.of(id, rows, isOld) ?? '';
  };
}

/** Describes every operation of a target, in all places that show its suites. */
function describeOperations(
  items: vscode.TestItemCollection,
  homeTarget: HomeTarget,
  describe: Describe,
): void {
  for (const [id, item] of items) {
    const { suite, op } = itemName(id);
    if (op === undefined) describeOperations(item.children, homeTarget, describe);
    else if (id.startsWith(`${toTargetId(homeTarget)}/`))
      item.description = describe(id, `${suite}/${op}`);
  }
}

/** The services behind the Testing view. */
export type TestingServices = Services & CoverageMeans & { readonly inspections: Inspections };

/** Changes to the tree; the caller runs them one at a time. */
function newChanges(controllers: Controllers, services: TestingServices) {
  const { homes, targets, images, inspections } = services;
  const descriptions = newDescriptions();
  const resolved = new Set<string>();
  const { show, isShown, isUnready } = newVisibility(inspections);

  /** Triangles in the source are shown even before the Testing view is opened. */
  const isWanted = ({ home, target }: HomeTarget) =>
    resolved.has(toTargetId({ home, target })) || target.id === targets.active(home).id;

  const listWanted = (home?: Home): readonly HomeTarget[] =>
    homes
      .list()
      .filter(({ id }) => !home || home.id === id)
      .flatMap((each) => targets.list(each).map((target) => ({ home: each, target })))
      .filter(isWanted);

  /** Items move all at once: a run that reports one finds it at any time. */
  const showHomes = async () => {
    controllers.update(homes.list());
    const locate = newLocator(services);
    for (const home of await readHomes(services, isWanted, isUnready)) {
      const controller = controllers.of(home.id);
      if (controller) await showNodes(controller, homeNodes(home, treeWords()), locate);
    }
  };

  const showFigures = async (homeTarget: HomeTarget) => {
    if (!isShown()) return;
    const describe = await describeWith(services, descriptions, homeTarget);
    const controller = controllers.of(homeTarget.home.id);
    if (controller) describeOperations(controller.items, homeTarget, describe);
  };

  /** Shows what is missing, or the figures. */
  const showState = async (homeTarget: HomeTarget): Promise<KnownTarget> => {
    const ids = { home: homeTarget.home.id, target: homeTarget.target.id };
    // Its items stay when another target becomes active.
    resolved.add(itemId(ids));
    const image = await images.benches(homeTarget.home, homeTarget.target);
    const item = findTestItem(controllers, itemId(ids));
    if ('missing' in image) {
      if (item) showMissing(item, homeTarget, image.missing);
      return { ...ids, benches: [], missing: image.missing };
    }
    if (item) {
      item.error = undefined;
      item.tags = [runnableTag];
      await showFigures(homeTarget);
    }
    return { ...ids, benches: image.benches };
  };

  return {
    descriptions,
    showTarget: async (homeTarget: HomeTarget): Promise<KnownTarget> => {
      resolved.add(toTargetId(homeTarget));
      await showHomes();
      return showState(homeTarget);
    },
    show,
    refresh: async (home?: Home) => {
      await showHomes();
      for (const homeTarget of listWanted(home)) await showState(homeTarget);
    },
    refreshFigures: async (home: Home) => {
      for (const homeTarget of listWanted(home)) await showFigures(homeTarget);
    },
  };
}

/** The tree of the controllers' items. */
export function newTestTree(controllers: Controllers, services: TestingServices): TestTree {
  const changes = newChanges(controllers, services);
  // Changes wait for files in between.
  const follow = createQueue();
  const find = (id: string) => findTestItem(controllers, id);
  return {
    resolve: (home, item) =>
      follow(async () => {
        const homeTarget = item && findTarget(services, item);
        if (homeTarget) await changes.showTarget(homeTarget);
        else {
          changes.show();
          await changes.refresh(home);
        }
      }),
    refresh: (home) => follow(() => changes.refresh(home)),
    refreshFigures: (home) => follow(() => changes.refreshFigures(home)),
    showTarget: (homeTarget) => follow(() => changes.showTarget(homeTarget)),
    findTarget: (item) => findTarget(services, item),
    find,
    describe: (id, text, since) => {
      changes.descriptions.set(id, text, since);
      const item = find(id);
      if (item && text !== undefined) item.description = text;
    },
  };
}
