import { effect } from '@preact/signals';
import { connect, mount } from '../../../page';
import {
  type FromResults,
  type ResultsState,
  resultsStateSchema,
  toResultsSchema,
} from '../protocol';
import { App } from './app';
import './results.css';
import { failure, receive, selectedKey, stateToKeep, subject } from './store';

const bridge = connect<FromResults, Parameters<typeof receive>[0], ResultsState>({
  receives: toResultsSchema,
  keeps: resultsStateSchema,
  onMessage: receive,
  onMisfit: (problem) => {
    // A misfit does not invalidate what is already shown.
    if (subject.value === undefined) failure.value = { message: problem };
  },
});

selectedKey.value = bridge.state?.selected;
effect(() => {
  const state = stateToKeep();
  if (state !== undefined) bridge.keep(state);
});
mount(<App post={bridge.post} />);
bridge.ready();
