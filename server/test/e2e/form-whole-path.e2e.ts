// @module-tag long
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { consentWords } from '#domain/messages/consent'
import { spanish } from '#domain/messages/es'
import { receiptMessages } from '#domain/messages/receipt'
import { secondSignerWords } from '#domain/messages/second-signer'
import { successMessages } from '#domain/messages/success'
import { axeViolations } from '../support/axe.ts'
import { launchWithoutThirdPartyStorage } from '../support/browser.ts'
import { startHostSite } from '../support/host-site.ts'
import { mailsTo } from '../support/mails.ts'
import { samplePdf } from '../support/sample-files.ts'
import { startTestServer } from '../support/server.ts'
import { formBrowser, PHONE, pointsOf } from './form-visit.ts'

/** A Spanish-speaking owner's whole way on a phone: a break, a second signer elsewhere, a document added later. */

const server = await startTestServer({ role: 'all' })
const site = await startHostSite()
const browser = formBrowser()
const statement = await samplePdf(0.05)
const { form } = spanish
const receipt = receiptMessages.es
const consent = consentWords.es
const signing = secondSignerWords.es
const FULL = fullApplication()
const VISITOR = { ...PHONE, locale: 'es-US' } as const
const EMBEDDED = site.page(
  `<h1>Broker</h1><p style="height: 300px">Fondos.</p><div data-intake-form="demo"></div>` +
    `<script src="${server.url}/embed.js" async></script>`,
)

/** The form, on its own page or in a frame of another site. */
type Shown = Pick<Page & FrameLocator, 'locator' | 'getByRole' | 'getByText' | 'getByLabel'>

const button = (shown: Shown, name: string) => shown.getByRole('button', { name, exact: true })
/** By the key, as a tap in another site's frame may land where the control was before the page scrolled. */
const press = (control: Locator, key = 'Enter') => control.press(key)
const field = (shown: Shown, name: string) => shown.locator(`[name="${name}"]`)
const next = (shown: Shown) => press(shown.locator('.card.open .continue'))
const attach = (shown: Shown, name: string) =>
  shown.locator('#files').setInputFiles({ name, mimeType: 'application/pdf', buffer: statement })

async function answer(shown: Shown, section: string): Promise<void> {
  const asked = shown.locator(`[data-section=${section}] [name]`)
  const names = await asked.evaluateAll((all) => all.map((each) => each.getAttribute('name') ?? ''))
  for (const name of names.filter((each) => INPUTS.get(each)?.required && !each.startsWith('signer')))
    await field(shown, name).fill(FULL[name] ?? '')
}

async function draw(page: Page, shown: Shown): Promise<void> {
  const canvas = shown.locator('.signature-sheet canvas')
  await canvas.waitFor()
  const at = await pointsOf(canvas)
  await page.mouse.move(...at(30, 80))
  await page.mouse.down()
  for (const [x, y] of [[90, 20] as const, [200, 95] as const, [330, 40] as const])
    await page.mouse.move(...at(x, y), { steps: 8 })
  await page.mouse.up()
  await press(button(shown, consent.done))
}

