// @module-tag long
import { expect, it } from 'vitest'
import { startRegistrationTests } from '../../registrations/registration.fixture.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { panelVisits } from './panel-visit.ts'

const { url, tenant, applied, admin } = await startRegistrationTests()
const visit = panelVisits(url)
const [alpha, beta] = [await tenant('Alpha Capital'), await tenant('Beta Funding')]
const first = await applied(alpha.link.slug, '12-1234567')
await applied(beta.link.slug, '12-1234567')
await applied(alpha.link.slug, '12-1234567')

it('shows a company its receipts, verifies one, and says nothing of others', async () => {
  const page = await visit('/admin/registrations', alpha.token)
  await page.getByRole('row', { name: /No\. 2/ }).waitFor()
  const text = await page.getByRole('table').innerText()
  expect(text).toContain('No. 1')
  expect(text).not.toMatch(/Beta|Registered|Also from/)
  expect(await page.getByLabel('Only conflicts').count()).toBe(0)
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Verify receipt 1' }).click()
  await page.getByText('Receipt 1 is intact, and its submission is unchanged.').waitFor()
})

it('shows the provider to whom a merchant is registered and who else sent it', async () => {
  const page = await visit('/admin/registrations', admin)
  await page.getByText(/^Also from Beta Funding, /).waitFor()
  await page.getByText(/^Registered to Alpha Capital since /).waitFor()
  await page.getByLabel('Only conflicts').check()
  await page.getByText('Displayed: 1–1 of 1').waitFor()
  expect(await axeViolationsInBothSchemes(page)).toEqual([])
  await page.getByText(/^Also from Beta Funding, /).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
})

it('links the other submissions of the same merchant on the page of a submission', async () => {
  const page = await visit(`/admin/forms/${first}`, alpha.token)
  const notice = page.getByRole('region', { name: 'Possible duplicates' })
  await notice.getByText(' · later, same tax ID').waitFor()
  await notice.getByRole('link').first().click()
  await notice.getByText(' · earlier, same tax ID').waitFor()
})
