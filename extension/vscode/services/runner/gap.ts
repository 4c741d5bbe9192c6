import type { Failure } from '../../../base';
import type { Target } from '../../../targets';
import { INCOMPLETE_BOARD } from '../../common';

/** The reason why a board cannot be measured, checked before anything else. */
export function gapOf({ id, board }: Pick<Target, 'id' | 'board'>): Failure | undefined {
  const [gap] = board?.gaps ?? [];
  if (gap === undefined) return undefined;
  const message = `${id} cannot be used: ${gap.what}`;
  return { code: INCOMPLETE_BOARD, message, hint: gap.remedy };
}
