import { describe, expect, it } from 'vitest'
import { nextStepText } from './messages/panel-workspace.ts'
import { nextStep } from './next-step.ts'

const standing = {
  status: 'in_review' as const,
  statusAt: '2026-11-20T15:00:00.000Z',
  owner: { id: 'ann' },
  statementMonths: ['2026-07', '2026-08', '2026-09', '2026-10'],
  undatedStatements: 0,
  awaitsSignature: false,
  signed: true,
  applicant: null,
  unreadableSignatures: [],
  hasOffers: false,
  allDeclined: false,
  createdAt: '2026-11-19T15:00:00.000Z',
  timeZone: 'America/New_York',
}

describe('the next step', () => {
  it.each([
    [{}, 'Decide'],
    [{ status: 'new' }, 'Review it'],
    [{ owner: null }, 'Take it'],
    [{ awaitsSignature: true }, 'Waiting for the second signature'],
    [{ signed: false, applicant: {} }, 'Ask for the signature'],
    [{ unreadableSignatures: ['signer1Signature'] }, 'Get a new signature: a drawing could not be read'],
    [{ statementMonths: [] }, 'Ask for statements: July, August, September and October are missing'],
    [{ statementMonths: ['2026-07', '2026-08', '2026-09'] }, 'Ask for statements: October is missing'],
    [{ statementMonths: ['2026-08'], undatedStatements: 1 }, 'Decide'],
    [{ status: 'documents_needed' }, 'Waiting for the applicant since 2026-11-20'],
    [{ status: 'with_funder', owner: null }, 'Waiting for the funder since 2026-11-20'],
    [{ status: 'with_funder', hasOffers: true }, 'Choose an offer'],
    [{ status: 'with_funder', allDeclined: true }, 'All funders declined: send it to others, or decline it'],
    [{ status: 'approved' }, 'Waiting for the funding'],
    [{ status: 'declined', owner: null }, 'Nothing to do'],
  ] as const)('with %j is: %s', (changes, text) => {
    expect(nextStepText(nextStep({ ...standing, ...changes }), (iso) => iso.slice(0, 10))).toBe(text)
  })
})
