// @module-tag long
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PageKey } from '#domain/pages'
import { accessOf, opensDashboard, SAMPLES, type Gate } from '../access/access-table.ts'
import {
  accessWorld,
  BUTTONS,
  denied,
  heading,
  offered,
  PAGES,
  pathOf,
  sidebarLinks,
  visit,
} from './access-walk.ts'

const { enter, turnInto } = await accessWorld()

/** One after another in one panel. */
describe('a user of', () => {
  let page: Page
  let roleId: string
  beforeAll(async () => {
    ;({ page, roleId } = await enter({ userType: 'user', holds: 'none' }))
  })

  it.each(SAMPLES)('the type $userType whose role holds $holds', async (each) => {
    const { pages, gates } = accessOf(each)
    await turnInto(page, roleId, each)
    const dashboard = opensDashboard(each) ? ['Dashboard'] : []
    expect(await sidebarLinks(page)).toEqual([...dashboard, ...pages.map((key) => PAGES[key].link)])
    expect(await page.getByRole('link', { name: 'Create Company' }).count()).toBe(0)
    const buttons: Gate[] = []
    for (const key of pages) {
      await visit(page, pathOf(key))
      buttons.push(...(await offered(page, key)))
    }
    expect(buttons.toSorted()).toEqual(gates.filter((gate) => pages.includes(BUTTONS[gate].page)).toSorted())
    for (const key of Object.keys(PAGES) as PageKey[]) {
      if (!pages.includes(key)) await denied(page, `/admin/${key}`)
    }
  })
})

describe('beside the pages', () => {
  it('a super admin, whatever the role, has everything and the way to a new company', async () => {
    const { page } = await enter({ userType: 'user', holds: 'none' }, true)
    expect(await sidebarLinks(page)).toEqual(
      expect.arrayContaining(Object.values(PAGES).map(({ link }) => link)),
    )
    await page.getByText('Create Company').first().click()
    await page.getByRole('heading', { name: 'Create New Company' }).waitFor()
  })

  it.each([
    ['/admin/attachments', 'page:attachments', 'Page not found'],
    ['/admin/dashboard', 'page:main', 'Dashboard'],
  ] as const)('%s asks for %s, as the mapping of paths has it', async (path, permission, title) => {
    const without = await enter({ userType: 'user', holds: 'none' })
    await denied(without.page, path)
    const holder = await enter({ userType: 'user', holds: permission })
    await visit(holder.page, path)
    await heading(holder.page, title)
    expect(await holder.page.locator('h1').textContent()).toBe(title)
  })
})
