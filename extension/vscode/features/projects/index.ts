export { newProjects } from './projects';
