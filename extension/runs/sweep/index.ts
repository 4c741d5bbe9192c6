export {
  findSweptAxes,
  fullName,
  isSameMeasurement,
  measurementNames,
  nameAt,
  type ParameterValues,
  type Point,
  pointCount,
  pointKey,
  listSweepPoints,
  pointText,
  splitName,
  listSweptPoints,
  valuesAt,
  selectSuiteValues,
} from './points';
export { collectPublishedValues } from './published';
export { MOST_POINTS, parseValues, valuesText } from './values';
