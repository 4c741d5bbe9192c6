import { describe, expect, it } from 'vitest';
import { type Client, RemoteFailure } from '../../../base/calls';
import type { Lane, TraceInfo } from '../../../trace/model';
import type { RecordingCalls } from '../../../workers/recording/protocol';
import { MAX_MESSAGE_BYTES } from './protocol';
import { newRecording, type OpenedRecording } from './recording';
import { newTimelineSession, shorten, countMessageBytes } from './session';

const NASTY = '<img src=x onerror=alert(1)>\u001b[31m\u202e'.repeat(3000);

const lane: Lane = {
  kind: 'task',
  core: 0,
  id: 1,
  name: NASTY,
  priority: 1,
  members: 1,
  busy: 1,
  order: 0,
};

const info: TraceInfo = {
  lanes: Array.from({ length: 512 }, () => lane),
  cores: [],
  extent: { start: 0, stop: 100 },
  first: { start: 0, stop: 100 },
  clock: { unit: 'ticks', name: '', ratio: [1, 1] },
  sysFreq: undefined,
  events: 10,
  lostPackets: 0,
  header: Array.from({ length: 500 }, () => NASTY),
  system: [NASTY],
  operations: [],
  problems: [NASTY],
  notices: [],
  loaded: { firstEvent: 0, events: 10, counted: 10, isWhole: true, bytesRead: 1, bytes: 1 },
};

const later = () => new Promise(setImmediate);

/** A worker with answers given by the test. */
function newWorker() {
  const calls: { call: string; takes: unknown; signal: AbortSignal | undefined }[] = [];
  const settle: { resolve: (value: unknown) => void; reject: (error: Error) => void }[] = [];
  let ended = 0;
  const client = {
    call: (call: string, takes: unknown, options: { signal?: AbortSignal } = {}) => {
      calls.push({ call, takes, signal: options.signal });
      return new Promise((resolve, reject) => settle.push({ resolve, reject }));
    },
    fail: () => undefined,
  } as unknown as Client<RecordingCalls>;
  const end = () => {
    ended++;
    return Promise.resolve();
  };
  return { calls, settle, worker: { client, end }, ended: () => ended };
}

function open(onChange: () => void = () => undefined) {
  const { calls, settle, worker, ended } = newWorker();
  const recording = newRecording({
    source: () => Promise.resolve({ path: '/x.SVDat' }),
    descriptions: () => Promise.resolve(undefined),
    maxEvents: () => 1000,
    start: () => worker,
    onChange,
  });
  return { calls, settle, recording, ended };
}

function show(recording: OpenedRecording) {
  const sent: Record<string, unknown>[] = [];
  const session = newTimelineSession({
    recording,
    isExample: false,
    post: (message) => sent.push({ ...message }),
    openSource: (at) => sent.push({ at }),
  });
  return { sent, session };
}

