export {
  CLOCK_AND_LOOP,
  type CodeCapture,
  type NamedFunction,
  newProfile,
  type Profile,
  type ProfilePath,
  type Sampling,
  listStackNodes,
  type StackNode,
} from './profile';
