export { createPerformer } from './perform.ts'
export { reduce } from './reduce.ts'
