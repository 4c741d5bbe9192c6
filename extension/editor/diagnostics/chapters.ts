import { arch, hostname, homedir, release, userInfo } from 'node:os';
import * as vscode from 'vscode';
import { plural } from '../../core/report/numbers';
import { parseSshAddress } from '../../targets/ssh/address';
import { settings } from '../ids';
import { formatBytes } from '../runs/labels';
import type { Home, Services } from '../services';
import { readSettings } from '../settings';
import type { Inspections } from '../targets/inspections';
import type { Private } from './redact';
import type { Chapter } from './text';

type Needed = Services & { readonly inspections: Inspections };

/** So much of the log is told. */
const logLines = 200;

function versions({ context }: Needed): Chapter {
  const { version } = context.extension.packageJSON as { readonly version: string };
  const { appName, remoteName, uiKind, language } = vscode.env;
  return {
    title: 'Versions',
    lines: [
      `Cyclescope ${version}`,
      `${appName} ${vscode.version}, ${uiKind === vscode.UIKind.Web ? 'web' : 'desktop'}, remote: ${remoteName ? 'yes' : 'no'}, language ${language}`,
      `Node.js ${process.versions.node}, ${process.platform} ${release()}, ${arch()}`,
      `Workspace: ${vscode.workspace.isTrusted ? 'trusted' : 'restricted'}`,
    ],
  };
}

/** What the user has set; defaults say nothing. */
function settingsOf(home: Home): readonly string[] {
  const configuration = vscode.workspace.getConfiguration(undefined, home.folder);
  return Object.values(settings).flatMap((id) => {
    const found = configuration.inspect(id);
    const levels = {
      user: found?.globalValue,
      workspace: found?.workspaceValue,
      folder: found?.workspaceFolderValue,
    };
    return Object.entries(levels)
      .filter(([, value]) => value !== undefined)
      .map(([level, value]) => `${id} (${level}): ${JSON.stringify(value)}`);
  });
}

async function needsOf({ inspections }: Needed, home: Home): Promise<readonly string[]> {
  if (!vscode.workspace.isTrusted) return ['Restricted Mode: programs were not looked for.'];
  const reports = await inspections.inspect(home);
  return reports.flatMap(({ target, isReady, requirements, forBuilding }) => [
    `${target}: ${isReady ? 'ready' : 'not ready'}`,
    ...[...requirements, ...forBuilding].map(
      ({ name, found }) => `  ${name}: ${found ?? 'missing'}`,
    ),
  ]);
}

async function runsOf({ runs }: Needed, home: Home): Promise<readonly string[]> {
  const entries = await runs.list(home);
  const bytes = entries.reduce((sum, run) => sum + run.bytes, 0);
  const newest = entries.slice(0, 5).map(({ id, status }) => `  ${id}: ${status}`);
  return [`${plural(entries.length, 'run')}, ${formatBytes(bytes)}`, ...newest];
}

async function ofHome(needed: Needed, home: Home, at: number): Promise<readonly Chapter[]> {
  const where = `home ${at + 1}, ${home.kind}`;
  return [
    {
      title: `Targets (${where})`,
      lines: [`active: ${needed.targets.active(home).id}`, ...(await needsOf(needed, home))],
    },
    { title: `Settings (${where})`, lines: settingsOf(home) },
    { title: `Runs (${where})`, lines: await runsOf(needed, home) },
  ];
}

/** The end of the log's file, which VS Code keeps in the extension's folder of logs. */
async function logOf({ context, log }: Needed): Promise<Chapter> {
  const file = vscode.Uri.joinPath(context.logUri, `${log.name}.log`);
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return { title: 'Log', lines: text.trimEnd().split('\n').slice(-logLines) };
  } catch {
    return { title: 'Log', lines: ['There is none.'] };
  }
}

/** Everything that helps to find a fault, not yet redacted. */
export async function collectChapters(needed: Needed): Promise<readonly Chapter[]> {
  const homes = needed.homes.list().map((home, at) => ofHome(needed, home, at));
  return [versions(needed), ...(await Promise.all(homes)).flat(), await logOf(needed)];
}

/** What must not stand in the diagnostics. */
export function privateFacts({ context, homes }: Needed): Private {
  const machines = homes.list().flatMap((home) => {
    return readSettings(home).sshHosts.flatMap((text) => parseSshAddress(text)?.host ?? []);
  });
  return {
    home: homedir(),
    extension: context.extensionUri.fsPath,
    user: userInfo().username,
    hosts: [hostname(), ...machines],
    folders: homes.list().flatMap(({ kind, cwd }) => (kind === 'folder' ? [cwd] : [])),
  };
}
