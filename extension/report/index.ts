export { type ShownTurns, suggestTurns } from './turns';
export { curveCaption, curvePointText, curveTable } from './curve-words';
export { paperColumn, selectRecords, type ReportColumn, runColumn } from './columns';
export { comparisonJson } from './compare-json';
export { type ShownGate, applyGate } from './compare-systems';
export {
  toOneSample,
  buildExecution,
  buildFlame,
  buildFlameDifference,
  type FlameModel,
  flameModelSchema,
} from './flame';
export { type Compared, compareReported, compareReportedSteps } from './compared';
export {
  buildComparison,
  buildComparedSamples,
  type ComparisonColumn,
  type ComparisonModel,
  comparisonModelSchema,
  type ComparisonOperation,
  type ComparisonOutcome,
  matchColumnSubjects,
  type RatioTable,
} from './comparison';
export {
  describeRepeats,
  enoughSentence,
  PASS_TITLES,
  readingSentence,
  rowRemarks,
  tickSentence,
  unitSentence,
} from './wording';
export {
  boardCard,
  comparisonFormats,
  csvText,
  markdown,
  type Report,
  reportFormats,
  reportJson,
} from './formats';
export { buildImportSections, describeImport } from './imported-sections';
export { jsonOperation } from './json-operation';
export { code, codeBlock, escapeText, formatMoment, markdownTable } from './text';
export {
  buildResults,
  type Curve,
  type CurveLayout,
  layOutCurve,
  liveKey,
  type PackedSamples,
  packSamples,
  type ResultPass,
  type ResultRow,
  type ResultSection,
  type ResultsModel,
  resultsModelSchema,
  unpackSamples,
} from './results';
export { type PackedPoint, packPoints, unpackPoints } from './points';
export { formatSample } from './sampled';
export { sectionText } from './section';
export { svgHistogram, type SvgPalette } from './svg-histogram';
export { terminalTable } from './table';
