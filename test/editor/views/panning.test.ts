import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newClient, serve } from '../../../extension/base/calls';
import {
  encodeString,
  type PacketSource,
  recordingBytes,
  u32,
} from '../../../extension/systemview/encode';
import { EventId as E } from '../../../extension/systemview/ids';
import { startFeeds } from '../../../extension/vscode/features/timeline/page/feeds';
import {
  newQuestions,
  type Questions,
} from '../../../extension/vscode/features/timeline/page/questions';
import { newState } from '../../../extension/vscode/features/timeline/page/state';
import {
  MAX_MESSAGE_BYTES,
  type ToTimeline,
} from '../../../extension/vscode/features/timeline/protocol';
import { newRecording } from '../../../extension/vscode/features/timeline/recording';
import {
  newTimelineSession,
  countMessageBytes,
} from '../../../extension/vscode/features/timeline/session';
import type { RecordingCalls } from '../../../extension/workers/recording/protocol';
import { recordingCalls } from '../../../extension/workers/recording/worker';
import { wrapPort } from '../../../extension/host';
import { until } from '../../../scripts/editor/processes.mjs';

const TASKS = 40;
const STEPS = 60;
/** So much of the recording is seen at once. */
const SEEN = 0.1;

/** Tasks that take turns, in an order that never repeats exactly, and print now and then. */
function makePackets(events: number): readonly PacketSource[] {
  const names = Array.from({ length: TASKS }, (_, id) => ({
    id: E.TaskInfo,
    payload: [...u32(id + 1), ...u32(3), ...encodeString(`task ${id}`)],
  }));
  const turns = Array.from({ length: events }, (_, at): PacketSource => {
    const task = 1 + (((at * at) % 97) % TASKS);
    if (at % 5 > 0) return { id: E.TaskStartExec, payload: u32(task), delta: 5 + (at % 7) };
    return { id: E.PrintFormatted, payload: [...encodeString(`print ${at}`), 0, 0], delta: 3 };
  });
  return [...names, ...turns];
}

let folder: string;
beforeAll(async () => {
  vi.stubGlobal('window', { devicePixelRatio: 1 });
  folder = await mkdtemp(join(tmpdir(), 'cyclescope-panning-'));
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true });
});

/** Sends the view's own questions to a recording through all layers between. */
async function open(events: number) {
  const path = join(folder, `${events}.SVDat`);
  await writeFile(path, recordingBytes(makePackets(events)));
  const { port1, port2 } = new MessageChannel();
  serve<RecordingCalls>(wrapPort(port2), recordingCalls());
  const client = newClient<RecordingCalls>(wrapPort(port1));
  const sizes: number[] = [];
  const state = newState(undefined);
  const questions: Questions = newQuestions((message) =>
    session.receive({ version: 1, ...message } as never),
  );
  const receive = (message: ToTimeline) => {
    if (message.type === 'answer') questions.answer(message.id, message.answer);
    if (message.type === 'refusal') questions.refuse(message.id, message.message);
    if (message.type === 'opened') state.info.value = message.info;
  };
  const recording = newRecording({
    source: () => Promise.resolve({ path }),
    descriptions: () => Promise.resolve(undefined),
    maxEvents: () => 1e7,
    start: () => ({ client, end: async () => [port1, port2].forEach((port) => port.close()) }),
    onChange: () => session.postState(),
  });
  const session = newTimelineSession({
    recording,
    isExample: false,
    openSource: () => undefined,
    post: (message) => {
      sizes.push(countMessageBytes(message));
      receive({ version: 1, ...message } as ToTimeline);
    },
  });
  session.receive({ version: 1, type: 'ready' });
  await until('the recording', () => state.info.value);
  return { recording, session, questions, state, sizes };
}

/** Moves over the whole recording like a drag, and returns the messages that were sent. */
async function measurePanning(events: number) {
  const { recording, session, questions, state, sizes } = await open(events);
  const { start, stop } = state.extent.value;
  const length = (stop - start) * SEEN;
  state.size.value = { width: 1200, height: 600 };
  startFeeds(state, questions);
  const before = session.bytesSent();
  for (let step = 0; step < STEPS; step++) {
    const from = start + ((stop - start - length) * step) / STEPS;
    state.view.value = { start: from, stop: from + length };
    await questions.ask('events', { from: Math.floor((events * step) / STEPS), count: 500 });
  }
  const isFetched = () => (state.fetched.value?.asked.stop ?? 0) >= state.view.value.stop;
  await until('the last window', isFetched);
  await recording.client().call('close', undefined);
  recording.close();
  return { bytes: session.bytesSent() - before, largest: Math.max(...sizes) };
}

test('messages sent while the view moves do not grow with the recording', async () => {
  const small = await measurePanning(20_000);
  const large = await measurePanning(200_000);
  expect(small.bytes).toBeGreaterThan(100_000);
  expect(large.bytes).toBeLessThan(1.2 * small.bytes);
  for (const { largest } of [small, large]) expect(largest).toBeLessThanOrEqual(MAX_MESSAGE_BYTES);
});
