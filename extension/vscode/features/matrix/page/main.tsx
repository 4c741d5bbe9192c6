import { effect } from '@preact/signals';
import { connect, mount } from '../../../page';
import {
  type FromMatrix,
  type MatrixState,
  matrixStateSchema,
  type ToMatrix,
  toMatrixSchema,
} from '../protocol';
import { App } from './app';
import './matrix.css';
import { failure, matrix, receive, stateToKeep } from './store';

const bridge = connect<FromMatrix, ToMatrix, MatrixState>({
  receives: toMatrixSchema,
  keeps: matrixStateSchema,
  onMessage: receive,
  onMisfit: (problem) => {
    // A misfit does not invalidate what is already shown.
    if (matrix.value === undefined) failure.value = { message: problem };
  },
});

effect(() => {
  const state = stateToKeep();
  if (state !== undefined) bridge.keep(state);
});
mount(<App post={bridge.post} />);
bridge.ready();
