import { expect, it } from 'vitest'
import { call, makeCompany, makeLink } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })

it('tells of the company what the form needs, and nothing else', async () => {
  const company = await makeCompany(services, {
    nameIn: 'Inside',
    nameOut: 'Outside',
    email: 'desk@inside.example',
    notifyEmails: 'alerts@inside.example',
    disclaimer: 'No promises.',
  })
  const link = await makeLink(services, company.id, {
    userEmail: 'broker@inside.example',
    userName: 'Broker',
  })
  const { status, body } = await call(url, 'GET', `/generated-link/get/slug/${link.slug}`)
  expect(status).toBe(200)
  expect(body).toEqual({
    status: 'success',
    data: {
      id: link.id,
      slug: link.slug,
      company: {
        id: company.id,
        nameIn: 'Inside',
        nameOut: 'Outside',
        logoUrl: '',
        pdfLogoUrl: '',
        authorizationText: '',
        disclaimer: 'No promises.',
        appEditorSettings: '',
      },
    },
  })
})

it('does not know a slug that was never made', async () => {
  for (const slug of ['nowhere', '%00', "' OR 1=1", 'x'.repeat(150)]) {
    const { status, body } = await call(url, 'GET', `/generated-link/get/slug/${encodeURIComponent(slug)}`)
    expect([400, 404]).toContain(status)
    expect(body.status).toBe('error')
  }
  expect((await call(url, 'GET', '/generated-link/get/slug/nowhere')).body.error).toBe('Invalid link')
})
