import { effect } from '@preact/signals';
import { connect, mount } from '../../../page';
import {
  type CompareState,
  compareStateSchema,
  type FromCompare,
  type ToCompare,
  toCompareSchema,
} from '../protocol';
import { App } from './app';
import './compare.css';
import { failure, receive, selectedName, shown, stateToKeep } from './store';

const bridge = connect<FromCompare, ToCompare, CompareState>({
  receives: toCompareSchema,
  keeps: compareStateSchema,
  onMessage: receive,
  onMisfit: (problem) => {
    // A misfit does not invalidate what is already shown.
    if (shown.value === undefined) failure.value = { message: problem };
  },
});

selectedName.value = bridge.state?.selected;
effect(() => {
  const state = stateToKeep();
  if (state !== undefined) bridge.keep(state);
});
mount(<App post={bridge.post} />);
bridge.ready();
