export { cmsisColumns } from './cmsis';
