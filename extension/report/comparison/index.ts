export { buildComparison, comparedSamples, matchedSubjects, type ToldGate } from './build';
export {
  type ComparisonColumn,
  type ComparisonModel,
  comparisonModelSchema,
  type ComparisonOperation,
  type ComparisonOutcome,
  type RatioTable,
} from './model';
