import { isAbsolute, relative } from 'node:path';
import type { ServerKind } from '../../targets/swd/setup';

/** What the user was asked about a board. */
export interface BoardAnswers {
  readonly name: string;
  readonly server: Exclude<ServerKind, 'external'> | `gdb://${string}`;
  readonly probe?: string | undefined;
  /** The server's own name of the device; for OpenOCD the configuration files with commas between. */
  readonly device?: string | undefined;
  readonly agent?:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'kept'; readonly name: string }
    | undefined;
}

/** A board as it stands in the setting `cyclescope.boards`; files inside the folder are named from there. */
export function boardEntry(
  { name, server, probe, device, agent }: BoardAnswers,
  folder: string | undefined,
): Readonly<Record<string, unknown>> {
  const isOpenOcd = server === 'openocd';
  return {
    name,
    server,
    ...(device && (isOpenOcd ? { configFiles: listOf(device) } : { device })),
    ...(probe && { probe }),
    ...(agent?.kind === 'file' && { elf: placeOf(agent.path, folder) }),
    ...(agent?.kind === 'kept' && { images: agent.name }),
  };
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function placeOf(path: string, folder: string | undefined): string {
  if (folder === undefined) return path;
  const inside = relative(folder, path);
  return inside.startsWith('..') || isAbsolute(inside) ? path : inside.replaceAll('\\', '/');
}

/** The name of a new board, told apart from those that are there. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const names = [wanted, ...taken.map((_, index) => `${wanted} ${index + 2}`)];
  return names.find((name) => !taken.includes(name)) ?? wanted;
}
