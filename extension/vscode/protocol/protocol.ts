import * as v from 'valibot';

/** Both sides of a view come in one package; a panel that outlived an update must not be misread. */
export const PROTOCOL_VERSION = 1;

/** The schema of one message between a view and the editor. */
export function message<T extends string, E extends v.ObjectEntries>(type: T, entries: E) {
  return v.object({ version: v.literal(PROTOCOL_VERSION), type: v.literal(type), ...entries });
}

/** Bulk numbers travel as buffers: typed arrays do not survive on their way into a webview. */
export const buffer = v.custom<ArrayBuffer>(
  (value) => Object.prototype.toString.call(value) === '[object ArrayBuffer]',
);

/** What every view says first, and again after each time that VS Code loaded it anew. */
export const readyMessage = message('ready', {});

/** The meta element by which a page carries its translations. */
export const L10N_META = 'cyclescope-l10n';
