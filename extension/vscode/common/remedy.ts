import type { Failure } from '../../base';
import { commands } from '../names';
import type { Translate } from './phase';

/** True for boards, whose ids name their source: `launch:Debug`, `gdb://host:port`. */
export function isBoardId(target: string): boolean {
  return /^(?!ssh:)[a-z]+:/.test(target);
}

/** The recommended action for a failure. */
export interface Remedy {
  readonly title: string;
  readonly command: string;
  readonly arguments: readonly unknown[];
}

/** The home and target of a failure, and the run that failed. */
export interface FailureOrigin {
  readonly home: string;
  readonly target: string;
  readonly run?: number | undefined;
}

/** Nothing could be started because the workspace is not trusted. */
export const UNTRUSTED = 'untrusted';

/** The remedy for a failure, by its code; the log if there is no better one. */
export function chooseRemedy(
  { code }: Failure,
  { run, ...origin }: FailureOrigin,
  t: Translate,
): Remedy {
  switch (code) {
    case 'busy':
      if (run === undefined) return showLog(t);
      return { title: t('Wait and Run'), command: commands.runAsAgreed, arguments: [run] };
    // Its profile needs the user's consent.
    case 'halt-not-allowed': {
      if (run === undefined) return showLog(t);
      const title = t('Stop the Core for Each Sample');
      return { title, command: commands.runAsAgreed, arguments: [run] };
    }
    // Builds the project, if the target runs its agent.
    case 'old-image':
      return buildImage(t, { ...origin, isAnew: true });
    case 'no-image':
    case 'bad-image':
    case 'refused':
      if (isBoardId(origin.target)) {
        return { title: t('Choose the Agent'), command: commands.chooseAgent, arguments: [origin] };
      }
      // A defect of an image that comes with the extension does not affect one that is built here.
      return buildImage(t, code === 'bad-image' ? { ...origin, isAnew: true } : origin);
    case CANNOT_PROFILE:
      return { title: t('Select a Target'), command: commands.selectTarget, arguments: [] };
    case INCOMPLETE_BOARD:
      return { title: t('Complete It'), command: commands.completeBoard, arguments: [origin] };
    case 'build-failed':
      return {
        title: t('Show Problems'),
        command: 'workbench.actions.view.problems',
        arguments: [],
      };
    case 'missing-program':
      return {
        title: t('Check this Computer'),
        command: commands.checkComputer,
        arguments: [origin],
      };
    case 'unknown-target':
      return { title: t('Select a Target'), command: commands.selectTarget, arguments: [] };
    case 'bad-value':
    case 'unknown-parameter':
      return { title: t('Open Settings'), command: commands.openSettings, arguments: [] };
    case UNTRUSTED:
      return { title: t('Manage Trust'), command: 'workbench.trust.manage', arguments: [] };
    default:
      return showLog(t);
  }
}

const buildImage = (t: Translate, argument: object): Remedy => {
  return { title: t('Build the Image'), command: commands.buildImage, arguments: [argument] };
};

const showLog = (t: Translate): Remedy => {
  return { title: t('Show Log'), command: commands.showLog, arguments: [] };
};

/** A failure as one paragraph. */
export function failureText({ message, hint }: Failure): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return hint === undefined || hint === '' ? sentence : `${sentence} ${hint}`;
}

/** A target's instructions cannot be recorded. */
export const CANNOT_PROFILE = 'cannot-profile';

/** A board's configuration is incomplete. */
export const INCOMPLETE_BOARD = 'incomplete-board';
