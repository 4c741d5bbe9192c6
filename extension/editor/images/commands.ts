import * as vscode from 'vscode';
import { RemoteFailure } from '../../core/rpc/rpc';
import type { Target } from '../../targets/target';
import { registerCommand, tellFailure } from '../failures';
import { commands } from '../ids';
import type { Projects } from '../projects';
import { remedyOf } from '../runner/remedy';
import type { BuildEnd, Home, Images, Services } from '../services';
import { requireTrust } from '../trust';
import { chooseParts, offeredExtras, type Parts } from './extras';
import { includeSource } from './sources';

/** What the command *Build the target's images* may be given. */
export interface BuildArgument {
  readonly home?: string;
  readonly target?: string;
  /** A source whose benchmark is wanted. */
  readonly source?: string;
  /** What to measure as soon as it is built. */
  readonly patterns?: readonly string[];
}

/** What building takes. */
export type BuildServices = Pick<Services, 'context' | 'log' | 'homes' | 'targets'> & {
  readonly projects: Projects;
};

interface Builder extends Pick<Images, 'benches'> {
  readonly build: (home: Home, target: Target, parts?: Parts) => Promise<BuildEnd>;
}

interface Place {
  readonly home: Home;
  readonly target: Target;
}

/** The commands that build images. */
export function buildCommands(
  services: BuildServices,
  builder: Builder,
): readonly vscode.Disposable[] {
  return [
    registerCommand(services, commands.buildImage, (argument?: BuildArgument) =>
      buildWanted(services, builder, argument),
    ),
    registerCommand(services, commands.buildImageWith, (argument?: BuildArgument) =>
      buildWithParts(services, builder, argument),
    ),
  ];
}

/** What is built, as a command's argument names it or the user chooses it. */
async function placeOf(
  { homes, targets }: BuildServices,
  { home: homeId, target: targetId }: BuildArgument,
): Promise<Place | undefined> {
  const home = homes.list().find(({ id }) => id === homeId) ?? (await homes.choose());
  if (!home) return undefined;
  return { home, target: (targetId && targets.find(home, targetId)) || targets.active(home) };
}

/** Lets the user choose what else the images shall have, and builds them. */
async function buildWithParts(
  services: BuildServices,
  { benches, build }: Builder,
  argument: BuildArgument = {},
): Promise<void> {
  const what = vscode.l10n.t('Building an image starts a compiler.');
  const place = (await requireTrust(what)) && (await placeOf(services, argument));
  if (!place) return;
  const { home, target } = place;
  const present = await benches(home, target);
  const offers = await offeredExtras(services, home);
  const parts = await chooseParts(target.id, present, offers);
  if (parts) tellImpossible(services, place, await build(home, target, parts));
}

function tellImpossible(services: BuildServices, { home, target }: Place, end: BuildEnd): void {
  if (end.kind !== 'impossible') return;
  const remedy = remedyOf(end.failure, { home: home.id, target: target.id }, vscode.l10n.t);
  void tellFailure(services, new RemoteFailure(end.failure), remedy);
}

async function buildWanted(
  services: BuildServices,
  { build }: Builder,
  { source, patterns, ...named }: BuildArgument = {},
): Promise<void> {
  const { projects } = services;
  const place = await placeOf(services, named);
  if (!place) return;
  const { home, target } = place;
  const uri = source === undefined ? undefined : vscode.Uri.parse(source);
  // A project that has the agent is built its own way.
  if (uri && (await projects.benchmarkOf(uri, patterns ?? []))) return;
  if (uri && !(await includeSource(home, uri))) return;
  const end = await build(home, target);
  tellImpossible(services, place, end);
  if (end.kind !== 'built' || !patterns) return;
  await vscode.commands.executeCommand(commands.run, {
    ...{ home: home.id, target: target.id, patterns },
  });
}