describe('a recording shared by editors', () => {
  it('requests one window at a time, and none that nobody waits for any more', async () => {
    const { calls, settle, recording } = open();
    await later();
    const never = new AbortController().signal;
    const gone = new AbortController();
    const first = recording.window({ start: 0, stop: 1, pixels: 10 }, never);
    const second = recording.window({ start: 1, stop: 2, pixels: 10 }, gone.signal);
    const third = recording.window({ start: 2, stop: 3, pixels: 10 }, never);
    await later();
    expect(calls.map(({ call }) => call)).toEqual(['open', 'window']);
    gone.abort();
    settle[1]!.reject(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBeUndefined();
    await later();
    expect(calls.at(-1)!.takes).toMatchObject({ start: 2 });
    settle[2]!.resolve(new ArrayBuffer(8));
    expect(await third).toBeInstanceOf(ArrayBuffer);
  });

  it('reports its progress, and ends its worker when it is closed', async () => {
    const states: string[] = [];
    const { settle, recording, ended } = open(() => states.push(recording.state().is));
    await later();
    settle[0]!.resolve(info);
    await later();
    expect(states).toEqual(['open']);
    recording.close();
    expect(ended()).toBe(1);
  });

  it('ignores a replaced opening', async () => {
    const { calls, settle, recording, ended } = open();
    await later();
    recording.reopen({ share: 0.5 });
    await later();
    expect(calls.at(-1)!.takes).toMatchObject({ maxEvents: 1000, range: { share: 0.5 } });
    settle[0]!.reject(new RemoteFailure({ message: 'The worker has ended.' }));
    await later();
    expect(recording.state().is).toBe('opening');
    settle[1]!.resolve(info);
    await later();
    expect(recording.state()).toMatchObject({ is: 'open', opening: 2 });
    expect(ended()).toBe(1);
  });
});

describe('an editor that shows a recording', () => {
  it('sends nothing before the view is ready, and everything again after a reload', async () => {
    const { settle, recording } = open();
    const { sent, session } = show(recording);
    await later();
    settle[0]!.resolve(info);
    await later();
    session.postState();
    expect(sent).toEqual([]);
    session.receive({ version: 1, type: 'ready' });
    session.receive({ version: 1, type: 'ready' });
    expect(sent.map(({ type }) => type)).toEqual(['opened', 'opened']);
  });

  it('sends no message above the limit, whatever names a recording has', async () => {
    const { settle, recording } = open();
    const { sent, session } = show(recording);
    await later();
    settle[0]!.resolve(info);
    await later();
    session.receive({ version: 1, type: 'ready' });
    session.receive({ version: 1, type: 'events', id: 1, from: 0, count: 500 });
    const row = { index: 0, ticks: 0, core: 0, lane: 0, text: NASTY };
    settle[1]!.resolve(Array.from({ length: 500 }, () => row));
    await later();
    expect(sent.map(({ type }) => type)).toEqual(['opened', 'answer']);
    for (const message of sent) expect(countMessageBytes(message)).toBeLessThan(MAX_MESSAGE_BYTES);
    expect(session.bytesSent()).toBe(
      sent.reduce((sum, message) => sum + countMessageBytes(message), 0),
    );
  });

  it('goes to a sample once the recording is open and the view is there', async () => {
    const { calls, settle, recording } = open();
    const { sent, session } = show(recording);
    const sample = { operation: 'heap/malloc', repeat: 0, index: 7 };
    session.show(sample);
    session.receive({ version: 1, type: 'ready' });
    await later();
    settle[0]!.resolve(info);
    await later();
    session.postState();
    await later();
    expect(calls.at(-1)).toMatchObject({ call: 'sample', takes: sample });
    settle[1]!.resolve({ ...sample, parts: [], notes: [], sentence: '' });
    await later();
    expect(sent.at(-1)).toMatchObject({ type: 'show', sample: { index: 7 } });
  });

  it('goes to a sample that was requested while it was hidden, after everything else is shown', async () => {
    const { settle, recording } = open();
    const { sent, session } = show(recording);
    await later();
    settle[0]!.resolve(info);
    await later();
    session.receive({ version: 1, type: 'ready' });
    session.onHide();
    const sample = { operation: 'heap/malloc', repeat: 0, index: 7 };
    session.show(sample);
    session.postState();
    await later();
    expect(sent.map(({ type }) => type)).toEqual(['opened']);
    session.receive({ version: 1, type: 'ready' });
    settle[1]!.resolve({ ...sample, parts: [], notes: [], sentence: '' });
    await later();
    expect(sent.map(({ type }) => type)).toEqual(['opened', 'opened', 'show']);
  });

  it('answers a refused question with the reason, and passes on a cancellation', async () => {
    const { calls, settle, recording } = open();
    const { sent, session } = show(recording);
    await later();
    const question = { type: 'find', id: 3, text: 'x', from: 0, direction: 'forwards' } as const;
    session.receive({ version: 1, ...question });
    session.receive({ version: 1, type: 'cancel', id: 3 });
    expect(calls.at(-1)!.signal?.aborted).toBe(true);
    settle[1]!.reject(new Error('The worker has ended.'));
    await later();
    expect(sent).toEqual([{ type: 'refusal', id: 3, message: 'The worker has ended.' }]);
  });

  it('reports a recording that cannot be opened', async () => {
    const { settle, recording } = open();
    const { sent, session } = show(recording);
    session.receive({ version: 1, type: 'ready' });
    await later();
    settle[0]!.reject(new RemoteFailure({ message: 'It is empty.', hint: 'Try another.' }));
    await later();
    session.postState();
    expect(sent.at(-1)).toMatchObject({
      type: 'failed',
      message: 'It is empty.',
      hint: 'Try another.',
    });
  });
});

describe('texts of unknown length', () => {
  it('are truncated with an ellipsis, and never between the halves of a character', () => {
    expect(shorten('abc', 3)).toBe('abc');
    expect(shorten('abcd', 3)).toBe('ab…');
    expect(shorten('a😀😀', 4)).toBe('a😀…');
    expect(shorten('a😀😀', 3)).toBe('a…');
  });
});
