import * as vscode from 'vscode';
import type { Bench, BenchParameter } from '../../../agent';
import { benchName, getDefaultRepeats, valuesBySuite } from '../../../engine';
import { formatNumber } from '../../../measure';
import {
  MOST_POINTS,
  type ParameterValues,
  parseValues,
  pointCount,
  valuesText,
} from '../../../runs';
import { type Home, pickOne, type Services, type Translate } from '../../common';
import { settings } from '../../names';
import { readSettings } from '../../services/settings';

interface Choice extends vscode.QuickPickItem {
  readonly change: () => Promise<void>;
}

/** Writes a setting where the home's settings are kept. */
async function write(home: Home, id: string, value: unknown): Promise<void> {
  const { Global, WorkspaceFolder } = vscode.ConfigurationTarget;
  const configuration = vscode.workspace.getConfiguration(undefined, home.folder);
  await configuration.update(id, value, home.folder ? WorkspaceFolder : Global);
}

async function askCount(home: Home, id: string, title: string, value: number | null) {
  const typed = await vscode.window.showInputBox({
    title,
    value: value === null ? '' : String(value),
    prompt: vscode.l10n.t('A whole number of 1 or more; leave empty for the default.'),
    validateInput: (text) => countProblem(text, vscode.l10n.t),
  });
  if (typed === undefined) return;
  await write(home, id, typed.trim() === '' ? undefined : Number(typed));
}

