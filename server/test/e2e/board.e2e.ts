// @module-tag long
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeViolationsInBothSchemes } from '../support/axe.ts'
import { startBoardServer } from '../support/board.ts'
import { makeRole, makeUser, signIn } from '../support/factories.ts'
import { panelVisits, PHONE, scrollsSideways } from './panel-visit.ts'

const { server, url, token, company, system, addSubmissions, readStatus } = await startBoardServer()
const open = panelVisits(url)
const WIDE = { viewport: { width: 1920, height: 1000 } }

const openBoard = async (options = {}): Promise<Page> => {
  const page = await open('/admin/forms/board', token, options)
  await page.getByRole('heading', { name: 'Board', level: 1 }).waitFor()
  return page
}
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, of: string, name: string) => column(page, of).getByRole('group', { name })

async function drag(page: Page, from: string, name: string, to: string) {
  const start = await card(page, from, name).boundingBox()
  if (!start) throw new Error('no card')
  await page.mouse.move(start.x + start.width - 12, start.y + 40)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width, start.y + 60, { steps: 4 })
  const end = await column(page, to).boundingBox()
  if (!end) throw new Error('no column')
  await page.mouse.move(end.x + end.width / 2, start.y + 60, { steps: 12 })
  await page.waitForTimeout(200)
  await page.mouse.up()
}

const add = async (name: string) => (await addSubmissions([name]))[0] ?? ''

describe('the board', () => {
  it('says what to do while nothing has come', async () => {
    await (await openBoard()).getByText('No submissions yet').waitFor()
  })

  it('marks an application by key without the first signature, as the list does', async () => {
    const [id = ''] = await addSubmissions(['Alder Baths'], { lacksSignature: true })
    const signed = await add('Acorn Signed')
    const page = await openBoard(PHONE)
    await card(page, 'New', 'Alder Baths').getByText('Not signed', { exact: false }).waitFor()
    expect(await card(page, 'New', 'Acorn Signed').innerText()).not.toContain('Not signed')
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
    expect(await scrollsSideways(page)).toBe(false)
    const list = await open('/admin/forms', token, WIDE)
    const unsigned = list.getByRole('row').filter({ has: list.getByRole('img', { name: 'Not signed' }) })
    await unsigned.waitFor()
    expect(await unsigned.innerText()).toContain('Alder Baths')
    await system((tx) => tx.formSubmission.deleteMany({ where: { id: { in: [id, signed] } } }))
  })

  it('moves a card that is dragged by mouse, and says why a move is not allowed', async () => {
    const id = await add('Ash Bakery')
    const page = await openBoard({ viewport: { width: 1920, height: 1000 } })
    await drag(page, 'New', 'Ash Bakery', 'In review')
    await card(page, 'In review', 'Ash Bakery').waitFor()
    await expect.poll(() => readStatus(id)).toBe('in_review')
    const next = await add('Aspen Inn')
    await page.reload()
    await drag(page, 'New', 'Aspen Inn', 'Approved')
    await page.getByText(/^This submission is New\. It can move to: In review, /).waitFor()
    await card(page, 'New', 'Aspen Inn').waitFor()
    expect(await readStatus(next)).toBe('new')
  })

  it('asks why a card is declined, and puts it back if that is not said', async () => {
    const [id = ''] = await addSubmissions(['Birch Tools'], { status: 'approved', statusKey: 'approved' })
    const page = await openBoard({ viewport: { width: 1920, height: 1000 } })
    await column(page, 'Withdrawn').scrollIntoViewIfNeeded()
    await drag(page, 'Approved', 'Birch Tools', 'Declined')
    const dialog = page.getByRole('dialog', { name: 'Move to Declined' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await card(page, 'Approved', 'Birch Tools').waitFor()
    await drag(page, 'Approved', 'Birch Tools', 'Declined')
    await dialog.getByLabel('Credit history').check()
    await dialog.getByRole('button', { name: 'Move to Declined' }).click()
    await expect.poll(() => readStatus(id)).toBe('declined')
    await card(page, 'Declined', 'Birch Tools').waitFor()
  })

  it('moves a card by keyboard, and by the menu of its status', async () => {
    const id = await add('Cedar Cafe')
    const page = await openBoard()
    await card(page, 'New', 'Cedar Cafe').focus()
    await page.keyboard.press('Space')
    await page.waitForTimeout(200)
    await page.keyboard.press('ArrowRight')
    await page.getByText('Cedar Cafe is over In review.').waitFor()
    await page.waitForTimeout(300)
    await page.keyboard.press('Space')
    await expect.poll(() => readStatus(id)).toBe('in_review')
    const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
    await expect.poll(focused).toBe('Cedar Cafe')
    await card(page, 'In review', 'Cedar Cafe').getByRole('button', { name: 'Status: In review. Change it' }).press('Enter')
    await page.getByRole('menuitem', { name: 'With funder' }).press('Enter')
    await card(page, 'With funder', 'Cedar Cafe').waitFor()
    expect(await readStatus(id)).toBe('with_funder')
  }) // prettier-ignore

  it('leaves decided cards where they are for staff who may not decide', async () => {
    const { services } = server
    const role = await makeRole(services, { permissions: ['page:forms', 'submission:update'] })
    const clerk = await makeUser(services, { companyId: company.id, roleId: role.id })
    const [id = ''] = await addSubmissions(['Cork Mill'], { status: 'approved', statusKey: 'approved' })
    const openId = await add('Cove Market')
    const page = await open('/admin/forms/board', await signIn(url, clerk.email), WIDE)
    const decided = card(page, 'Approved', 'Cork Mill')
    await decided.waitFor()
    expect(await decided.getByRole('button').count()).toBe(0)
    await drag(page, 'Approved', 'Cork Mill', 'In review')
    await drag(page, 'New', 'Cove Market', 'In review')
    await card(page, 'In review', 'Cove Market').waitFor()
    await drag(page, 'In review', 'Cove Market', 'Approved')
    await page.waitForTimeout(500)
    await card(page, 'In review', 'Cove Market').waitFor()
    expect([await readStatus(id), await readStatus(openId)]).toEqual(['approved', 'in_review'])
  })

  it('says so if somebody else was first, and shows how it stands', async () => {
    const id = await add('Dune Diner')
    const page = await openBoard()
    const menu = card(page, 'New', 'Dune Diner').getByRole('button', { name: /^Status: New/ })
    await menu.waitFor()
    const data = { status: 'withdrawn', statusKey: 'withdrawn', reason: 'other' } as const
    await system((client) => client.submissionDesk.update({ where: { id }, data }))
    await menu.click()
    await page.getByRole('menuitem').first().click()
    await page.getByText('Somebody else has changed this meanwhile. You see it now as it stands.').waitFor()
    await card(page, 'Withdrawn', 'Dune Diner').waitFor()
  })

  it('fits a phone, and everyone can use it', { tags: ['long'] }, async () => {
    await addSubmissions(Array.from({ length: 3 }, (_, index) => `Phone ${index}`))
    const page = await openBoard(PHONE)
    await card(page, 'New', 'Phone 0').waitFor()
    expect(await scrollsSideways(page)).toBe(false)
    const button = card(page, 'New', 'Phone 0').getByRole('button', { name: /^Status/ })
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await axeViolationsInBothSchemes(page)).toEqual([])
  })
})
