export {
  bisectLine,
  commitAt,
  type HistoryChange,
  type History,
  readHistory,
  type HistorySeries,
} from './history';