async function askParameter(
  home: Home,
  { setting, parameter }: DeclaredParameter,
  benches: readonly Bench[],
): Promise<void> {
  const { min, max } = parameter;
  const { [setting]: values = [], ...others } = readSettings(home).parameters;
  const typed = await vscode.window.showInputBox({
    title: setting,
    value: valuesText(values),
    prompt: vscode.l10n.t(
      'From {0} to {1}; several values make a sweep: 2,4,8 or 2..32x2. Leave empty for the default, {2}.',
      formatNumber(min),
      formatNumber(max),
      formatNumber(parameter.default),
    ),
    validateInput: (text) => {
      const problem = valuesProblem(text, parameter, vscode.l10n.t);
      const read = parseValues(text);
      if (problem !== undefined || 'problem' in read) return problem;
      const all = { ...others, [setting]: read.values };
      const message = pointsSentence(benches, all, vscode.l10n.t);
      return message && { message, severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
  if (typed === undefined) return;
  const stored = Object.fromEntries(
    Object.entries(others).map(([name, each]) => [name, toSettingValues(each)]),
  );
  const read = parseValues(typed);
  const changed =
    'values' in read ? { ...stored, [setting]: toSettingValues(read.values) } : stored;
  await write(home, settings.parameters, changed);
}

async function listChoices({ targets, images }: Services, home: Home): Promise<readonly Choice[]> {
  const { iterations, repeat, parameters } = readSettings(home);
  const target = targets.active(home);
  const image = await images.benches(home, target);
  const all = 'benches' in image ? image.benches : [];
  const declared = listDeclaredParameters(all);
  const byDefault = (text: string) => vscode.l10n.t('default: {0}', text);
  const each = vscode.l10n.t("each benchmark's own");
  const iterationsTitle = vscode.l10n.t('Iterations');
  const repeatTitle = vscode.l10n.t('Repeats');
  return [
    {
      label: iterationsTitle,
      description: iterations === null ? byDefault(each) : formatNumber(iterations),
      change: () => askCount(home, settings.iterations, iterationsTitle, iterations),
    },
    {
      label: repeatTitle,
      description:
        repeat === null
          ? byDefault(vscode.l10n.t('{0} on {1}', getDefaultRepeats(target), target.id))
          : formatNumber(repeat),
      change: () => askCount(home, settings.repeat, repeatTitle, repeat),
    },
    ...declared.map((each): Choice => {
      const { setting, parameter, benches } = each;
      const values = parameters[setting];
      return {
        label: setting,
        description:
          values === undefined
            ? byDefault(formatNumber(parameter.default))
            : values.map(formatNumber).join(', '),
        detail: benches.join(', '),
        change: () => askParameter(home, each, all),
      };
    }),
  ];
}

/** A profile's gear menu: iterations, repeats and the benchmarks' own parameters. */
export async function configureRuns(services: Services, home: Home): Promise<void> {
  for (;;) {
    const placeHolder = vscode.l10n.t('Select what to change for {0}', home.title);
    const choices = await listChoices(services, home);
    const picked = await pickOne(choices, { placeHolder });
    if (!picked) return;
    await picked.change();
  }
}

/** A parameter as set, with the benchmarks that declare it. */
interface DeclaredParameter {
  /** `size`, or `sort.size` if suites have a `size` of different ranges. */
  readonly setting: string;
  /** Within the range that all of them allow. */
  readonly parameter: BenchParameter;
  readonly benches: readonly string[];
}

/** The parameters declared by benchmarks: one setting serves all of a name with the same range. */
export function listDeclaredParameters(benches: readonly Bench[]): readonly DeclaredParameter[] {
  const names = [...new Set(benches.flatMap(({ params }) => params.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const declaring = benches.filter(({ params }) => params.some((each) => each.name === name));
    const suites = [...new Set(declaring.map(({ suite }) => suite))];
    const ofSuite = suites.map((suite) => {
      return within(
        name,
        declaring.filter((bench) => bench.suite === suite),
      );
    });
    const isOne = ofSuite.every(
      ({ min, max }) => min === ofSuite[0]?.min && max === ofSuite[0].max,
    );
    if (isOne) {
      return [
        { setting: name, parameter: within(name, declaring), benches: declaring.map(benchName) },
      ];
    }
    return suites.map((suite) => {
      const own = declaring.filter((bench) => bench.suite === suite);
      const setting = `${suite}.${name}`;
      return { setting, parameter: within(name, own), benches: own.map(benchName) };
    });
  });
}

function within(name: string, declaring: readonly Bench[]): BenchParameter {
  const declared = declaring.flatMap(({ params }) => params.filter((each) => each.name === name));
  return {
    name,
    default: declared[0]?.default ?? 0,
    min: Math.max(...declared.map(({ min }) => min)),
    max: Math.min(...declared.map(({ max }) => max)),
  };
}

const isWhole = (text: string) => /^\d+$/.test(text) && Number.isSafeInteger(Number(text));

/** The reason why a text is not a count; an empty one means the default. */
export function countProblem(text: string, t: Translate): string | undefined {
  const typed = text.trim();
  if (typed === '' || (isWhole(typed) && Number(typed) >= 1)) return undefined;
  return t('Enter a whole number of 1 or more.');
}

/** The reason why a text is not a list of values; an empty one means the default. */
export function valuesProblem(
  text: string,
  { min, max }: BenchParameter,
  t: Translate,
): string | undefined {
  if (text.trim() === '') return undefined;
  const read = parseValues(text);
  if ('problem' in read) {
    return t('Whole numbers and ranges, such as 2,4,8 or 2..32x2: {0}.', read.problem);
  }
  const outside = read.values.find((value) => value < min || value > max);
  if (outside === undefined) return undefined;
  const [low, high] = [formatNumber(min), formatNumber(max)];
  return t('{0} is not between {1} and {2}.', formatNumber(outside), low, high);
}

/** The number of points that the values make, for the suite with the most; undefined for one. */
export function pointsSentence(
  benches: readonly Bench[],
  settings: ParameterValues,
  t: Translate,
): string | undefined {
  const points = Math.max(0, ...[...valuesBySuite(benches, settings).values()].map(pointCount));
  if (points <= 1) return undefined;
  const shown = formatNumber(points);
  return points > MOST_POINTS
    ? t('{0} points exceed the limit of {1} for one run.', shown, formatNumber(MOST_POINTS))
    : t('A sweep of {0} points: every combination is measured.', shown);
}

/** Values in the setting's format. */
export function toSettingValues(values: readonly number[]): number | readonly number[] {
  const [only, ...others] = values;
  return only !== undefined && others.length === 0 ? only : values;
}
