import { describe, expect, it } from 'vitest'
import { browser, denied, heading, PAGES, sidebarLinks, signIn, tokenOf, visit } from './access-walk.ts'

describe('beside the pages', () => {
  it('a super admin, whatever the role, has everything and the way to a new company', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, await tokenOf({ userType: 'user', holds: 'none' }, true))
    expect(await sidebarLinks(page)).toEqual(
      expect.arrayContaining(Object.values(PAGES).map(({ link }) => link)),
    )
    await page.getByText('Create Company').first().click()
    await page.getByRole('heading', { name: 'Create New Company' }).waitFor()
    await context.close()
  })

  it.each([
    ['/admin/attachments', 'page:attachments'],
    ['/admin/dashboard', 'page:main'],
  ] as const)('%s asks for %s, as the mapping of paths has it', async (path, permission) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await signIn(page, await tokenOf({ userType: 'user', holds: 'none' }))
    await denied(page, path)
    await signIn(page, await tokenOf({ userType: 'user', holds: permission }))
    await visit(page, path)
    await heading(page, 'Page not found')
    await context.close()
  })
})
