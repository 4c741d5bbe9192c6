import { expect } from 'vitest';
import { traceFormats } from '../../extension/trace';
import {
  CHROME_EVENTS,
  ZEPHYR_METADATA,
  ZEPHYR_STREAM,
} from '../../extension/trace/formats/testing/foreign';
import { decodeTrace } from '../../extension/trace/testing/decode';
import { expectHarmless, fuzz, garbleBytes, garbleJson, garbleText } from './fuzz';
import { visibleLine } from '../../extension/base';

const requireReader = (id: string) => {
  const reader = traceFormats.find((format) => format.id === id)?.reader;
  if (!reader) throw new Error(`${id} is not read`);
  return reader;
};

/** Reads a trace, which gives a recording that can be shown, or problems. */
function check(id: string, main: Uint8Array, stream?: Uint8Array): void {
  const others = stream ? [{ name: 'channel0_0', bytes: stream }] : [];
  const { recording, problems } = requireReader(id).read({ main, others });
  problems.forEach((problem) => expectHarmless(visibleLine(problem)));
  if (recording === undefined) return;
  expect(recording.length).toBeLessThan(1e6);
  expect(decodeTrace(recording).info.problems).toEqual([]);
}

const encode = (text: string) => new TextEncoder().encode(text);

fuzz(
  "Chrome's trace events are shown as far as they are sound",
  garbleJson({ traceEvents: CHROME_EVENTS }, CHROME_EVENTS),
  (value) => check('chrome', encode(JSON.stringify(value))),
);
fuzz(
  "the text of Chrome's trace events is read as far as it goes",
  garbleText(JSON.stringify(CHROME_EVENTS)),
  (text) => check('chrome', encode(text)),
);
fuzz('the metadata of CTF is refused or read', garbleText(ZEPHYR_METADATA), (text) =>
  check('ctf', encode(text), ZEPHYR_STREAM),
);
fuzz('a stream of CTF is read as far as it goes', garbleBytes(ZEPHYR_STREAM), (bytes) =>
  check('ctf', encode(ZEPHYR_METADATA), bytes),
);
