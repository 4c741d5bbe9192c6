import {
  type Description,
  FIRST_MODULE_EVENT,
  FIRST_WITH_LENGTH,
  getFixedFields,
  formatEvent,
  measureExtent,
  findModule,
  newExtent,
  NO_DESCRIPTION,
  parseDescription,
  type StoredEvent,
  u32,
} from '../../systemview';
import type { DecodedTrace } from '../../trace';
import type { Bytes } from './bytes';

/** Texts of SYSVIEW_*.txt files: one for Cyclescope's own events, and one for all others. */
export interface DescriptionTexts {
  readonly ours?: string;
  readonly others?: string;
}

const PIECE = 1 << 18;
/** Longer than any packet. */
const LONGEST = 1 << 15;

/** Formats events; reads from the file again what their texts need. */
export interface EventTexts {
  readonly of: (event: StoredEvent) => Promise<string>;
  /** The text of an event if nothing needs to be read for it, otherwise undefined. */
  readonly known: (event: StoredEvent) => string | undefined;
}

/** True if an event's text depends only on its first field. */
function isShort(id: number): boolean {
  if (id >= FIRST_WITH_LENGTH) return false;
  const fields = getFixedFields(id);
  return fields.length <= 1 && !fields.includes('s');
}

function newReader(bytes: Bytes) {
  const pieces = new Map<number, { from: number; bytes: Uint8Array }>();
  /** Reads bytes of a stream from an offset in the file. */
  return async (stream: number, at: number): Promise<Uint8Array> => {
    const piece = pieces.get(stream);
    const end = Math.min(bytes.size, at + LONGEST);
    if (piece && at >= piece.from && end <= piece.from + piece.bytes.length) {
      return piece.bytes.subarray(at - piece.from);
    }
    // Include some bytes before it: lists are scrolled backwards as well.
    const from = Math.max(0, at - PIECE / 2);
    const read = await bytes.read(from, PIECE + LONGEST);
    pieces.set(stream, { from, bytes: read });
    return read.subarray(at - from);
  };
}

/** Creates a formatter of a recording's events. */
export function newEventTexts(
  decoded: DecodedTrace,
  bytes: Bytes,
  isMerged: boolean,
  files?: DescriptionTexts,
): EventTexts {
  const read = newReader(bytes);
  const others = files?.others === undefined ? NO_DESCRIPTION : parseDescription(files.others);
  const ours = parseDescription(`${files?.ours ?? ''}\n${files?.others ?? ''}`);
  const byCore = new Map(decoded.cores.map((core) => [core.core, core]));
  const extent = newExtent();

  function text({ id, core, ticks }: StoredEvent, payload: Uint8Array): string {
    const { knowledge } = byCore.get(core) ?? {};
    if (!knowledge) return '';
    // Our description must not name events of another module.
    const isOurs = findModule(knowledge, FIRST_MODULE_EVENT)?.name === 'cyclescope';
    const description: Description = isOurs ? ours : others;
    return formatEvent({ id, core, ticks, payload }, { knowledge, description });
  }
  const short = new Map<number, string>();

  function shortText(event: StoredEvent): string | undefined {
    if (!isShort(event.id)) return undefined;
    const key = (event.core * FIRST_WITH_LENGTH + event.id) * 2 ** 32 + event.argument;
    let found = short.get(key);
    if (found === undefined) {
      found = text(event, Uint8Array.from(u32(event.argument)));
      if (short.size < 1 << 16) short.set(key, found);
    }
    return found;
  }

  async function of(event: StoredEvent): Promise<string> {
    const at = shortText(event);
    if (at !== undefined) return at;
    const core = byCore.get(event.core);
    if (!core) return '';
    const packet = await read(core.stream, core.offset + event.offset);
    if (measureExtent(packet, 0, packet.length, isMerged, extent) !== 'packet') return '';
    return text(event, packet.subarray(extent.payload, extent.payloadEnd));
  }
  return { of, known: shortText };
}
