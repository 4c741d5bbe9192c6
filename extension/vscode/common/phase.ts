import { formatNumber, formatRate } from '../../measure';
import type { LiveProgress, RunUpdate } from '../../workers';

/** Translates a sentence and fills in `{0}`, `{1}`, .. */
export type Translate = (text: string, ...args: readonly (string | number)[]) => string;

/** A run's activity in a few words; undefined if a message does not change it. */
export function describePhase(update: RunUpdate, t: Translate): string | undefined {
  switch (update.kind) {
    case 'deploy': {
      const { done, total, rate } = update;
      const percent = Math.floor((100 * done) / total);
      if (rate === undefined) return t('Deploying the agent: {0} %', percent);
      return t('Deploying the agent: {0} %, {1}', percent, formatRate(rate));
    }
    case 'progress': {
      const { operation: name, agent, samples, requested, build, repeat, isEnd } = update.progress;
      if (isEnd) return undefined;
      const operation = withAgent(name, agent, t);
      const [so, all] = [formatNumber(samples), formatNumber(requested)];
      if (build === 'traced') return t('Tracing {0}: {1} of {2}', operation, so, all);
      if (repeat === 0) return t('Measuring {0}: {1} of {2}', operation, so, all);
      return t('Measuring {0}, repeat {3}: {1} of {2}', operation, so, all, repeat + 1);
    }
    case 'waiting':
      return t('Waiting until the target is free');
    case 'building':
      return t('Building the image');
    case 'comparing':
      return t('Comparing with the baseline');
    case 'message':
    case 'quiet':
      return undefined;
  }
}

/** The name of an operation in progress, with the agent that executes it if two take turns. */
export function withAgent(name: string, agent: LiveProgress['agent'], t: Translate): string {
  return agent === undefined ? name : t('{0} (agent {1})', name, agent);
}
