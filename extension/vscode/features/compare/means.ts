import type { Services } from '../../common';
import type { FiguresWorker } from '../../services/figures';

/** What comparisons need of the rest. */
export interface CompareMeans extends Pick<Services, 'context' | 'log' | 'homes' | 'runs'> {
  readonly figures: FiguresWorker;
}