async function linkIn(address: string, path: string): Promise<string> {
  const find = async () =>
    (await mailsTo(server.services, address)).map((mail) => mail.split(`${server.url}${path}`)[1]).at(-1)
  await expect.poll(find).toBeDefined()
  return path + (/^#[\w-]+/.exec((await find()) ?? '')?.[0] ?? '')
}

test('the whole path on its own page', () => walk(false))

test('the whole path embedded, without storage', { tags: ['long'] }, () => walk(true))

async function walk(isEmbedded: boolean) {
  const owner = isEmbedded ? 'frame@example.com' : 'page@example.com'
  const second = `second-${owner}`
  const context: BrowserContext = isEmbedded
    ? await launchWithoutThirdPartyStorage(VISITOR)
    : await browser().newContext(VISITOR)
  const open = async (): Promise<{ page: Page; shown: Shown }> => {
    const page = await context.newPage()
    await page.goto(isEmbedded ? EMBEDDED : `${server.url}/form/demo`)
    const shown: Shown = isEmbedded ? page.frameLocator('iframe') : page
    await shown.locator('.sections[aria-busy=false]').waitFor()
    return { page, shown }
  }
  try {
    // The first sitting ends in the middle, in the partners' section.
    const first = await open()
    await press(button(first.shown, 'Español'))
    await answer(first.shown, 'businessInfo')
    await press(first.shown.locator('.open .optional .button'))
    await field(first.shown, 'email').fill(owner)
    for (let section = 1; section < 4; section++) await next(first.shown)
    const draft = first.page.waitForRequest(
      (request) => request.postData()?.includes('partner1Name') === true,
    )
    await field(first.shown, 'partner1Name').fill(FULL['partner1Name'] ?? '')
    expect((await (await draft).response())?.ok()).toBe(true)
    await first.page.close()

    const { page, shown } = await open()
    await shown.getByText(form.draft.welcomeBack).waitFor()
    await expect.poll(() => field(shown, 'legalName').inputValue()).toBe(FULL['legalName'])
    await shown.locator('[data-section=partners].open').waitFor()
    await field(shown, 'partner1SSN').fill(FULL['partner1SSN'] ?? '')
    await field(shown, 'partner1DOB').fill(FULL['partner1DOB'] ?? '')
    await press(shown.getByLabel(form.sameAs.businessAddress).first(), 'Space')
    await press(shown.getByLabel(form.sameAs.businessPhone).first(), 'Space')
    await expect.poll(() => field(shown, 'partner1Address').inputValue()).toBe(FULL['address'])
    await next(shown)

    await press(shown.getByLabel(form.sameAs.partner1).first(), 'Space')
    await press(button(shown, form.secondPerson.add))
    await press(shown.locator('[name=secondSignerPlace]').nth(1), 'Space')
    await field(shown, 'secondSignerName').fill('Robin Baker')
    await field(shown, 'secondSignerEmail').fill(second)
    await press(shown.getByLabel(consent.agree), 'Space')
    await press(shown.locator('.signature-cover').first())
    await draw(page, shown)
    await next(shown)
    await attach(shown, 'julio-2026.pdf')
    await shown.locator('.upload.done').waitFor()
    await press(shown.locator('.check summary'))
    await shown.locator('.review').getByText('(212) 555-0187').first().waitFor()
    await press(button(shown, form.submit))

    await press(button(shown, successMessages.es.pause))
    await shown.getByText(successMessages.es.paused).first().waitFor()
    await press(button(shown, successMessages.es.goOn))
    await shown.getByRole('heading', { name: receipt.title }).waitFor()
    for (const step of [receipt.steps.ask, receipt.steps.decide('Demo Funding')])
      expect(await shown.getByText(step).isVisible()).toBe(true)
    await press(button(shown, receipt.show))
    await shown.getByText(receipt.waiting).waitFor()
    const reference = await shown.locator('.reference strong').innerText()

    // The second signer, on another device.
    const other = await browser().newPage(VISITOR)
    await other.goto(server.url + (await linkIn(second, '/sign')))
    await other.getByRole('heading', { name: signing.title }).waitFor()
    await other.locator('.signature').scrollIntoViewIfNeeded()
    await press(other.getByLabel(consent.agree), 'Space')
    await press(other.locator('.signature-cover'))
    await draw(other, other)
    await press(button(other, signing.sign))
    await other.getByRole('heading', { name: signing.doneTitle }).waitFor()

    // Later, by the link of the receipt's mail: the signature is there, and a missing month is added.
    const later = await browser().newPage(VISITOR)
    const link = await linkIn(owner, '/application')
    await later.goto(server.url + link)
    await expect.poll(() => later.locator('.reference strong').innerText()).toBe(reference)
    expect(later.url()).not.toContain(link.split('#')[1])
    await later.getByText(receipt.entrySigned('Robin Baker')).waitFor()
    await attach(later, 'septiembre-2026.pdf')
    await later.getByText(receipt.entryAdded('septiembre-2026.pdf')).waitFor()
    expect(await axeViolations(later)).toEqual([])

    await page.reload()
    await press(button(shown, receipt.show))
    await shown.getByText('septiembre-2026.pdf', { exact: true }).waitFor()
    expect(await shown.getByText(receipt.waiting).count()).toBe(0)
  } finally {
    await context.close()
  }
}
