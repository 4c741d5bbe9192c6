import { startView } from '../../../page';
import {
  type FromResults,
  type ResultsState,
  resultsStateSchema,
  toResultsSchema,
} from '../protocol';
import { App } from './app';
import './results.css';
import { failure, receive, selectedKey, stateToKeep, subject } from './store';

startView<FromResults, Parameters<typeof receive>[0], ResultsState>({
  receives: toResultsSchema,
  keeps: resultsStateSchema,
  receive,
  isShown: () => subject.value !== undefined,
  failure,
  stateToKeep,
  begin: ({ state }) => (selectedKey.value = state?.selected),
  App,
});
