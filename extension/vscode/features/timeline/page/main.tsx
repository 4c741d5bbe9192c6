import { connect, mount } from '../../../page';
import { type FromTimeline, type ToTimeline, toTimeline } from '../protocol';
import { newActions } from './actions';
import { App } from './app';
import { startFeeds } from './feeds';
import { newQuestions } from './questions';
import { newReceiver, startKeeping } from './receive';
import { newBackdrops } from './screen';
import { type Kept, keptSchema, newState } from './state';
import type { Store } from './store';
import './timeline.css';

const bridge = connect<FromTimeline, ToTimeline, Kept>({
  receives: toTimeline,
  keeps: keptSchema,
  onMessage: (message) => receive(message),
  onMisfit: (message) => {
    state.phase.value = { is: 'failed', message, hint: undefined };
  },
});
const state = newState(bridge.state);
const questions = newQuestions((message) => bridge.post(message as Parameters<Store['post']>[0]));
const actions = newActions(state, questions);
const store: Store = {
  state,
  actions,
  questions,
  backdrops: newBackdrops(state),
  post: bridge.post,
};

const receive = newReceiver(store, bridge.state);
startFeeds(state, questions);
startKeeping(state, bridge.keep);
mount(<App store={store} />);
bridge.ready();
