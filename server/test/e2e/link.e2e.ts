import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { hasFocus, panelVisits, PHONE, row, scrollsSideways } from './panel-visit.ts'

/** Links as brokers hand them out, on the real server and the built panel. */

const server = await startTestServer()
const { url, services } = server
const open = panelVisits(url)

const company = await makeCompany(services, { nameIn: 'Acme inside', nameOut: 'Acme Funding' })
const boss = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
const staff = await signIn(url, (await makeUser(services, { companyId: company.id })).email)
const link = (slug: string) => makeLink(services, company.id, { slug, userName: 'Bo Broker' })

const alert = (page: Page, text: string) => page.getByRole('alertdialog').getByText(text, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

async function openEmbed(slug: string, options = {}): Promise<Page> {
  const page = await open('/admin/links', boss, options)
  await button(page, `Embed app: ${slug}`).click()
  await page.getByRole('img', { name: `QR code of ${url}/form/${slug}` }).waitFor()
  return page
}

describe('Link Management', () => {
  it('shows links, which open in a new tab', async () => {
    await link('shown-link')
    const page = await open('/admin/links', boss)
    const shown = row(page, 'shown-link')
    await shown.getByText('Acme inside').waitFor()
    await shown.getByText('Bo Broker').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Company Name',
      'Created By',
      'Name',
      'Slug',
      'Generated Link',
      'Created Date',
      'Actions',
    ])
    const anchor = shown.getByRole('link')
    expect(await anchor.getAttribute('rel')).toBe('noopener')
    const opening = page.context().waitForEvent('page')
    await anchor.click()
    const form = await opening
    await form.waitForURL(`${url}/form/shown-link`)
  })

  it('has an Import and an Export to come', { tags: ['long'] }, async () => {
    const page = await open('/admin/links', boss)
    for (const name of ['Import', 'Export']) {
      await button(page, name).click()
      await alert(page, `${name} coming soon`).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => hasFocus(page, name)).toBe(true)
    }
  })

  it(
    'names a link and says that its form is filled on shared devices, for everybody who makes links',
    { tags: ['long'] },
    async () => {
      const { id } = await link('counter-link')
      const page = await open('/admin/links', staff)
      await button(page, 'Edit counter-link').click()
      await page.waitForURL(`**/admin/links/${id}/edit`)
      const dialog = page.getByRole('dialog', { name: 'Edit counter-link' })
      const shared = dialog.getByRole('switch', { name: 'Filled on shared devices' })
      expect(await shared.isChecked()).toBe(false)
      await shared.click()
      await dialog.getByLabel('Name').fill('The counter')
      expect(await axeViolationsInBothSchemes(page)).toEqual([])
      await button(page, 'Save').click()
      await row(page, 'counter-link').getByText('The counter', { exact: true }).waitFor()
      const stored = await services.db
        .system('test')
        .read((tx) => tx.generatedLink.findUniqueOrThrow({ where: { id } }))
      expect(stored).toMatchObject({ sharedDevice: true, name: 'The counter' })
      await button(page, 'Edit The counter').click()
      const again = page.getByRole('dialog', { name: 'Edit The counter' })
      await expect.poll(() => again.getByRole('switch').isChecked()).toBe(true)
    },
  )

  it('deletes a link after a question; it stays among the closed ones', async () => {
    const used = await link('used-link')
    const session = await openFormSession(url, used.slug)
    expect((await submitApplication(url, session, {}, used.slug)).status).toBe(200)
    const page = await open('/admin/links', boss)
    const remove = async (slug: string) => {
      await button(page, `Delete the link ${slug}`).click()
      await alert(page, 'Are you sure you want to delete this link? This action cannot be undone.').waitFor()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    }
    await remove('used-link')
    await row(page, 'used-link').waitFor({ state: 'detached' })
    await page.getByLabel('Show closed links').click()
    await row(page, 'used-link').getByText('Closed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /used-link/ }).count()).toBe(0)
    await page.getByLabel(/^Search/).fill('used-link')
    await page.reload()
    await row(page, 'used-link').waitFor()
    expect(await page.getByLabel('Show closed links').isChecked()).toBe(true)
    await page.getByLabel('Show closed links').click()
    await row(page, 'used-link').waitFor({ state: 'detached' })
    await page.getByLabel(/^Search/).fill('')

    await link('kept-link')
    await button(page, 'Refresh').click()
    await row(page, 'kept-link').waitFor()
    await page.route('**/api/generated-link/delete/*', (route) =>
      route.fulfill({ status: 503, json: { status: 'error', error: 'Not now.', code: 'unavailable' } }),
    )
    await remove('kept-link')
    await alert(page, 'Failed to delete link. Please try again.').waitFor()
    await button(page, 'OK').click()
    await row(page, 'kept-link').waitFor()
  })

  it('is open to everybody who is signed in, who delete nothing', { tags: ['long'] }, async () => {
    await link('seen-link')
    const page = await open('/admin/links', staff)
    await row(page, 'seen-link').waitFor()
    expect(await page.getByText('demo', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
    const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
    const all = await open('/admin/links', admin)
    await row(all, 'demo').waitFor()
    await button(all, 'Delete the link seen-link').waitFor()
    expect(await button(all, 'Embed app').count()).toBe(0)
  })
})

describe('Embed app', () => {
  it('makes the own link, once, and shows it in the list', async () => {
    const page = await open('/admin/links', staff)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/generated-link/create', async (route) => {
      await held
      await route.continue()
    })
    await button(page, 'Embed app').click()
    await page.getByRole('status', { name: 'Loading the link…' }).waitFor()
    release()
    const address = await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
    expect(address).toMatch(new RegExp(`^${url}/form/[0-9a-f]{20}$`))
    expect((await fetch(address)).status).toBe(200)
    await page.keyboard.press('Escape')
    await row(page, address.slice(-20)).getByText('Test User').waitFor()
    await expect
      .poll(() => button(page, 'Embed app').evaluate((each) => each === document.activeElement))
      .toBe(true)

    await page.route('**/api/generated-link/create', (route) => route.abort())
    await button(page, 'Embed app').click()
    await alert(page, 'Failed to generate link. Please try again.').waitFor()
    await button(page, 'OK').click()
    await page.unroute('**/api/generated-link/create')
    await button(page, 'Embed app').click()
    expect(await page.getByRole('textbox', { name: 'Link', exact: true }).inputValue()).toBe(address)
  })

  it('copies the link, which it tells, and what goes into a web site', async () => {
    await link('copied-link')
    const page = await openEmbed('copied-link', CLIPBOARD)
    const address = `${url}/form/copied-link`
    await button(page, 'Copy: Link').click()
    await alert(page, address).waitFor()
    expect(await clipboard(page)).toBe(address)
    await page.keyboard.press('Escape')
    await expect.poll(() => hasFocus(page, 'Copy: Link')).toBe(true)

    await button(page, 'Copy: Code for a web site').click()
    await page.getByRole('status').getByText('Copied').waitFor()
    expect(await clipboard(page)).toBe(
      `<div data-intake-form="copied-link"></div>\n<script src="${url}/embed.js" async></script>`,
    )
    await button(page, 'Copy: Plain iframe').click()
    await expect.poll(() => clipboard(page)).toContain(`<iframe src="${url}/embed/copied-link" title=`)
    expect((await fetch(`${url}/embed.js`)).status).toBe(200)
  })

  it('selects the text where the browser keeps the clipboard to itself', { tags: ['long'] }, async () => {
    await link('refused-link')
    const page = await openEmbed('refused-link')
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await button(page, 'Copy: Link').click()
    await page.getByText('Press Ctrl+C to copy what is selected.').waitFor()
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe(`${url}/form/refused-link`)
  })

  it('draws a QR code to print and to download', { tags: ['long'] }, async () => {
    await link('drawn-link')
    const page = await openEmbed('drawn-link')
    const save = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
      return { name: download.suggestedFilename(), content: await readFile(await download.path()) }
    }
    const svg = await save('Download SVG')
    expect(svg.name).toBe('form-drawn-link.svg')
    expect(svg.content.toString()).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"[^]*<path [^]*h1v1/)
    const png = await save('Download PNG')
    expect(png.name).toBe('form-drawn-link.png')
    const { data, info } = await sharp(png.content).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([1024, 1024])
    // White around it, the black corner of a finder pattern within.
    expect(data[0]).toBe(255)
    expect(data.includes(0)).toBe(true)

    await page.emulateMedia({ media: 'print' })
    const sheet = page.locator('[data-print-sheet]')
    expect(await sheet.isVisible()).toBe(true)
    expect((await sheet.innerText()).split(/\n+/)).toEqual(['Acme Funding', `${url}/form/drawn-link`])
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('has nothing for axe to say, nor has the list, light or dark', { tags: ['long'] }, async () => {
    await link('axe-link')
    const page = await open('/admin/links', boss)
    await row(page, 'axe-link').waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    await button(page, 'Embed app: axe-link').click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
  })

  it('stays within a phone, as does the list', { tags: ['long'] }, async () => {
    await link('a-slug-that-is-quite-a-bit-longer-than-usual')
    const page = await open('/admin/links', boss, PHONE)
    await page.getByRole('listitem').first().waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('button', { name: /^Embed app: a-slug/ }).click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    expect(await scrollsSideways(page)).toBe(false)
  })

  it('is not there for a link once it is closed', { tags: ['long'] }, async () => {
    await makeLink(services, company.id, { slug: 'closed-link', closedAt: new Date() })
    const page = await open('/admin/links', boss)
    await page.getByLabel('Show closed links').click()
    await row(page, 'closed-link').getByText('Closed', { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /closed-link/ }).count()).toBe(0)
    expect((await call(url, 'GET', '/generated-link/get/slug/closed-link')).status).toBe(200)
  })
})
