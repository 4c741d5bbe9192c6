import * as vscode from 'vscode';
import type { Bench } from '../../../agent';
import { getDefaultRepeats } from '../../../engine';
import { formatNumber } from '../../../measure';
import { parseValues, valuesText } from '../../../runs';
import type { Home, Services } from '../../common';
import { settings } from '../../names';
import { readSettings } from '../../services/settings';
import {
  countProblem,
  type DeclaredParameter,
  listDeclaredParameters,
  pointsSentence,
  toSettingValues,
  valuesProblem,
} from './parameters';
import { pickOne } from '../../common';

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
