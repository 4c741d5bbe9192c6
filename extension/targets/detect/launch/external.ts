import { unusable, type Found } from '../found';
import { fieldsOf, textOf, textsOf } from '../values';
import { resolveFields } from '../variables';
import type { LaunchEntry } from './entry';

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
  const text = textOf(fields['address']);
  if (text === undefined) {
    return unresolved.length > 0
      ? { unresolved }
      : unusable('It does not say where its server is', 'Name it there as HOST:PORT.');
  }
  const at = serverAddress(text);
  return at === undefined
    ? unusable(
        `Its server is at "${text}", which is no HOST:PORT`,
        'Cyclescope reaches servers over TCP only: start one, and use gdb://localhost:PORT.',
      )
    : { server: { kind: 'external', ...at } };
}

const SELECT = /target(?:-select)?\s+(?:extended-)?remote\s+(\S+)/;

/** The address in the first command that connects to one. */
export function addressIn(commands: unknown): string | undefined {
  const list: readonly unknown[] = Array.isArray(commands) ? commands : [];
  const texts = list.flatMap((command) => textsOf(fieldsOf(command)['text'] ?? command));
  return texts.flatMap((text) => SELECT.exec(text)?.[1] ?? [])[0];
}
