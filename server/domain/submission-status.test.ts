import { expect, test } from 'vitest'
import {
  canMove,
  isDecision,
  movesFrom,
  needsDecide,
  SUBMISSION_STATUSES,
  type SubmissionStatus,
} from './submission-status.ts'

const OPEN: SubmissionStatus[] = ['new', 'in_review', 'documents_needed', 'with_funder']

test.each(OPEN)('moves from %s to every other open status, declined and withdrawn', (from) => {
  const others = OPEN.filter((status) => status !== from)
  const decided = from === 'in_review' || from === 'with_funder' ? ['approved'] : []
  expect(movesFrom(from).toSorted()).toEqual([...others, ...decided, 'declined', 'withdrawn'].toSorted())
})

test('ends at funded, and reopens what was approved, declined or withdrawn', () => {
  expect(movesFrom('funded')).toEqual([])
  expect(movesFrom('approved').toSorted()).toEqual(['declined', 'funded', 'in_review', 'withdrawn'])
  expect(movesFrom('declined')).toEqual(['in_review'])
  expect(movesFrom('withdrawn')).toEqual(['in_review'])
})

test('no status moves to itself, and only decisions need the permission to decide', () => {
  for (const status of SUBMISSION_STATUSES) expect(canMove(status, status)).toBe(false)
  expect(SUBMISSION_STATUSES.filter(isDecision)).toEqual(['approved', 'funded', 'declined', 'withdrawn'])
})

test('asks for the permission to decide at both ends of a move', () => {
  expect(needsDecide('new', 'in_review')).toBe(false)
  expect(needsDecide('in_review', 'approved')).toBe(true)
  for (const decision of ['approved', 'declined', 'withdrawn'] as const)
    expect(needsDecide(decision, 'in_review')).toBe(true)
})
