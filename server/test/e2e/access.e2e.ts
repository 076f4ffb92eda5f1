import { describe, expect, it } from 'vitest'
import { accessWorld, denied, heading, PAGES, sidebarLinks, visit } from './access-walk.ts'

const { enter } = await accessWorld()

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
