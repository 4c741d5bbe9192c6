import type { Failure } from '../../../base';
import type { Target } from '../../../targets';
import { INCOMPLETE_BOARD } from '../../common';

/** Why a board cannot be measured on, known before anything else is asked. */
export function gapOf({ id, board }: Pick<Target, 'id' | 'board'>): Failure | undefined {
  const [gap] = board?.gaps ?? [];
  if (gap === undefined) return undefined;
  const message = `${id} cannot be used: ${gap.what}`;
  return { code: INCOMPLETE_BOARD, message, hint: gap.remedy };
}
