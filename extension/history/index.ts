export {
  bisectLine,
  type HistoryChange,
  type History,
  type HistoryOrder,
  type HistoryPoint,
  readHistory,
  type HistorySeries,
  type SkippedRuns,
} from './history';
