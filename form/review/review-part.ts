export { BeforeSubmit } from './before-submit.tsx'
export { NextProblem, ProblemSummary, SectionProblems } from './problem-summary.tsx'
export { SharedDevice } from '../draft/shared-device.tsx'
