import { effect } from '@preact/signals';
import { connect, mount } from '../../../page';
import {
  type FromProfile,
  type ProfileState,
  profileStateSchema,
  type ToProfile,
  toProfileSchema,
} from '../protocol';
import { App } from './app';
import './profile.css';
import {
  failure,
  missing,
  operation,
  profile,
  receive,
  selectedAt,
  selectedName,
  stateToKeep,
} from './store';

const bridge = connect<FromProfile, ToProfile, ProfileState>({
  receives: toProfileSchema,
  keeps: profileStateSchema,
  onMessage: receive,
  onMisfit: (problem) => {
    // A misfit does not invalidate what is already shown.
    if (profile.value === undefined) failure.value = { message: problem };
  },
});

selectedName.value = bridge.state?.operation;
effect(() => {
  const state = stateToKeep();
  if (state !== undefined) bridge.keep(state);
});
effect(() => {
  if (missing.value !== undefined) bridge.post({ type: 'flame', ...missing.value });
});
effect(() => {
  if (operation.value !== undefined)
    bridge.post({ type: 'operation', operation: selectedAt.value });
});
mount(<App post={bridge.post} />);
bridge.ready();
