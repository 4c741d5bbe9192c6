export type { Column } from './column';
export {
  compareColumns,
  type ComparedCell,
  type ComparedOperation,
  type CompareOptions,
  type CompareProgress,
  compareSteps,
  type Comparison,
  configurationOf,
  finishSteps,
  type MatchedSubjects,
  matchSubjects,
  type Steps,
} from './compare';
export {
  evaluateGate,
  findingsOf,
  type Gate,
  type GateResult,
  parseGate,
  undecidedIn,
} from './gate';
export {
  couldHaveFound,
  decidingRatio,
  DELTA,
  type Judged,
  CHANGES,
  isChange,
  type Outcome,
  type RatioFigures,
  repeatsText,
  repeatsToDecide,
  type Verdict,
  VERDICTS,
} from './outcome';
export { meansOf } from './published';
export { intervalText, type Ratio } from './ratio';
export {
  geometricMean,
  quotientColumn,
  type ShapeColumn,
  shapeColumn,
  type ShapeFigure,
  type ShapeTable,
  shapeTable,
} from './shape';
export { type Subject, subjectsOf, type UnitScale } from './subject';
export {
  LEAST_REPEATS,
  looksOf,
  MOST_REPEATS,
  offerTurns,
  type TurnLimits,
  type TurnsOffer,
} from './turns';
