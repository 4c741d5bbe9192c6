import { describe, expect, it } from 'vitest';
import { newQuestions } from './questions';

function newSent() {
  const sent: unknown[] = [];
  return { sent, questions: newQuestions((message) => sent.push(message)) };
}

describe('questions to the editor', () => {
  it('are answered by their number, in any order', async () => {
    const { sent, questions } = newSent();
    const first = questions.ask('at', { ticks: 1 });
    const second = questions.ask('shares', { start: 0, stop: 9 });
    expect(sent).toEqual([
      { type: 'at', id: 0, ticks: 1 },
      { type: 'shares', id: 1, start: 0, stop: 9 },
    ]);
    questions.answer(1, []);
    questions.answer(0, { index: 4, running: [] });
    expect(await second).toEqual([]);
    expect(await first).toEqual({ index: 4, running: [] });
  });

  it('fail if the answer does not match the question, or is a refusal', async () => {
    const { questions } = newSent();
    const wrong = questions.ask('at', { ticks: 1 });
    questions.answer(0, { index: 'x' });
    await expect(wrong).rejects.toThrow(/expected number/i);
    const refused = questions.ask('at', { ticks: 1 });
    questions.refuse(1, 'No.');
    await expect(refused).rejects.toThrow('No.');
  });

  it('are cancelled once and only while pending', () => {
    const { sent, questions } = newSent();
    const one = new AbortController();
    void questions.ask('at', { ticks: 1 }, { signal: one.signal });
    one.abort();
    const two = new AbortController();
    void questions.ask('at', { ticks: 2 }, { signal: two.signal });
    questions.answer(1, { index: 0, running: [] });
    two.abort();
    expect(sent).toEqual([
      { type: 'at', id: 0, ticks: 1 },
      { type: 'cancel', id: 0 },
      { type: 'at', id: 1, ticks: 2 },
    ]);
  });

  it('report their progress', () => {
    const { questions } = newSent();
    const seen: number[] = [];
    const asking = { onProgress: (index: number) => seen.push(index) };
    void questions.ask('find', { text: 'x', from: 0, direction: 'forwards' }, asking);
    questions.progress(0, 5000);
    questions.progress(7, 1);
    expect(seen).toEqual([5000]);
  });
});
