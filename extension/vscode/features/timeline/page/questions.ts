import * as v from 'valibot';
import { answerSchemas, type Question, type QuestionType, type TimelineAnswers } from '../protocol';

type Takes<K extends QuestionType> = Omit<
  Extract<Question, { type: K }>,
  'version' | 'type' | 'id'
>;

/** Progress and cancellation of a request. */
export interface Asking {
  readonly signal?: AbortSignal;
  readonly onProgress?: (index: number) => void;
}

/** Sends requests to the editor and passes answers to the callers. */
export interface Questions {
  ask<K extends QuestionType>(
    type: K,
    takes: Takes<K>,
    asking?: Asking,
  ): Promise<TimelineAnswers[K]>;
  /** Handles an answer from the editor. */
  answer(id: number, answer: unknown): void;
  refuse(id: number, message: string): void;
  progress(id: number, index: number): void;
}

interface Open {
  readonly type: QuestionType;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onProgress: ((index: number) => void) | undefined;
}

export function newQuestions(
  post: (
    message: { readonly type: 'cancel'; readonly id: number } | Omit<Question, 'version'>,
  ) => void,
): Questions {
  const open = new Map<number, Open>();
  let next = 0;

  function settle(id: number): Open | undefined {
    const question = open.get(id);
    open.delete(id);
    return question;
  }

  return {
    ask: (type, takes, { signal, onProgress } = {}) => {
      const id = next++;
      const answer = new Promise<unknown>((resolve, reject) => {
        open.set(id, { type, resolve, reject, onProgress });
      });
      post({ type, id, ...takes } as Omit<Question, 'version'>);
      signal?.addEventListener('abort', () => {
        if (open.has(id)) post({ type: 'cancel', id });
      });
      return answer as Promise<TimelineAnswers[typeof type]>;
    },
    answer: (id, answer) => {
      const question = settle(id);
      if (!question) return;
      const checked = v.safeParse(answerSchemas[question.type], answer);
      if (checked.success) question.resolve(checked.output);
      else question.reject(new Error(checked.issues[0].message));
    },
    refuse: (id, message) => settle(id)?.reject(new Error(message)),
    progress: (id, index) => open.get(id)?.onProgress?.(index),
  };
}
