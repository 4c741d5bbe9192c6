export { type ShownTurns, shownTurns } from './turns';
export { curveCaption, curvePointText, curveTable } from './curve-words';
export { paperColumn, selectRecords, type ReportColumn, runColumn } from './columns';
export { comparisonJson } from './compare-json';
export { type ShownGate, shownGate } from './compare-systems';
export {
  asOneSample,
  buildExecution,
  buildFlame,
  buildFlameDifference,
  type FlameModel,
  flameModelSchema,
} from './flame';
export { type Compared, compareReported, compareReportedSteps } from './compared';
export {
  buildComparison,
  comparedSamples,
  type ComparisonColumn,
  type ComparisonModel,
  comparisonModelSchema,
  type ComparisonOperation,
  type ComparisonOutcome,
  matchedSubjects,
  type RatioTable,
} from './comparison';
export {
  countRepeats,
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
export { importedSections, importedSentence } from './imported-sections';
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
export { sampledText } from './sampled';
export { sectionText } from './section';
export { svgHistogram, type SvgPalette } from './svg-histogram';
export { terminalTable } from './table';
