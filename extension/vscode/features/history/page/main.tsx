import { startView } from '../../../page';
import {
  type FromHistory,
  type HistoryState,
  historyStateSchema,
  type ToHistory,
  toHistorySchema,
} from '../protocol';
import { App } from './app';
import './history.css';
import { chooseTarget, failure, history, receive, stateToKeep } from './store';

startView<FromHistory, ToHistory, HistoryState>({
  receives: toHistorySchema,
  keeps: historyStateSchema,
  receive,
  isShown: () => history.value !== undefined,
  failure,
  stateToKeep,
  begin: ({ state }) => chooseTarget(state?.target),
  App,
});
