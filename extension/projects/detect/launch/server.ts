import { toFields, toText, toTexts } from '../../../base';
import { type ProbeUse, recogniseServer, serverFromArguments } from '../../../targets';
import { inFolder } from '../finding';
import { type Found, resolveFields, toUnusable } from '../variables';
import { folderOfEntry, type LaunchEntry } from './entry';

const ADDRESS = /^(?:tcp:)?(?:\[([0-9a-f:.]+)\]|([\w.-]*)):(\d{1,5})$/i;

/** Host and port of a server that runs already: `localhost:3333`, `:3333`, `tcp:host:3333`. */
export function serverAddress(text: string): { host: string; port: number } | undefined {
  const [, ipv6, name, digits] = ADDRESS.exec(text.trim()) ?? [];
  const port = Number(digits);
  if (digits === undefined || port === 0 || port > 65_535) return undefined;
  return { host: ipv6 ?? (name === undefined || name === '' ? 'localhost' : name), port };
}

/** A server that someone else starts, at the address a configuration gives. */
export function externalServer(entry: LaunchEntry, address: unknown): Found {
  const { fields, unresolved } = resolveFields({ address }, ['address'], entry);
  const text = toText(fields['address']);
  if (text === undefined) {
    return unresolved.length > 0
      ? { unresolved }
      : toUnusable('It does not name the address of its server', 'Name it there as HOST:PORT.');
  }
  const at = serverAddress(text);
  return at === undefined
    ? toUnusable(
        `Its server is at "${text}", which is not HOST:PORT`,
        'Cyclescope reaches servers over TCP only: start one, and use gdb://localhost:PORT.',
      )
    : { server: { kind: 'external', ...at } };
}

const SELECT = /target(?:-select)?\s+(?:extended-)?remote\s+(\S+)/;

/** The address in the first command that connects to one. */
export function findServerAddress(commands: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(commands) ? commands : [];
  const texts = list.flatMap((command) => toTexts(toFields(command)['text'] ?? command));
  return texts.flatMap((text) => SELECT.exec(text)?.[1] ?? [])[0];
}

/** A server that the configuration starts: the same one is started, on ports of ours. */
export function resolveStartedServer(
  entry: LaunchEntry,
  path: string,
  args: readonly string[],
): Found {
  const { fields, unresolved } = resolveFields({ path, args }, ['path', 'args'], entry);
  if (unresolved.length > 0) return { unresolved };
  const found = recogniseServer(toText(fields['path']) ?? path, toTexts(fields['args']));
  if (found === undefined) {
    return toUnusable(
      `It starts ${path}, which is not a supported server`,
      'Start it yourself, and use gdb://localhost:PORT.',
    );
  }
  return {
    ...found,
    server: inFolder(found.server, folderOfEntry(entry), entry.world),
    // It names a program in any case, which may be in the project even for the user's own settings.
    namesPrograms: true,
  };
}

/** The probe that a session occupies; without a serial number the only one that is attached. */
export function localProbe(serial?: string): readonly ProbeUse[] {
  return [{ kind: 'local', serial }];
}

/** The server at an address, which a session occupies. */
export function getRunningServer(address: string | undefined): readonly ProbeUse[] {
  const at = address === undefined ? undefined : serverAddress(address);
  return at === undefined ? [] : [{ kind: 'server', ...at }];
}

/** The probe that a server's command names. */
export function usesByCommand(argv: readonly string[]): readonly ProbeUse[] {
  const probe = serverFromArguments(argv)?.probe;
  if (probe?.kind === 'network') return [probe];
  return localProbe(probe?.kind === 'serial' ? probe.serial : undefined);
}
