export { NextProblem, ProblemSummary } from './problem-summary.tsx'
export { Review } from './review.tsx'
