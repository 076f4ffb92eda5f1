// @module-tag long
import { expect, it } from 'vitest'
import { CALLBACK, pkce, register } from '../../connections/oauth.fixture.ts'
import { CLIENT_SECRET, startProvider } from '../../sign-in/sso.fixture.ts'
import { axeViolations } from '../support/axe.ts'
import { makeCompany, makeRole, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { button, openSettings, openTab } from './company.fixture.ts'
import { panelVisits } from './panel-visit.ts'

const { url, services } = await startTestServer({ allowPrivateWebhooks: true })
const open = panelVisits(url)
const company = await makeCompany(services, { nameIn: 'Acme inside' })
await makeRole(services, { companyId: company.id, name: 'Desk' })
const { issuer, people, signedIn } = await startProvider([`${url}/admin/sso/${company.id}`])

it('is not offered on the login page while no company has a provider', async () => {
  const page = await open('/', null)
  await page.waitForResponse('**/auth.sso**')
  await page.getByText('Forgot password?').waitFor()
  expect(await button(page, 'Sign in with your company').count()).toBe(0)
})

it('is set up on the page of the company, which says what is wrong with the provider', async () => {
  const page = await open('/admin/companies', await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password))
  const dialog = await openSettings(page, 'Acme inside', 'Sign-in')
  await dialog.getByText(`Redirect URI to enter there: ${url}/admin/sso/${company.id}`).waitFor()
  await dialog.getByLabel('Issuer of the OpenID provider').fill(`${issuer}/nowhere`)
  await dialog.getByLabel('Client ID').fill('intake')
  await dialog.getByLabel('Client secret').fill(CLIENT_SECRET)
  await dialog.getByLabel('Email domains').fill('acme.example')
  await page.keyboard.press('Enter')
  await button(dialog, 'Add').click()
  await dialog.getByLabel('Group', { exact: true }).fill('desk')
  await dialog.getByLabel('Role').fill('Desk')
  await page.getByRole('option', { name: 'Desk', exact: true }).click()
  await button(dialog, 'Save').click()
  await dialog.getByText(/^No OpenID provider with exactly this issuer/).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByLabel('Issuer of the OpenID provider').fill(issuer)
  // On a slow line the record is still on its way when the dialog opens again.
  await page.route('**/company/get/*', (route) => setTimeout(() => void route.continue(), 1000))
  await button(dialog, 'Save').click()
  await page.getByText('Company saved').waitFor()
  expect(await dialog.getByLabel('Client secret').inputValue()).toBe('')
  await page.reload()
  await button(page, 'Save').waitFor()
  await openTab(page, 'Sign-in')
  const again = dialog
  await expect.poll(() => again.getByLabel('Issuer of the OpenID provider').inputValue()).toBe(issuer)
  expect(await again.getByLabel('Client secret').inputValue()).toBe('')
  await expect.poll(() => again.getByLabel('Role').inputValue()).toBe('Desk')
})

it('signs in at the company’s provider from the login page, or says there why not', async () => {
  people.ann = { email: 'ann@acme.example', email_verified: true, name: 'Ann Broker', groups: ['guests'] }
  signedIn.as = 'ann'
  const page = await open('/', null)
  const withCompany = button(page, 'Sign in with your company')
  await withCompany.click()
  await page.getByText('Enter your work e-mail address first.').waitFor()
  await page.getByLabel('Email').fill('ann@elsewhere.example')
  await withCompany.click()
  await page.getByText(/^No company signs in by this e-mail address/).waitFor()
  await page.getByLabel('Email').fill('ann@acme.example')
  await withCompany.click()
  await page.getByText(/^None of your groups may sign in here/).waitFor()
  expect(new URL(page.url()).href).toBe(`${url}/`)
  expect(await axeViolations(page)).toEqual([])

  people.ann.groups = ['desk']
  await page.getByLabel('Email').fill('ann@acme.example')
  await withCompany.click()
  await page.waitForURL('**/admin/forms')
  await page.getByRole('banner').getByText('ann@acme.example').waitFor()
  // Nothing of the provider's answer is one step back.
  await page.goBack()
  expect(page.url()).not.toContain('code=')
})

it.each(['', '?code=x&state=y', '?error=access_denied'])(
  'says how to go on where the tab has no attempt, as from a tile of the provider (%s)',
  async (query) => {
    const page = await open(`/admin/sso/${company.id}${query}`, null)
    await page.getByText('Your company’s provider did not sign you in. Start again.').waitFor()
    expect(page.url()).toBe(`${url}/`)
  },
)

it('comes back from the provider to the consent to an app, and to no address outside the panel', async () => {
  people.ann = { email: 'ann@acme.example', email_verified: true, name: 'Ann Broker', groups: ['desk'] }
  signedIn.as = 'ann'
  await services.db
    .system('test')
    .write((tx) => tx.company.update({ where: { id: company.id }, data: { allowsConnections: true } }))
  const { challenge } = pkce()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: await register(url),
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    resource: `${url}/api/v1`,
    scope: 'page:forms',
    state: 'x',
  })
  const page = await open(`/oauth/authorize?${query.toString()}`, null)
  await page.getByLabel('Email').fill('ann@acme.example')
  await button(page, 'Sign in with your company').click()
  await page.waitForURL('**/admin/connect/*')
  await page.getByRole('heading', { name: 'Connect Claude?' }).waitFor()

  const outside = ['//evil.example/admin/connect/x', 'https://evil.example/', 'javascript:alert(1)', '/admin/sso/x', '/oauth/authorize'] // prettier-ignore
  for (const cameFor of outside) {
    const next = await open('/', null)
    await next.evaluate(
      (path) => window.history.replaceState({ usr: { cameFor: path }, idx: 0 }, ''),
      cameFor,
    )
    await next.reload()
    await next.getByLabel('Email').fill('ann@acme.example')
    await button(next, 'Sign in with your company').click()
    await next.waitForURL(`${url}/admin/forms`)
  }
})
