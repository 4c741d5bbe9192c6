import { toFailure } from '../../../base';
import type { EventRow, ExplainedSample, Explanation, TraceInfo } from '../../../trace';
import type { SampleName } from '../../../workers';
import type { PanelSession } from '../../panels';
import { type FromTimeline, MOST_SLOW_SAMPLES, type Question, type ToTimeline } from './protocol';
import type { OpenedRecording } from './recording';

type WithoutVersion<T> = T extends unknown ? Omit<T, 'version'> : never;

type Post = (message: WithoutVersion<ToTimeline>) => void;

/** The services that an editor showing a recording needs. */
interface SessionMeans {
  readonly recording: OpenedRecording;
  readonly isExample: boolean;
  readonly post: Post;
  readonly openSource: (at: string) => void;
}

/** One editor that shows a recording. */
export interface TimelineSession extends PanelSession<FromTimeline> {
  /** Sends the recording's state, as soon as the view is ready; call it at every change. */
  readonly postState: () => void;
  /** Shows a sample as soon as the view and the recording are ready. */
  readonly show: (sample: SampleName) => void;
  /** Messages would be lost from now until the view reports that it is shown again. */
  readonly onHide: () => void;
  /** Bytes of answers and news sent so far, which must not grow with the recording. */
  readonly bytesSent: () => number;
}

/** Serves one view of a recording. */
export function newTimelineSession(means: SessionMeans): TimelineSession {
  const { recording, isExample } = means;
  let isReady = false;
  let wanted: SampleName | undefined;
  let bytes = 0;

  const post: Post = (message) => {
    bytes += countMessageBytes(message);
    means.post(message);
  };
  const answers = newAnswers(recording, post);

  async function showWanted(): Promise<void> {
    if (!isReady || !wanted || recording.state().is !== 'open') return;
    const name = wanted;
    wanted = undefined;
    const sample = await recording.client().call('sample', name);
    if (sample) post({ type: 'show', sample: limitParts(sample) });
  }

  function postState(): void {
    if (!isReady) return;
    const state = recording.state();
    if (state.is === 'opening') post({ type: 'opening', ...state.progress });
    else if (state.is === 'failed') post({ type: 'failed', ...state.failure });
    else {
      post({ type: 'opened', info: limitInfo(state.info), opening: state.opening, isExample });
      void showWanted().catch(() => undefined);
    }
  }

  return {
    receive: (message) => {
      if (message.type === 'ready') {
        isReady = true;
        postState();
      } else if (message.type === 'cancel') answers.cancel(message.id);
      else if (message.type === 'range') recording.reopen(message.range);
      else if (message.type === 'openSource') means.openSource(message.at);
      else void answers.give(message);
    },
    postState,
    show: (sample) => {
      wanted = sample;
      void showWanted().catch(() => undefined);
    },
    onHide: () => {
      isReady = false;
      answers.cancelAll();
    },
    dispose: answers.cancelAll,
    bytesSent: () => bytes,
  };
}

/** Answers each request of a view once. */
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
        post({ type: 'refusal', id, message: toFailure(error).message });
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

/** The size of a message in transit: buffers as they are, everything else as text. */
export function countMessageBytes(message: object): number {
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
      return (await client.call('events', question)).map(limitRow);
    case 'at':
      return client.call('at', question);
    case 'find': {
      const onReport = ({ index }: { readonly index: number }) => onIndex(index);
      const found = await client.call('find', question, { signal, onReport });
      return found && limitRow(found);
    }
    case 'neighbour': {
      const found = await client.call('neighbour', question);
      return found && limitRow(found);
    }
    case 'shares':
      return client.call('shares', question);
    case 'explain':
      return limitParts(await client.call('explainWindow', question));
    case 'sample':
      return limitSample(await client.call('sample', { number: question.number }));
    case 'slowest':
      return (await client.call('slowest', { ...question, count: MOST_SLOW_SAMPLES })).map(
        limitParts,
      );
  }
}

const limitSample = (sample: ExplainedSample | undefined) => sample && limitParts(sample);

/** The maximum length of a name or a line sent to a view. */
const LONGEST_NAME = 160;
const LONGEST_LINE = 400;
/** The maximum number of lines of a list from an unknown source. */
const MOST_LINES = 100;

/** Limits a text's length; an ellipsis marks a cut. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // Never cut between the halves of a surrogate pair.
  const end = /[\uD800-\uDBFF]/.test(text.charAt(longest - 2)) ? longest - 2 : longest - 1;
  return `${text.slice(0, end)}…`;
}

function lines(texts: readonly string[]): readonly string[] {
  const shown = texts.slice(0, MOST_LINES).map((text) => shorten(text, LONGEST_LINE));
  const more = texts.length - shown.length;
  return more > 0 ? [...shown, `… and ${more} more`] : shown;
}

/** A recording's summary, in a message whose size does not depend on its contents. */
function limitInfo(info: TraceInfo): TraceInfo {
  return {
    ...info,
    lanes: info.lanes.map((lane) => ({ ...lane, name: shorten(lane.name, LONGEST_NAME) })),
    cores: info.cores.map((core) => ({ ...core, segments: core.segments.slice(0, MOST_LINES) })),
    operations: info.operations.slice(0, 2 * MOST_LINES).map((operation) => ({
      ...operation,
      name: shorten(operation.name, LONGEST_NAME),
      at: shorten(operation.at, LONGEST_NAME),
    })),
    header: lines(info.header),
    system: lines(info.system),
    problems: lines(info.problems),
    notices: lines(info.notices),
  };
}

/** An event with a text of bounded length. */
const limitRow = (row: EventRow): EventRow => ({
  ...row,
  text: shorten(row.text, LONGEST_LINE),
});

/** An explanation with names of bounded length. */
function limitParts<T extends Explanation | ExplainedSample>(explanation: T): T {
  return {
    ...explanation,
    sentence: shorten(explanation.sentence, 10 * LONGEST_LINE),
    parts: explanation.parts
      .slice(0, MOST_LINES)
      .map((part) => ({ ...part, name: shorten(part.name, LONGEST_NAME) })),
    notes: lines(explanation.notes),
  };
}
