export { inTree, item, keybindings, ofRun, ofSelection } from './menus';
export { restrictedSettings, settingContributions } from './settings';
export { collectTexts, text, withKeys } from './text';
export { languageModelTools, toolId } from './tools';
export {
  type PageView,
  panelEvents,
  type TreeView,
  viewContributions,
  getChosenViewId,
  viewId,
} from './views';
export { walkthroughId, walkthroughs } from './walkthrough';
