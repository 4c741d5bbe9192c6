import { arch, homedir, hostname, release, userInfo } from 'node:os';
import * as vscode from 'vscode';
import { plural } from '../../../measure';
import { parseSshAddress } from '../../../targets';
import { type Home, registerCommand, type Services } from '../../common';
import { commands, settings } from '../../names';
import { formatBytes } from '../../services/runs';
import { readSettings } from '../../services/settings';
import type { Inspections } from '../../services/targets';

/** Registers the command that shows diagnostics as a new document, which the user may save. */
export function registerDiagnostics(
  needed: Services & { readonly inspections: Inspections },
): vscode.Disposable {
  return registerCommand(needed, commands.collectDiagnostics, async () => {
    const title = vscode.l10n.t('Collecting diagnostics');
    const options = { location: vscode.ProgressLocation.Window, title };
    const chapters = await vscode.window.withProgress(options, () => collectChapters(needed));
    const content = redact(diagnosticsText(chapters), privateFacts(needed));
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    await vscode.window.showTextDocument(document);
  });
}

type Needed = Services & { readonly inspections: Inspections };

/** The number of log lines included. */
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

/** The user's settings without defaults. */
function describeSettings(home: Home): readonly string[] {
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

async function describeNeeds({ inspections }: Needed, home: Home): Promise<readonly string[]> {
  if (!vscode.workspace.isTrusted) return ['Restricted Mode: programs were not searched for.'];
  const reports = await inspections.inspect(home);
  return reports.flatMap(({ target, isReady, requirements, forBuilding }) => [
    `${target}: ${isReady ? 'ready' : 'not ready'}`,
    ...[...requirements, ...forBuilding].map(
      ({ name, found }) => `  ${name}: ${found ?? 'missing'}`,
    ),
  ]);
}

async function describeRuns({ runs }: Needed, home: Home): Promise<readonly string[]> {
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
      lines: [`active: ${needed.targets.active(home).id}`, ...(await describeNeeds(needed, home))],
    },
    { title: `Settings (${where})`, lines: describeSettings(home) },
    { title: `Runs (${where})`, lines: await describeRuns(needed, home) },
  ];
}

/** The end of the log file, which VS Code keeps in the extension's log folder. */
async function readLog({ context, log }: Needed): Promise<Chapter> {
  const file = vscode.Uri.joinPath(context.logUri, `${log.name}.log`);
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    return { title: 'Log', lines: text.trimEnd().split('\n').slice(-logLines) };
  } catch {
    return { title: 'Log', lines: ['None.'] };
  }
}

/** Collects everything that helps to find a fault, not yet redacted. */
async function collectChapters(needed: Needed): Promise<readonly Chapter[]> {
  const homes = needed.homes.list().map((home, at) => ofHome(needed, home, at));
  return [versions(needed), ...(await Promise.all(homes)).flat(), await readLog(needed)];
}

/** Private details to remove from the diagnostics. */
function privateFacts({ context, homes }: Needed): Private {
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

/** A heading of the diagnostics with its lines. */
interface Chapter {
  readonly title: string;
  readonly lines: readonly string[];
}

/** A fence that its content cannot close. */
function fenceLines(lines: readonly string[]): string {
  const ticks = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const longest = Math.max(2, ...ticks.map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence].join('\n');
}

/** The text shown before anything is saved: plain lines under headings. */
export function diagnosticsText(chapters: readonly Chapter[]): string {
  const head = [
    '# Cyclescope diagnostics',
    '',
    'Nothing was sent. Names, folders, machines and serial numbers are replaced; read it before you share it.',
  ].join('\n');
  const sections = chapters.map(({ title, lines }) => `## ${title}\n\n${fenceLines(lines)}`);
  return `${[head, ...sections].join('\n\n')}\n`;
}

/** Details that would identify the user or the place. */
interface Private {
  readonly home: string;
  readonly user: string;
  /** Names of this computer, and of machines in the settings. */
  readonly hosts: readonly string[];
  /** The extension's location, which may contain a person's or a company's name. */
  readonly extension: string;
  /** Workspace folders, whose paths may contain a customer's name. */
  readonly folders: readonly string[];
}

/** Shorter names would match inside other words. */
const minName = 3;

/** Names that identify nobody and appear in texts for other reasons. */
const common = new Set(['root', 'localhost', 'user']);

const patterns: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/\bssh:\/\/[^\s"'`)\]}>,]+/gi, 'ssh://<machine>'],
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)*/g, '<user>@<machine>'],
  [/\/dev\/serial\/by-id\/[^\s"'`,)]+/g, '/dev/serial/by-id/<serial>'],
  [/\b(serial(?:[ _-]?(?:number|no))?\.?["']?[ :=#]+["']?)(?=[\w-]*\d)[\w-]{4,}/gi, '$1<serial>'],
  [/\b[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\b/gi, '<serial>'],
  // The unique id of a microcontroller or a probe; a SHA-256 is longer.
  [/\b[0-9A-F]{24}(?:[0-9A-F]{8})?\b/gi, '<serial>'],
  [/\b(?:[0-9A-F]{2}[:-]){5}[0-9A-F]{2}\b/gi, '<serial>'],
  [/\b(?!127\.0\.0\.1\b)(?:\d{1,3}\.){3}\d{1,3}\b/g, '<address>'],
];

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Replaces a path in either notation and keeps what follows it. */
function replacePath(text: string, path: string, by: string): string {
  const parts = path.split(/[\\/]+/).filter((part) => part !== '');
  if (parts.length === 0) return text;
  const root = /^[\\/]/.test(path) ? '[\\\\/]+' : '';
  const pattern = root + parts.map(escapePattern).join('[\\\\/]+');
  return text.replaceAll(new RegExp(`${pattern}(?![\\w-])`, 'gi'), () => by);
}

function replaceName(text: string, name: string, by: string): string {
  if (name.length < minName || common.has(name.toLowerCase())) return text;
  return text.replaceAll(new RegExp(`(?<!\\w)${escapePattern(name)}(?!\\w)`, 'gi'), () => by);
}

/** Replaces everything that would identify the user or the place, and nothing else. */
export function redact(text: string, { home, extension, user, hosts, folders }: Private): string {
  // Replace a folder inside another one first.
  const paths = folders.map((path, at) => ({ path, by: `<folder ${at + 1}>` }));
  const own = { path: extension, by: '<extension>' };
  const all = [...paths, own, { path: home, by: '<home>' }].sort(
    (a, b) => b.path.length - a.path.length,
  );
  let redacted = all.reduce((done, { path, by }) => replacePath(done, path, by), text);
  for (const [pattern, by] of patterns) redacted = redacted.replaceAll(pattern, by);
  for (const host of hosts) redacted = replaceName(redacted, host, '<host>');
  return replaceName(redacted, user, '<user>');
}
