import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import type { Page } from 'playwright-core'
import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { callTool } from '../../http/mcp.fixture.ts'
import { axeViolations } from '../support/axe.ts'
import { makeCompany, makeCompanyAdmin, makeRole, makeUser, TEST_PASSWORD } from '../support/factories.ts'
import { startTestServer } from '../support/server.ts'
import { fillLogin, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const open = panelVisits(url)
const company = await makeCompany(services, { nameOut: 'Acme' })
const forms = await makeRole(services, { companyId: company.id, permissions: ['page:forms'] })

const app = createServer((_request, response) => response.end('You may close this page.'))
await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise<void>((resolve) => app.close(() => resolve())))
const address = app.address()
const HOST = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
const CALLBACK = `http://${HOST}/callback`

/** An assistant: the SDK's own client, whose user follows the address that it gives. */
function assistant() {
  const kept: { verifier?: string; at?: URL } = {}
  let information: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  const provider: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Helper', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
    state: () => 'of-the-assistant',
    clientInformation: () => information,
    saveClientInformation: (saved) => void (information = saved),
    tokens: () => tokens,
    saveTokens: (saved) => void (tokens = saved),
    redirectToAuthorization: (at) => void (kept.at = at),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? '',
  }
  const connect = async () => {
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/api/v1/mcp`), {
      authProvider: provider,
    })
    const client = new Client({ name: 'helper', version: '1' })
    // Its optional members are not declared as the interface declares them.
    const attempt = client.connect(transport as Parameters<Client['connect']>[0])
    return { client, transport, attempt }
  }
  return { connect, at: () => kept.at?.href ?? '', tokens: () => tokens }
}

/** @returns the address that the browser was sent back to */
async function back(page: Page, press: () => Promise<void>): Promise<URL> {
  await press()
  await page.waitForURL(`${CALLBACK}**`)
  return new URL(page.url())
}

describe('connecting an assistant', () => {
  it('leads through sign-in and consent to its tools, until it is revoked', async () => {
    const { email } = await makeCompanyAdmin(services, company.id)
    const helper = assistant()
    const first = await helper.connect()
    await expect(first.attempt).rejects.toThrow(UnauthorizedError)
    const page = await open(helper.at().slice(url.length), null)
    await fillLogin(page, email, TEST_PASSWORD)
    await page.getByRole('heading', { name: 'Connect Helper?' }).waitFor()
    await page.getByText(/^Name not verified/).waitFor()
    await page.getByText(HOST).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    const boxes = page.getByRole('checkbox')
    expect(await boxes.count()).toBeGreaterThan(5)
    await page.getByLabel('Work on submissions: status, notes, requests, documents').check()
    const { searchParams } = await back(page, () => page.getByRole('button', { name: 'Connect' }).click())
    expect(searchParams.get('state')).toBe('of-the-assistant')
    expect(searchParams.get('iss')).toBe(url)
    await first.transport.finishAuth(searchParams.get('code') ?? '')

    const { client, attempt } = await helper.connect()
    await attempt
    expect((await client.listTools()).tools.length).toBeGreaterThan(3)
    expect(await callTool(client, 'find_submissions')).toMatchObject({ isError: false, data: { total: 0 } })

    await page.goto(`${url}/admin/api-keys`)
    const key = row(page, `Helper (${HOST})`)
    await key.waitFor()
    await key.getByRole('button', { name: 'Revoke Helper' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke API key' }).click()
    await page.getByText('API key revoked').waitFor()
    await expect(client.listTools()).rejects.toThrow()
  })

  it('asks for the password where it was given long ago, on a phone', { tags: ['long'] }, async () => {
    const { id, email } = await makeCompanyAdmin(services, company.id)
    const helper = assistant()
    await expect((await helper.connect()).attempt).rejects.toThrow(UnauthorizedError)
    const page = await open(helper.at().slice(url.length), null, PHONE)
    await fillLogin(page, email, TEST_PASSWORD)
    await page.getByRole('heading', { name: 'Connect Helper?' }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await services.db
      .system('test')
      .write((tx) =>
        tx.loginSession.updateMany({ where: { userId: id }, data: { confirmedAt: new Date(0) } }),
      )
    await page.getByRole('button', { name: 'Connect' }).click()
    await page.getByRole('dialog').getByLabel('Password').fill(TEST_PASSWORD)
    const { searchParams } = await back(page, () => page.keyboard.press('Enter'))
    expect(searchParams.get('code')).toBeTruthy()
  })

  it('can be refused, and is by whoever may not connect apps', { tags: ['long'] }, async () => {
    const { email } = await makeUser(services, { companyId: company.id, roleId: forms.id })
    const helper = assistant()
    await expect((await helper.connect()).attempt).rejects.toThrow(UnauthorizedError)
    const page = await open(helper.at().slice(url.length), null)
    await fillLogin(page, email, TEST_PASSWORD)
    await page.getByText(/^You can’t connect apps/).waitFor()

    const boss = await makeCompanyAdmin(services, company.id)
    const other = await open(helper.at().slice(url.length), null)
    await fillLogin(other, boss.email, TEST_PASSWORD)
    const cancel = other.getByRole('button', { name: 'Cancel' })
    const { searchParams } = await back(other, () => cancel.click())
    expect(searchParams.get('error')).toBe('access_denied')
  })
})
