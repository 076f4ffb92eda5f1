import { expect, it } from 'vitest'
import { AUDIT_ACTIONS } from '../events.ts'
import { PDF_FAILURES } from '../pdf-failure.ts'
import { auditSentence } from './audit.ts'
import { auditMessages } from './panel-audit.ts'

it('has a name for every kind of object that people create', () => {
  const created = AUDIT_ACTIONS.flatMap((act) => (act.endsWith('-created') ? [act.slice(0, -8)] : []))
  // A task's events are about its submission.
  const named = created.filter((each) => each !== 'task')
  expect(Object.keys(auditMessages.objectTypes)).toEqual(expect.arrayContaining(named))
})

it('says why a PDF could not be made', () => {
  expect(auditSentence('submission-pdf-failed', { failure: 'damaged_data' })).toBe(
    'Could not make the PDF: its stored data is damaged',
  )
  const sentences = PDF_FAILURES.map((failure) => auditSentence('submission-pdf-failed', { failure }))
  expect(new Set(sentences).size).toBe(PDF_FAILURES.length)
})

it.each([{}, null, { failure: 'constructor' }, { failure: 7 }])(
  'says it without a reason for %j',
  (detail) => {
    expect(auditSentence('submission-pdf-failed', detail)).toBe('Could not make the PDF')
  },
)
