export { buildComparison, buildComparedSamples, matchColumnSubjects } from './build';
export {
  type ComparisonColumn,
  type ComparisonModel,
  comparisonModelSchema,
  type ComparisonOperation,
  type ComparisonOutcome,
  type RatioTable,
} from './model';
