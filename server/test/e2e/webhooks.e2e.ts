// @module-tag long
import { expect, it } from 'vitest'
import { axeViolations } from '../support/axe.ts'
import { call, makeCompany, makeCompanyAdmin, makeRole, makeUser, signIn } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false, allowPrivateWebhooks: true })
const open = panelVisits(url)
const company = await makeCompany(services)
const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)

it('is added, shows its secret once, and is deleted only when that is confirmed', async () => {
  const page = await open('/admin/webhooks', token)
  await page.getByText('A webhook tells another system').waitFor()
  await page.getByRole('button', { name: 'Add webhook' }).first().click()
  await page.getByRole('dialog', { name: 'Add webhook' }).waitFor()
  await page.keyboard.type('http://127.0.0.1:9/hooks')
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  const secret = page.getByRole('alertdialog', { name: 'Signing secret' })
  expect(await secret.getByLabel('Signing secret', { exact: true }).inputValue()).toMatch(/^whsec_/)
  await secret.getByRole('button', { name: 'OK' }).click()

  await page.route('**/webhook.deliveries*', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'http://127.0.0.1:9/hooks' }).click()
  const dialog = page.getByRole('dialog', { name: 'http://127.0.0.1:9/hooks' })
  await dialog.getByText('The events could not be loaded.').waitFor()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('No events yet.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await scrollsSideways(page)).toBe(false)
  for (const text of ['Send a test', 'New secret']) await dialog.getByText(text, { exact: true }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('pdf.ready').uncheck()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  // Unchecked above; cancelling a deletion must not undo it.
  expect(await dialog.getByLabel('pdf.ready').isChecked()).toBe(false)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('A webhook tells another system').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

it('shows the whole address on a phone, and bars of a visible length while the list loads', async () => {
  await call(url, 'POST', '/webhook/create', {
    token,
    body: { url: 'http://127.0.0.1:9/intake/of/acme', events: ['pdf.ready'] },
  })
  const page = await open('/admin/webhooks', token, PHONE)
  const name = page.getByRole('button', { name: 'http://127.0.0.1:9/intake/of/acme' })
  expect(await name.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true)
  // A title and one line of texts: 8 px above and below, 28 px each, and the line between two cards.
  const card = page.locator('.card-title').locator('..').last()
  expect(await card.evaluate((each) => each.getBoundingClientRect().height)).toBeLessThan(80)
  await page.route('**/webhook/get*', () => undefined)
  await page.reload()
  const bars = page.locator('.MuiSkeleton-root:visible')
  await bars.first().waitFor()
  const widths = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThan(60)
})

it('says who can no longer manage a webhook, and runs again once taken over, on a phone too', async () => {
  const ann = await makeCompanyAdmin(services, company.id)
  const body = { url: 'http://127.0.0.1:9/of/ann', events: ['pdf.ready'] }
  await call(url, 'POST', '/webhook/create', { token: await signIn(url, ann.email), body })
  await services.db
    .system('test')
    .write((db) =>
      db.$transaction([
        db.webhook.updateMany({ where: { createdById: ann.id }, data: { createdBy: 'Ann Smith' } }),
        db.user.update({ where: { id: ann.id }, data: { active: false } }),
      ]),
    )
  for (const size of [{}, PHONE]) {
    const page = await open('/admin/webhooks', token, size)
    await page.getByText('Stopped: Ann Smith can no longer manage webhooks').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
  }
  const page = await open('/admin/webhooks', token, PHONE)
  await page.getByRole('button', { name: 'Take over: http://127.0.0.1:9/of/ann' }).click()
  await page.getByText('You are its maker now.').waitFor()
  await page.getByText('Stopped: Ann Smith').waitFor({ state: 'detached' })
})

it('shows a shared view as stopped to those who can take it over, and to all once one has', async () => {
  const role = await makeRole(services, { companyId: company.id, permissions: ['page:forms'] })
  const [ann, bob] = await Promise.all(
    ['Ann Smith', 'Bob'].map((name) => makeUser(services, { name, companyId: company.id, roleId: role.id })),
  )
  const body = { name: 'New and unassigned', shared: true, filter: { status: ['new'] } }
  await call(url, 'POST', '/form/views', { token: await signIn(url, ann?.email ?? ''), body })
  await services.db
    .system('test')
    .write((db) => db.user.update({ where: { id: ann?.id ?? '' }, data: { roleId: null } }))
  const views = async (as: string, size: object = {}) => {
    const page = await open('/admin/forms', as, size)
    await page.getByRole('button', { name: 'Views' }).click()
    return page
  }
  const theirs = await signIn(url, bob?.email ?? '')
  await (await views(theirs)).getByText('No view is saved yet.').waitFor()
  for (const size of [{}, PHONE]) {
    const page = await views(token, size)
    await page.getByText('Stopped: Ann Smith can no longer share views').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    expect(await axeViolations(page)).toEqual([])
  }
  const page = await views(token)
  await page.getByRole('button', { name: 'Take over: New and unassigned' }).click()
  await page.getByText('Stopped: Ann Smith').waitFor({ state: 'detached' })
  await (await views(theirs)).getByRole('button', { name: 'New and unassigned' }).waitFor()
})
