import * as v from 'valibot';

/** Both sides come in one package, but a panel that outlived an update must not be misread. */
export const PROTOCOL_VERSION = 1;

/** The schema of one message between a view and the editor. */
export function message<T extends string, E extends v.ObjectEntries>(type: T, entries: E) {
  return v.object({ version: v.literal(PROTOCOL_VERSION), type: v.literal(type), ...entries });
}

/** Bulk numbers are sent as buffers: typed arrays do not survive the transfer to a webview. */
export const buffer = v.custom<ArrayBuffer>(
  (value) => Object.prototype.toString.call(value) === '[object ArrayBuffer]',
);

/** The first message of every view, repeated each time VS Code reloads it. */
export const readyMessage = message('ready', {});

/** The meta element that holds a page's translations. */
export const L10N_META = 'cyclescope-l10n';
