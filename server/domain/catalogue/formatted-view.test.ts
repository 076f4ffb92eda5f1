import { describe, expect, it } from 'vitest'
import { fullApplication } from './application.fixture.ts'
import { formattedView, maskValues, type ViewMode } from './formatted-view.ts'
import type { Values } from './values.ts'

const row = (values: Values, mode: ViewMode, name: string) =>
  formattedView(values, mode)
    .flatMap((section) => section.groups.flatMap((group) => group.rows))
    .find((candidate) => candidate.name === name)

describe('the formatted view', () => {
  it('reads like a form: labels, US dates, money, phones', () => {
    const values = fullApplication()
    expect(row(values, 'full', 'startDate')).toMatchObject({ label: 'Date started', value: '03/15/2015' })
    expect(row(values, 'full', 'rent')?.value).toBe('$4,500.00')
    expect(row(values, 'full', 'businessPhone')?.value).toBe('(212) 555-0187')
  })

  it.each([
    ['taxId', '12-3456789', '**-***6789'],
    ['partner1SSN', '123-45-6789', '***-**-6789'],
    ['partner1DOB', '05/17/1980', '**/**/1980'],
    ['signer1Signature', '[signature]', '[signature]'],
  ])('shows %s in full or by its last four', (name, full, masked) => {
    expect(row(fullApplication(), 'full', name)?.value).toBe(full)
    expect(row(fullApplication(), 'masked', name)?.value).toBe(masked)
  })

  it('leaves nothing of a short secret', () => {
    expect(maskValues({ partner1SSN: '6789' }).partner1SSN).toBe('****')
  })

  it('leaves a masked record as it is, so that what a list carries reads the same', () => {
    const masked = maskValues(fullApplication())
    expect(maskValues(masked)).toEqual(masked)
    expect(formattedView(masked, 'masked')).toEqual(formattedView(fullApplication(), 'masked'))
    expect(row(masked, 'full', 'partner1SSN')?.value).toBe('***-**-6789')
  })

  it('masks nothing else', () => {
    expect(maskValues({ legalName: 'Zola', taxId: '' })).toEqual({ legalName: 'Zola', taxId: '' })
  })

  it('keeps questions without an answer and leaves out those that never came up', () => {
    const values = { fax: '', question6: 'No', question7: '', legalName: 'Zola' }
    expect(row(values, 'full', 'fax')?.value).toBe('')
    expect(row(values, 'full', 'question7')).toBeUndefined()
    expect(row(values, 'full', 'rent')).toBeUndefined()
  })

  it('shows what does not parse as it came', () => {
    expect(row({ rent: 'a lot', taxId: '12' }, 'full', 'rent')?.value).toBe('a lot')
  })
})
