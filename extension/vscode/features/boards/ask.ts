import { isAbsolute, relative } from 'node:path';
import * as vscode from 'vscode';
import {
  parseBoardAddress,
  type AttachedProbes,
  type BoardSetup,
  type DebugServer,
  GDB_ADDRESS,
  type Probe,
  serverNamed,
  servers,
} from '../../../targets';
import { firmwareTargets } from '../../../toolchain';
import { askElf, pickOne } from '../../common';

/** The known parts of a board before the user is asked. */
export type KnownOfBoard = Partial<Pick<BoardSetup, 'probe' | 'server' | 'title'>>;

interface Item<T> extends vscode.QuickPickItem {
  readonly value: T;
}

const title = () => vscode.l10n.t('Add a board');

async function pick<T>(
  items: readonly Item<T>[],
  placeHolder: string,
): Promise<Item<T> | undefined> {
  const options = { title: title(), placeHolder };
  return pickOne(items, options);
}

function write(
  prompt: string,
  rest: Pick<vscode.InputBoxOptions, 'placeHolder' | 'value' | 'validateInput'> = {},
): Thenable<string | undefined> {
  return vscode.window.showInputBox({ title: title(), prompt, ignoreFocusOut: true, ...rest });
}

type Way =
  { readonly kind: 'probe'; readonly probe: Probe | undefined } | { readonly kind: 'address' };

/** Asks for the probe, or the address of a running server. */
function askWay({ probes, blind }: AttachedProbes): Promise<Item<Way> | undefined> {
  const items: readonly Item<Way>[] = [
    ...probes.map((probe) => ({
      label: `$(plug) ${probe.title}`,
      description: [probe.serial, probe.usbId].filter(Boolean).join(' · '),
      value: { kind: 'probe', probe } as const,
    })),
    {
      label: `$(remote) ${vscode.l10n.t('A GDB server that is already running…')}`,
      description: GDB_ADDRESS,
      value: { kind: 'address' },
    },
    {
      label: `$(debug-disconnect) ${vscode.l10n.t('A probe that is not connected…')}`,
      value: { kind: 'probe', probe: undefined },
    },
  ];
  return pick(items, blind?.what ?? vscode.l10n.t('Select how the board is connected'));
}

function askAddress(): Thenable<string | undefined> {
  return write(vscode.l10n.t('Enter the address of the GDB server'), {
    placeHolder: GDB_ADDRESS,
    value: 'gdb://localhost:3333',
    validateInput: (text) =>
      parseBoardAddress(text.trim())
        ? undefined
        : vscode.l10n.t('Expected format: {0}', GDB_ADDRESS),
  });
}

/** Servers that can drive the probe come first. */
async function askServer(fitting: readonly string[]): Promise<DebugServer | undefined> {
  const first = fitting.flatMap((kind) => serverNamed(kind) ?? []);
  const items = [...new Set([...first, ...servers])].map((server) => ({
    label: server.title,
    value: server,
  }));
  return (await pick(items, vscode.l10n.t('Select the debug server for the probe')))?.value;
}

/** Asks for the server's name of the device, empty if it needs none; undefined if cancelled. */
function askDevice({ question }: DebugServer): Thenable<string | undefined> {
  if (!question) return Promise.resolve('');
  const { prompt, placeHolder, isNeeded } = question;
  const validateInput = (text: string) =>
    isNeeded && text.trim() === ''
      ? vscode.l10n.t('The debug server requires this name.')
      : undefined;
  return write(vscode.l10n.t(prompt), { placeHolder, validateInput });
}

const LATER = 'later';

/** Asks for the agent, which may also be chosen later. */
async function askAgent(): Promise<BoardAnswers['agent'] | typeof LATER> {
  const items: readonly Item<'file' | 'later' | { readonly kept: string }>[] = [
    { label: `$(file-binary) ${vscode.l10n.t('An ELF file…')}`, value: 'file' },
    ...firmwareTargets().map((name) => ({
      label: `$(package) ${name}`,
      description: vscode.l10n.t('the image stored under this name'),
      value: { kept: name },
    })),
    { label: `$(clock) ${vscode.l10n.t('Later')}`, value: 'later' },
  ];
  const picked = (await pick(items, vscode.l10n.t('Select the agent that runs on the board')))
    ?.value;
  if (picked === 'later') return LATER;
  if (picked !== 'file') return picked && { kind: 'kept', name: picked.kept };
  const path = await askElf(vscode.l10n.t('Use as Agent'));
  return path === undefined ? undefined : { kind: 'file', path };
}

async function askReach(
  known: KnownOfBoard,
  attached: AttachedProbes,
): Promise<Pick<BoardAnswers, 'server' | 'probe' | 'device'> | undefined> {
  const own = attached.probes.find(({ serial }) => serial !== '' && serial === known.probe);
  const way: Way | undefined =
    known.probe === undefined ? (await askWay(attached))?.value : { kind: 'probe', probe: own };
  if (way === undefined) return undefined;
  if (way.kind === 'address') {
    const address = await askAddress();
    return address === undefined ? undefined : { server: address.trim() };
  }
  const server = await askServer(way.probe?.servers ?? []);
  const device = server && (await askDevice(server));
  if (server === undefined || device === undefined) return undefined;
  return { server: server.kind, device: device.trim(), probe: known.probe ?? way.probe?.serial };
}

/** Asks for everything that a board needs; undefined if the user cancels. */
export async function askBoard(
  known: KnownOfBoard,
  attached: AttachedProbes,
): Promise<BoardAnswers | undefined> {
  const reach = await askReach(known, attached);
  if (!reach) return undefined;
  const agent = await askAgent();
  if (agent === undefined) return undefined;
  const { device = '' } = reach;
  const value = known.title ?? (/[,/]|\.cfg$/.test(device) || device === '' ? 'board' : device);
  const name = await write(vscode.l10n.t('Enter a name for the board'), { value });
  if (!name?.trim()) return undefined;
  return { ...reach, name: name.trim(), agent: agent === LATER ? undefined : agent };
}

/** The user's answers about a board. */
export interface BoardAnswers {
  readonly name: string;
  /** A debug server's kind, or `gdb://host:port`. */
  readonly server: string;
  readonly probe?: string | undefined;
  /** The answer to the server's question: its device name, or several, comma-separated. */
  readonly device?: string | undefined;
  readonly agent?:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'kept'; readonly name: string }
    | undefined;
}

/** A board for the setting `cyclescope.boards`; files inside the folder get relative paths. */
export function boardEntry(
  { name, server, probe, device, agent }: BoardAnswers,
  folder: string | undefined,
): Readonly<Record<string, unknown>> {
  const known = serverNamed(server);
  const { member = 'device' } = known?.question ?? {};
  const isList = known?.members[member] === 'texts';
  return {
    name,
    server,
    ...(device && { [member]: isList ? splitList(device) : device }),
    ...(probe && { probe }),
    ...(agent?.kind === 'file' && { elf: toRelativePath(agent.path, folder) }),
    ...(agent?.kind === 'kept' && { images: agent.name }),
  };
}

function splitList(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function toRelativePath(path: string, folder: string | undefined): string {
  if (folder === undefined) return path;
  const inside = relative(folder, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.replaceAll('\\', '/');
}

/** A name for a new board that is not yet taken. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const names = [wanted, ...taken.map((_, index) => `${wanted} ${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? wanted;
}
