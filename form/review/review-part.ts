export { BeforeSubmit } from './before-submit.tsx'
export { NextProblem, ProblemSummary, SectionProblems } from './problem-summary.tsx'
