export { includesItem, itemId, type ItemName, itemName } from './item-id';
export {
  askElf,
  choose,
  confirm,
  pickOne,
  pickSeveral,
  registerCommand,
  type ReportProgress,
  showError,
  showFailure,
  showInformation,
  showWarning,
  withProgress,
} from './messages';
export { describePhase, type Translate, withAgent } from './phase';
export {
  CANNOT_PROFILE,
  type FailureOrigin,
  failureText,
  INCOMPLETE_BOARD,
  isBoardId,
  type Remedy,
  chooseRemedy,
  UNTRUSTED,
} from './remedy';
export type {
  BuildEnd,
  EndedRun,
  FigureRow,
  Figures,
  Home,
  Homes,
  ImageBenches,
  Images,
  LatestFigures,
  Opponent,
  Projects,
  RunEntry,
  Runner,
  RunningRun,
  RunRef,
  Runs,
  SampleLink,
  Screens,
  Services,
  HomeTarget,
  Targets,
} from './services';
export { newTrigger } from './trigger';
export { callInWorker, startWorker, type WorkerHandle } from './worker';
