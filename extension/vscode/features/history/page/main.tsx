import { effect } from '@preact/signals';
import { connect, mount } from '../../../page';
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

const bridge = connect<FromHistory, ToHistory, HistoryState>({
  receives: toHistorySchema,
  keeps: historyStateSchema,
  onMessage: receive,
  onMisfit: (problem) => {
    // A misfit does not invalidate what is already shown.
    if (history.value === undefined) failure.value = { message: problem };
  },
});

chooseTarget(bridge.state?.target);
effect(() => {
  const state = stateToKeep();
  if (state !== undefined) bridge.keep(state);
});
mount(<App post={bridge.post} />);
bridge.ready();
