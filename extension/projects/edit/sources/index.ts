export { cmakeBuilds, mcuxBuilds, zephyrBuilds } from './builds';
export { presetFacts } from './presets';
