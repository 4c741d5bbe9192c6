import { type Failure, toFailure } from '../../../base';
import { canProfile, refuseUnsampled, type Target } from '../../../targets';
import { CANNOT_PROFILE, INCOMPLETE_BOARD, type Translate } from '../../common';

type Known = Pick<Target, 'id' | 'board' | 'recordsExecution' | 'samplesStacks' | 'samplePcs'>;

/** The reason why a board cannot be measured, checked before anything else. */
export function findBoardGap({ id, board }: Known): Failure | undefined {
  const [gap] = board?.gaps ?? [];
  if (gap === undefined) return undefined;
  const message = `${id} cannot be used: ${gap.what}`;
  return { code: INCOMPLETE_BOARD, message, hint: gap.remedy };
}

/** The reason why a target's operations can neither be recorded, instruction by instruction, nor sampled. */
export function findProfileGap(target: Known, t: Translate): Failure | undefined {
  if (canProfile(target)) return undefined;
  const { id, board } = target;
  try {
    if (board) refuseUnsampled(board);
  } catch (error) {
    return { ...toFailure(error), code: CANNOT_PROFILE };
  }
  const message = t('{0} cannot be profiled: its instructions cannot be recorded.', id);
  const hint = t('Profile on an emulated target, such as qemu-freertos-m7.');
  return { code: CANNOT_PROFILE, message, hint };
}
