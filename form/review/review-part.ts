export { NextProblem } from './next-problem.tsx'
export { ProblemSummary } from './problem-summary.tsx'
export { Review } from './review.tsx'
