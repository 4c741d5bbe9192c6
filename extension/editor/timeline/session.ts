import { failureOf } from '../../core/rpc/rpc';
import type { ExplainedSample } from '../../core/trace/model';
import type { SampleName } from '../../workers/recording/protocol';
import {
  MOST_SLOW_SAMPLES,
  type FromTimeline,
  type Question,
  type ToTimeline,
} from '../../views/timeline/protocol';
import { boundedInfo, boundedParts, boundedRow } from './bounded';
import type { OpenedRecording } from './recording';

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

type Post = (message: WithoutVersion<ToTimeline>) => void;

/** What one editor showing a recording needs. */
export interface SessionMeans {
  readonly recording: OpenedRecording;
  readonly isExample: boolean;
  readonly post: Post;
  readonly openSource: (at: string) => void;
}

/** One editor that shows a recording. */
export interface TimelineSession {
  readonly receive: (message: FromTimeline) => void;
  /** To be called when the recording's state has changed. */
  readonly changed: () => void;
  /** Goes to a sample as soon as the view is there and the recording open. */
  readonly show: (sample: SampleName) => void;
  /** The view is gone until it is shown again, and says so: what it was sent would be lost. */
  readonly hidden: () => void;
  readonly close: () => void;
  /** Bytes of answers and news sent so far: they must not grow with the recording. */
  readonly bytesSent: () => number;
}

/** Serves one view of a recording. */
export function newSession(means: SessionMeans): TimelineSession {
  const { recording, isExample } = means;
  let isReady = false;
  let wanted: SampleName | undefined;
  let bytes = 0;

  const post: Post = (message) => {
    bytes += sizeOf(message);
    means.post(message);
  };
  const answers = newAnswers(recording, post);

  async function showWanted(): Promise<void> {
    if (!isReady || !wanted || recording.state().is !== 'open') return;
    const name = wanted;
    wanted = undefined;
    const sample = await recording.client().call('sample', name);
    if (sample) post({ type: 'show', sample: boundedParts(sample) });
  }

  function changed(): void {
    if (!isReady) return;
    const state = recording.state();
    if (state.is === 'opening') post({ type: 'opening', ...state.progress });
    else if (state.is === 'failed') post({ type: 'failed', ...state.failure });
    else {
      post({ type: 'opened', info: boundedInfo(state.info), opening: state.opening, isExample });
      void showWanted().catch(() => undefined);
    }
  }

  return {
    receive: (message) => {
      if (message.type === 'ready') {
        isReady = true;
        changed();
      } else if (message.type === 'cancel') answers.cancel(message.id);
      else if (message.type === 'range') recording.reopen(message.range);
      else if (message.type === 'openSource') means.openSource(message.at);
      else void answers.give(message);
    },
    changed,
    show: (sample) => {
      wanted = sample;
      void showWanted().catch(() => undefined);
    },
    hidden: () => {
      isReady = false;
      answers.cancelAll();
    },
    close: answers.cancelAll,
    bytesSent: () => bytes,
  };
}

/** Gives each question of a view one answer. */
function newAnswers(recording: OpenedRecording, post: Post) {
  const questions = new Map<number, AbortController>();
  return {
    give: async (question: Question): Promise<void> => {
      const { id } = question;
      const controller = new AbortController();
      questions.set(id, controller);
      try {
        const onIndex = (index: number) => post({ type: 'progress', id, index });
        const answer = await ask(recording, question, controller.signal, onIndex);
        post({ type: 'answer', id, answer });
      } catch (error) {
        post({ type: 'refusal', id, message: failureOf(error).message });
      } finally {
        questions.delete(id);
      }
    },
    cancel: (id: number) => questions.get(id)?.abort(),
    cancelAll: () => {
      for (const controller of questions.values()) controller.abort();
    },
  };
}

/** What a message weighs on its way: buffers as they are, all else as text. */
export function sizeOf(message: object): number {
  let buffers = 0;
  const text = JSON.stringify(message, (_, value: unknown) => {
    if (!(value instanceof ArrayBuffer)) return value;
    buffers += value.byteLength;
    return 0;
  });
  return text.length + buffers;
}

async function ask(
  recording: OpenedRecording,
  question: Question,
  signal: AbortSignal,
  onIndex: (index: number) => void,
): Promise<unknown> {
  const client = recording.client();
  switch (question.type) {
    case 'window':
      return recording.window(question, signal);
    case 'events':
      return (await client.call('events', question)).map(boundedRow);
    case 'at':
      return client.call('at', question);
    case 'find': {
      const onTell = ({ index }: { readonly index: number }) => onIndex(index);
      const found = await client.call('find', question, { signal, onTell });
      return found && boundedRow(found);
    }
    case 'neighbour': {
      const found = await client.call('neighbour', question);
      return found && boundedRow(found);
    }
    case 'shares':
      return client.call('shares', question);
    case 'explain':
      return boundedParts(await client.call('explainWindow', question));
    case 'sample':
      return bounded(await client.call('sample', { number: question.number }));
    case 'slowest':
      return (await client.call('slowest', { ...question, count: MOST_SLOW_SAMPLES })).map(
        boundedParts,
      );
  }
}

const bounded = (sample: ExplainedSample | undefined) => sample && boundedParts(sample);
