import { join } from 'node:path';
import { buildDir } from '../lib/paths.mjs';
import { aptInstall, aptSize, aptUpdate, canInstall, packager } from './apt.mjs';
import { layers } from './layers.mjs';
import { withLock } from './lock.mjs';
import { aptPackages, aptPlanText, describeMissing, nodeProblem } from './messages.mjs';
import { determineSituation, systemPermission } from './permission.mjs';
import { listMissing } from './programs.mjs';
import { isFresh, removeStamp, writeStamp } from './stamps.mjs';
import { steps } from './steps.mjs';

/** @typedef {import('./layers.mjs').LayerName} LayerName */
/** @typedef {(plan: string) => Promise<boolean>} Confirm */

const report = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);

/**
 * Sets up layers that are not set up yet. Exits with code 1, without changing anything, if
 * something is missing that it may not install.
 * @param {readonly LayerName[]} names
 * @param {Confirm} [confirm] asks before the system is changed
 * @param {readonly LayerName[]} [later] layers that are set up later: now, only that this is allowed is checked
 */
export async function ensure(names, confirm, later = []) {
  const problem = await trySetup(names, confirm, later);
  if (problem === undefined) return;
  report(problem);
  process.exit(1);
}

/**
 * Does the same without an exit, and resolves to the problem, if any.
 * @param {readonly LayerName[]} names
 * @param {Confirm} [confirm]
 * @param {readonly LayerName[]} [later]
 */
export async function trySetup(names, confirm, later = []) {
  const badNode = nodeProblem(process.versions.node);
  if (badNode !== undefined) return badNode;
  if ([...names, ...later].every(isFresh)) return undefined;
  return inTurn(() =>
    setUp(
      names.filter((n) => !isFresh(n)),
      confirm,
      later.filter((n) => !isFresh(n)),
    ),
  );
}

/**
 * Installs the programs that layers need, but not the rest, and resolves to the problem, if any.
 * @param {readonly LayerName[]} names
 */
export const tryPrograms = (names) => inTurn(() => installPrograms(names, undefined, []));

/** @type {(work: () => Promise<string | undefined>) => Promise<string | undefined>} */
const inTurn = (work) =>
  withLock(join(buildDir, 'setup.lock'), work, {
    onWait: (pid) => report(`Waiting for another set-up (process ${pid}) ...`),
  });

async function setUp(
  /** @type {readonly LayerName[]} */ names,
  /** @type {Confirm | undefined} */ confirm,
  /** @type {readonly LayerName[]} */ later,
) {
  const problem = await installPrograms(names, confirm, later);
  if (problem !== undefined) return problem;
  if (names.length === 0) return undefined;
  report(`Setting up: ${names.map((name) => `${name} (${layers[name].about})`).join('; ')}`);
  for (const name of names) {
    removeStamp(name);
    for (const step of layers[name].steps) {
      const failure = await steps[step]();
      if (failure !== undefined) return `Set-up of ${name} failed: ${failure}`;
    }
    writeStamp(name);
  }
  return undefined;
}

const listLacking = (/** @type {readonly LayerName[]} */ names) =>
  listMissing(names.flatMap((name) => layers[name].needs));

/** Installs what layers need, and what those need that are set up later: all of it or nothing. */
async function installPrograms(
  /** @type {readonly LayerName[]} */ names,
  /** @type {Confirm | undefined} */ confirm,
  /** @type {readonly LayerName[]} */ later,
) {
  const all = [...names, ...later];
  const lacking = listLacking(all);
  if (lacking.length === 0) return undefined;
  const packages = aptPackages(lacking);
  const refusal = describeMissing(lacking, packager());
  if (!canInstall() || lacking.some(({ apt }) => apt === undefined)) return refusal;

  const known = aptSize(packages);
  const plan = aptPlanText(packages, known ?? estimate(all, packages));
  const permission =
    systemPermission(determineSituation(false)) ?? (await askPermission(plan, confirm));
  if (permission === undefined) return refusal;
  if (listLacking(names).length === 0) return undefined;
  report(`${plan} (${permission})`);
  if (!known && !aptUpdate()) return 'apt-get update failed; nothing was installed.';
  if (!aptInstall(packages)) return `apt-get could not install ${packages.join(' ')}.`;
  const still = listMissing(lacking);
  return still.length ? describeMissing(still, undefined) : undefined;
}

async function askPermission(
  /** @type {string} */ plan,
  /** @type {Confirm | undefined} */ confirm,
) {
  return confirm && systemPermission(determineSituation(await confirm(plan)));
}

function estimate(
  /** @type {readonly LayerName[]} */ names,
  /** @type {readonly string[]} */ packages,
) {
  const concerned = names.filter((name) =>
    layers[name].needs.some(({ apt }) => apt !== undefined && packages.includes(apt)),
  );
  const sum = (/** @type {'downloadMB' | 'diskMB'} */ field) =>
    concerned.reduce((total, name) => total + layers[name].estimate[field], 0);
  return { downloadMB: sum('downloadMB'), diskMB: sum('diskMB'), exact: false };
}
