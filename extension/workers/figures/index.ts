export type { ColumnPlace, FiguresCalls, PublishedChoice, TakenRun } from './protocol';
