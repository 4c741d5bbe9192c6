import { startView } from '../../../page';
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

startView<FromMatrix, ToMatrix, MatrixState>({
  receives: toMatrixSchema,
  keeps: matrixStateSchema,
  receive,
  isShown: () => matrix.value !== undefined,
  failure,
  stateToKeep,
  App,
});
