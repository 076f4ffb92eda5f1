// @module-tag long
import { expect, it } from 'vitest'
import { demoMessages as words } from '#domain/messages/demo'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { openFormSession } from '../support/applicant.ts'
import { makeCompany, makeCompanyAdmin, makeLink, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const open = panelVisits(url)
const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const company = await makeCompany(services)
const boss = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)

it('fills a new installation at the press of a button, once, and only for admins', async () => {
  const asked = await open('/admin/dashboard', boss)
  await asked.getByText('There are no submissions yet.', { exact: false }).waitFor()
  const page = await open('/admin/dashboard', admin)
  const late = await open('/admin/dashboard', admin, PHONE)
  const fill = { name: words.fill }
  for (const each of [page, late]) await each.getByRole('button', fill).waitFor()
  expect(await asked.getByRole('button', fill).count()).toBe(0)
  await late.getByText(words.help).waitFor()
  expect(await axeViolationsInBothSchemes(late)).toEqual([])
  expect(await scrollsSideways(late)).toBe(false)

  // Opening the demo form first does not take the button away.
  await openFormSession(url, (await makeLink(services, company.id)).slug)
  await page.reload()
  await page.getByRole('region', { name: 'By status', exact: true }).waitFor()
  await page.getByRole('button', fill).click()
  await page.getByText(words.done).waitFor()
  await page.getByRole('region', { name: 'By status', exact: true }).waitFor()
  await late.getByRole('button', fill).click()
  await late.getByText(words.notAlone).waitFor()
})
