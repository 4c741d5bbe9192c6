import type { DecodeFileOptions } from '../../engine';
import {
  type Description,
  eventLine,
  eventName,
  FIRST_MODULE_EVENT,
  type FormatContext,
  formatEvent,
  moduleOf,
  type Packet,
} from '../../systemview';
import type { Terminal } from '../terminal';

/** Prints events while a file is being decoded. */
export interface EventPrinter {
  readonly options: Pick<DecodeFileOptions, 'decoder' | 'onChunk'>;
  /** Prints the remaining events and, for JSON, closes the document with `rest`. */
  close(rest: object): Promise<void>;
}

/** Our own description file must not name events of other modules. */
export interface EventDescriptions {
  readonly ours: Description;
  readonly others: Description;
}

function asJson(packet: Packet, context: FormatContext): string {
  const { id, core, ticks } = packet;
  const name = eventName(id);
  return JSON.stringify({
    core,
    ticks,
    id,
    ...(name && { name }),
    text: formatEvent(packet, context),
  });
}

/** Prints one event per line; in JSON the events are an array before everything else. */
export function eventPrinter(
  terminal: Terminal,
  descriptions: EventDescriptions,
  isJson: boolean,
): EventPrinter {
  let waiting: string[] = [];
  let before = isJson ? '{"events":[\n' : '';
  const flush = async () => {
    if (waiting.length > 0) {
      await terminal.out(before + waiting.join(isJson ? ',\n' : '\n') + (isJson ? '' : '\n'));
      before = isJson ? ',\n' : '';
    }
    waiting = [];
    return !terminal.outputClosed();
  };
  return {
    options: {
      onChunk: flush,
      decoder: {
        watchFrom: 0,
        onPacket: (packet, knowledge) => {
          const isOurs = moduleOf(knowledge, FIRST_MODULE_EVENT)?.name === 'cyclescope';
          const description = isOurs ? descriptions.ours : descriptions.others;
          const context = { knowledge, description };
          waiting.push(isJson ? asJson(packet, context) : eventLine(packet, context));
        },
      },
    },
    close: async (rest) => {
      await flush();
      if (!isJson) return;
      const begun = before.startsWith('{') ? before : '';
      await terminal.out(`${begun}\n],\n${JSON.stringify(rest, undefined, 2).slice(1)}\n`);
    },
  };
}
