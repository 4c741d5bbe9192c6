import { describe, expect, it } from 'vitest';
import { exampleProgress } from '../testing-view/testing/examples';
import { liveOperation, newCoalescer, orderText } from './running-session';

describe('updates of a run for a view', () => {
  it('are the operation and its histogram, and nothing that cannot be cloned', () => {
    const shown = liveOperation({
      build: 'headline',
      repeat: 0,
      operation: 'heap/malloc',
      point: { size: 8 },
      samples: 5,
      requested: 9,
      rate: 3,
      isEnd: false,
      unit: 'instr',
      histogram: { scale: 'linear', edges: [1, 2], counts: [5] },
    });
    expect(structuredClone(shown)).toEqual(shown);
    expect(shown.operation).toBe('heap/malloc size=8');
    expect(shown.shape).toEqual({ scale: 'linear', edges: [1, 2], counts: [5] });
    expect(liveOperation(exampleProgress({ agent: 'B' })).agent).toBe('B');
  });

  it('name what was requested', () => {
    expect(orderText({ patterns: [], trace: false }, 'everything')).toBe('everything');
    expect(orderText({ patterns: ['a/*', 'b'], trace: true }, '')).toBe('a/*, b (+ trace)');
  });
});

describe('a coalescer', () => {
  it('reports once for many changes, and again for later ones', () => {
    const waiting: (() => void)[] = [];
    let reports = 0;
    const later = (run: () => void) => {
      waiting.push(run);
      return { dispose: () => waiting.splice(0) };
    };
    const coalescer = newCoalescer(() => (reports += 1), 100, later);
    coalescer.changed();
    coalescer.changed();
    expect(waiting).toHaveLength(1);
    waiting.shift()!();
    expect(reports).toBe(1);
    coalescer.changed();
    coalescer.dispose();
    expect(waiting).toEqual([]);
    coalescer.changed();
    expect(waiting).toHaveLength(1);
  });
});
