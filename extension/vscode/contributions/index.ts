export { ofSelection } from './keybindings';
export { settingContributions } from './settings';
export { walkthroughId } from './walkthrough';
