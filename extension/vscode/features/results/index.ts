export { type FiguresWorker, newFiguresWorker } from './figures-worker';
export { registerResults } from './results';
export { attachView, webviewOptions, type WithoutVersion } from './webview';
