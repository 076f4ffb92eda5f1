// @module-tag long
import { expect, it } from 'vitest'
import { makeRole, makeUser, signIn } from '../support/factories.ts'
import { part, startSubmissionServer } from './submission-page.fixture.ts'

const { server, alpha, ash, open, pdfState } = await startSubmissionServer()

it('without the permissions the panel says what is masked, and offers no reveal, search or export', async () => {
  const companyId = alpha.company.id
  const role = await makeRole(server.services, { companyId, permissions: ['page:forms'] })
  const { email } = await makeUser(server.services, { companyId, roleId: role.id })
  const token = await signIn(server.url, email)
  await expect.poll(() => pdfState(ash)).toBe('ready')

  const page = await open(`/admin/forms/${ash}`, {}, token)
  const answers = part(page, 'Form data')
  await answers.getByText('Your role shows the last four characters of sensitive values.').waitFor()
  expect(await answers.innerText()).toContain('***-**-6789')
  expect(await page.getByRole('button', { name: 'Show full values' }).count()).toBe(0)
  await part(page, 'PDF').getByText('Sensitive values are masked in the PDF.').waitFor()

  const list = await open('/admin/forms', {}, token)
  await list.getByRole('row').nth(1).getByRole('button', { name: 'View' }).click()
  const dialog = list.getByRole('alertdialog')
  await dialog.getByText('Your role shows the last four characters of sensitive values.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Show full values' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'OK' }).click()
  expect(await list.getByRole('button', { name: 'Export', exact: true }).count()).toBe(0)
  expect(await list.getByRole('button', { name: 'Find by SSN or tax ID' }).count()).toBe(0)
  await list.getByRole('searchbox').fill('123-45-6789')
  await list.getByText('Your role does not search by SSN or tax ID.').waitFor()
})
