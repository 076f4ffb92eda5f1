import { cleanup, configure, render, screen } from '@testing-library/react'
import { AdminContext, TestMemoryRouter } from 'react-admin'
import { afterEach, expect, test, vi } from 'vitest'
import { allOn, serialiseSettings, setToggle } from '#domain/catalogue/settings'
import { dataProvider } from '../../providers/data-provider.ts'
import { i18nProvider } from '../../providers/i18n-provider.ts'
import { fakeNetwork } from '../../providers/server.fixture.ts'
import { AuditDetails } from './audit-dialog.tsx'
import type { AuditEntry } from './audit-entry.tsx'

// The machine may be busy with other tests.
configure({ asyncUtilTimeout: 60_000 })

const ENTRY: AuditEntry = {
  id: '7',
  at: '2026-11-22T10:00:00.000Z',
  timeZone: 'America/New_York',
  companyId: 'company-1',
  companyName: 'Acme',
  actor: { id: 'user-1', name: 'Ann' },
  act: 'user-updated',
  objectType: 'user',
  objectId: 'user-2',
  objectName: 'Bob',
  ip: '',
  detail: {},
}

function show(detail: AuditEntry['detail']) {
  const sent = fakeNetwork(() => ({
    body: { status: 'success', data: [{ id: 'role-2', name: 'Underwriter' }], total: 1 },
    headers: { 'content-range': 'role-names 0-0/1' },
  }))
  render(
    <TestMemoryRouter>
      <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
        <AuditDetails entry={{ ...ENTRY, detail }} />
      </AdminContext>
    </TestMemoryRouter>,
  )
  return sent
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const facts = () => [...document.querySelectorAll('dl > div')].map(({ textContent }) => textContent)

test('a change shows its fields by label, and what they refer to by name', async () => {
  const sent = show({
    before: { name: 'Bob', role: null, active: true },
    after: { name: 'Robert', role: 'role-2', active: false },
  })
  await screen.findByText('Underwriter', { exact: false })
  expect(facts()).toEqual([
    'Namebefore Bob → , after Robert',
    'Rolebefore — → , after Underwriter',
    'Activebefore Yes → , after No',
  ])
  expect(sent.map(({ url }) => url.pathname)).toEqual(['/api/role/names'])
})

test('settings of the form show the fields that were switched, and permissions their names', () => {
  const off = setToggle(setToggle(allOn(), 'businessInfo', 'fax', false), 'uploads', 'voidCheck', true)
  show({
    before: { appEditorSettings: serialiseSettings(allOn()), permissions: ['page:forms'] },
    after: { appEditorSettings: serialiseSettings(off), permissions: ['page:forms', 'team:create'] },
  })
  expect(facts()).toEqual([
    'Form fields switched offFax',
    'Permissionsbefore Submitted Forms → , after Submitted Forms, Create: Teams',
  ])
})

test('details show times in the zone of the company, and columns by their labels', () => {
  show({ rows: 3, searched: true, columns: 'company, formData', receivedAt: '2026-11-22T10:00:00.000Z' })
  expect(facts()).toEqual([
    'Rows3',
    'SearchedYes',
    'Searched columnsCompany, Form Data',
    'ReceivedNov 22, 2026, 5:00 AM EST',
  ])
})

test('a deleted record shows what it was', () => {
  show({ before: { name: 'Night shift' }, after: null })
  expect(facts()).toEqual(['Namebefore Night shift → , after —'])
})

test('what happened between a company and its funders has words, too', () => {
  show({ funder: 'Bay', package: '1', terms: '$5', masked: true, fundedAt: '2026-11-28', kind: 'offer' })
  expect(facts().map((fact) => fact?.split(/(?=Bay|1$|\$|Yes|2026|offer$)/)[0])).toEqual([
    'Funder',
    'Package',
    'Terms',
    'Sensitive values masked',
    'Funded on',
    'Kind',
  ])
})
