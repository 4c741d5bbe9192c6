import { type Bench, decodeEvent } from '../../agent';
import { type DecoderOptions, moduleEventNumber } from '../../systemview';
import type { TargetLink } from '../../targets';
import { newBlockForecast } from './blocks';
import { benchName } from './plan';

/** Keeps the host off a target that measures. */
export interface HushWatch {
  readonly onPacket: NonNullable<DecoderOptions['onPacket']>;
  /** To be called before what arrived is decoded, and with it afterwards. */
  around(link: HushedLink, decode: () => void): void;
  /** Reports the blocks during which the host read, if there were any. */
  notes(): readonly string[];
}

export type HushedLink = Pick<TargetLink, 'hush' | 'looks'>;

/** Watches the blocks of a pass; does nothing for links that do not disturb their target. */
export function watchBlocks(
  benches: readonly Pick<Bench, 'suite' | 'op' | 'max'>[],
  now: () => number = () => performance.now(),
): HushWatch {
  const most = new Map(benches.map((bench) => [benchName(bench), bench.max]));
  const forecast = newBlockForecast((name) => most.get(name) ?? 0);
  let isWatching = false;
  let begun = 0;
  let silence = Infinity;
  let looks = 0;
  let wait = { milliseconds: 0, wasPolled: false };
  let blocks = 0;
  let lookedInto = 0;

  return {
    onPacket: (packet, knowledge) => {
      if (!isWatching) return;
      const number = moduleEventNumber(knowledge, 'cyclescope', packet.id);
      if (number === undefined) return;
      const { value: event } = decodeEvent(number, packet.payload);
      if (event === undefined) return;
      forecast.push(event, wait);
      if (event.kind !== 'flush' || event.measuring || event.block === 0) return;
      blocks += 1;
      if (wait.wasPolled) lookedInto += 1;
      // Another one that came along was not waited for.
      wait = { milliseconds: 0, wasPolled: false };
    },
    around: (link, decode) => {
      isWatching = link.hush !== undefined;
      const looked = link.looks?.() ?? 0;
      const wasPolled = looked > looks;
      const waited = now() - begun;
      wait = { milliseconds: wasPolled ? waited : Math.min(waited, silence), wasPolled };
      decode();
      const next = isWatching ? forecast.next() : undefined;
      if (next === undefined) return;
      link.hush?.(next);
      [begun, silence] = [now(), next];
      looks = link.looks?.() ?? 0;
    },
    notes: () => (lookedInto === 0 ? [] : [readsNote(lookedInto, blocks)]),
  };
}

function readsNote(lookedInto: number, blocks: number): string {
  return `The host read from the target during ${lookedInto} of ${blocks} blocks, which took longer than it had predicted.`;
}
