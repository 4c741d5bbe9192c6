import type { FiguresWorker } from '../panels';
import type { Services } from '../services';

/** What comparisons need of the rest. */
export interface CompareMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'runs'> {
  readonly figures: FiguresWorker;
}
