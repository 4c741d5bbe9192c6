export {
  type ChildEnd,
  type ChildStreams,
  type GuardedChild,
  type Guardian,
  startGuardian,
  startPipedGuardian,
} from './start';
