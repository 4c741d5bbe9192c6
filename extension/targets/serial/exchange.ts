import { createFrameReader, encodeFrame, type Frame } from '../../core/framing/frame';
import type { LineListener, SerialLine } from './line';

/** What a frame carries, in the low bits of its kind. */
const STREAM = 1;
const CONTROL = 2;
const ANSWER = 0x10;
const RESTART = 0x11;
const CARRIED = 0x3f;
/** The agent has room for an answer's bytes. */
const ROOM = 0x40;
/** No answer has come since the agent's start. */
const FRESH = 0x80;
/** The most bytes that an answer may carry. */
const ANSWER_BYTES = 48;

const NOTHING = new Uint8Array();

/** What the exchange tells of. */
export interface ExchangeListener {
  readonly control: (bytes: Uint8Array) => void;
  readonly stream: (bytes: Uint8Array) => void;
  /** Something new came, behind what was told before; `isDry`: nothing was left in the stream's ring. */
  readonly progress: (isDry: boolean) => void;
  /** An agent that has just started speaks for the first time. */
  readonly started: () => void;
  /** The agent's frames do not follow each other: it was reset unasked, or a frame was lost. */
  readonly outOfStep: (isFresh: boolean) => void;
}

/** What came over the line since it was opened. */
export interface Seen {
  readonly bytes: number;
  /** Answers, which only this side sends. */
  readonly answers: number;
  /** Frames of an agent that ran before. */
  readonly earlier: number;
  /** What was no frame, or a damaged one. */
  readonly damaged: number;
}

/** The host's side of the exchange: it speaks only in answers. */
export interface Exchange extends Pick<LineListener, 'bytes'> {
  /** Puts bytes into the next answers that the agent has room for. */
  send(bytes: Uint8Array): void;
  /** Tells the agent, by every answer until it has started afresh, to do so; what is on its way is dropped. */
  restart(): void;
  /** What came so far. */
  seen(): Seen;
}

interface Last {
  readonly sequence: number;
  readonly isFresh: boolean;
  readonly answer: Uint8Array;
}

/** Answers an agent; an agent that runs already is told to start afresh. */
export function createExchange(
  line: Pick<SerialLine, 'write'>,
  listener: ExchangeListener,
): Exchange {
  const reader = createFrameReader();
  let last: Last | undefined;
  const outbox = createOutbox();
  let bytesSeen = 0;
  let answersSeen = 0;
  let earlierSeen = 0;

  const deliver = ({ kind, payload }: Frame) => {
    const carried = kind & CARRIED;
    if (carried === STREAM) listener.stream(payload);
    if (carried === CONTROL) listener.control(payload);
    listener.progress(carried !== STREAM);
  };
  /** The answer to a frame, which is a new one, the latest once more, or one that cannot be. */
  const answerTo = (frame: Frame): Uint8Array | undefined => {
    const { kind, sequence } = frame;
    const isFresh = (kind & FRESH) !== 0;
    if (last === undefined && !isFresh) {
      earlierSeen += 1;
      return encodeFrame({ kind: RESTART, sequence, payload: NOTHING });
    }
    if (last?.sequence === sequence && last.isFresh === isFresh) return last.answer;
    if (last !== undefined && (isFresh || sequence !== ((last.sequence + 1) & 0xff))) {
      listener.outOfStep(isFresh);
      return undefined;
    }
    if (last === undefined) listener.started();
    deliver(frame);
    const payload = (kind & ROOM) === 0 ? NOTHING : outbox.take();
    const answer = encodeFrame({ kind: ANSWER, sequence, payload });
    last = { sequence, isFresh, answer };
    return answer;
  };
  return {
    bytes: (bytes) => {
      bytesSeen += bytes.length;
      let answer: Uint8Array | undefined;
      for (const frame of reader.push(bytes)) {
        const carried = frame.kind & CARRIED;
        if (carried === ANSWER || carried === RESTART) answersSeen += 1;
        else if (carried <= CONTROL) answer = answerTo(frame);
      }
      // A frame that came several times while this process was busy is answered once.
      if (answer !== undefined) line.write(answer);
    },
    send: outbox.add,
    restart: () => {
      last = undefined;
      outbox.clear();
    },
    seen: () => ({
      ...{ bytes: bytesSeen, answers: answersSeen, earlier: earlierSeen },
      damaged: reader.damaged(),
    }),
  };
}

/** Bytes for the agent, which leave a few at a time. */
function createOutbox() {
  let rest: Uint8Array = NOTHING;
  return {
    add: (bytes: Uint8Array) => {
      rest = new Uint8Array([...rest, ...bytes]);
    },
    take: () => {
      const taken = rest.subarray(0, ANSWER_BYTES);
      rest = rest.subarray(taken.length);
      return taken;
    },
    clear: () => {
      rest = NOTHING;
    },
  };
}
