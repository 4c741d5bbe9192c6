export type { Column } from './column';
export {
  compareColumns,
  type ComparedCell,
  type ComparedOperation,
  type CompareOptions,
  type CompareProgress,
  compareSteps,
  type Comparison,
  collectConfiguration,
  finishSteps,
  type MatchedSubjects,
  matchSubjects,
  type Steps,
} from './compare';
export {
  evaluateGate,
  listFindings,
  type Gate,
  type GateResult,
  parseGate,
  listUndecided,
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
export { toMeansColumn } from './published';
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
export { type Subject, listSubjects, type UnitScale } from './subject';
export { LEAST_REPEATS, countLooks, MOST_REPEATS, offerTurns, type TurnLimits } from './turns';
