export {
  axesOf,
  fullName,
  isSameMeasurement,
  measurementNames,
  nameAt,
  type ParameterValues,
  type Point,
  pointCount,
  pointKey,
  pointsOf,
  pointText,
  splitName,
  sweptPoints,
  valuesAt,
  valuesFor,
} from './points';
export { publishedValues } from './published';
export { MOST_POINTS, parseValues, valuesText } from './values';
