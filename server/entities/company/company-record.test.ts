import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { describe, expect, it } from 'vitest'
import { makeCompany } from '../../test/support/factories.ts'
import { startCompanyTests } from './company.fixture.ts'

const { services, admin, acme, token, stranger, house, company, get, create, update, entriesOf } =
  await startCompanyTests()

describe('a company', () => {
  it("is made with the spec's body, read, changed in part and written down", async () => {
    const made = await create({
      nameIn: ' Brokers ',
      nameOut: 'Brokers Inc.',
      email: 'hello@brokers.example',
      lead: house.id,
      notifyEmails: 'a@brokers.example,b@brokers.example, a@brokers.example',
      logoUrl: '',
      authorizationText: 'AUTHORIZATION\nI authorize {companyName}.',
      appEditorSettings: JSON.stringify({
        businessInfo: { fax: false, cellPhoneNumber: false },
        uploads: { voidCheck: false },
      }),
    })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      nameIn: 'Brokers',
      nameOut: 'Brokers Inc.',
      lead: house.id,
      leadName: house.name,
      notifyEmails: 'a@brokers.example, b@brokers.example',
      logoUrl: '',
      pdfLogoUrl: '',
      disclaimer: '',
      allowedOrigins: [],
      submittedForms: 0,
    })
    const { id, updatedAt } = company(made.body)
    const settings = JSON.parse(String(company(made.body).appEditorSettings)) as Record<string, object>
    expect(settings).toMatchObject({
      businessInfo: { fax: false, cellPhone: false, email: true },
      uploads: { voidCheck: false },
    })
    expect(company(made.body).settings).toEqual(settings)
    expect(
      (await update(id, { settings: { businessInfo: { fax: true } }, updatedAt }, admin)).body,
    ).toMatchObject({
      code: 'invalid_input',
      fields: { settings: expect.any(String) as unknown },
    })
    expect(settings.businessInfo).not.toHaveProperty('cellPhoneNumber')
    expect((await get(id)).body.data).toEqual(made.body.data)

    const changed = await update(id, { nameOut: 'Brokers Ltd.', lead: '', settings, updatedAt }, admin)
    expect(changed.body.data).toMatchObject({
      nameIn: 'Brokers',
      nameOut: 'Brokers Ltd.',
      lead: null,
      leadName: '',
      email: 'hello@brokers.example',
    })
    expect(await entriesOf(id)).toMatchObject([
      { act: 'company-created', companyId: id, actorId: house.id },
      { act: 'company-updated', detail: { before: { lead: house.id }, after: { nameOut: 'Brokers Ltd.' } } },
    ])
  })

  it('is not written over when somebody else has changed it meanwhile', async () => {
    const { updatedAt } = company((await get(acme.id, token)).body)
    expect((await update(acme.id, { disclaimer: 'One', updatedAt })).status).toBe(200)
    expect(await update(acme.id, { disclaimer: 'Two', updatedAt })).toMatchObject({
      status: 409,
      body: { code: 'stale' },
    })
  })

  it('keeps the origins that may frame its form as browsers write them', async () => {
    const answer = await update(acme.id, {
      allowedOrigins: ['https://Acme.example:443/', 'https://acme.example', 'http://localhost:8080'],
    })
    expect(answer.body.data).toMatchObject({
      allowedOrigins: ['https://acme.example', 'http://localhost:8080'],
    })
    expect((await update(acme.id, { allowedOrigins: [] })).body.data).toMatchObject({ allowedOrigins: [] })
  })

  it('keeps what applicants are told, and changes only the settings that are sent', async () => {
    const sent = { receiptMail: false, reasons: { ssn: '' }, translations: { es: 'Autorizo.' } }
    const first = await update(acme.id, { contact: 'Call us.', applicantSettings: sent })
    const expected = {
      ...DEFAULT_APPLICANT_SETTINGS,
      receiptMail: false,
      reasons: { ssn: '', birthDate: null, signature: null },
      translations: { es: 'Autorizo.', ru: '' },
    }
    expect(first.body.data).toMatchObject({ contact: 'Call us.', applicantSettings: expected })
    const second = await update(acme.id, { applicantSettings: { sectionsOnPhones: 'all' } })
    expect(second.body.data).toMatchObject({ applicantSettings: { ...expected, sectionsOnPhones: 'all' } })
    const made = await create({ nameIn: 'New', nameOut: 'New', applicantSettings: { showDecisions: true } })
    expect(made.body.data).toMatchObject({
      applicantSettings: { ...DEFAULT_APPLICANT_SETTINGS, showDecisions: true },
    })
  })

  it.each([
    [{ applicantSettings: { receiptMail: 'no' } }, 'applicantSettings.receiptMail'],
    [{ applicantSettings: { surprise: true } }, 'applicantSettings.surprise'],
    [{ applicantSettings: { reasons: { ssn: 'x'.repeat(301) } } }, 'applicantSettings.reasons.ssn'],
    [{ contact: 'x'.repeat(501) }, 'contact'],
    [{ nameIn: ' ' }, 'nameIn'],
    [{ nameOut: '' }, 'nameOut'],
    [{ email: 'nobody' }, 'email'],
    [{ notifyEmails: 'desk@acme.example, nonsense' }, 'notifyEmails'],
    [{ notifyEmails: 'desk@acme.example\r\nBcc: all@acme.example' }, 'notifyEmails'],
    [{ notifyEmails: Array.from({ length: 11 }, (_, n) => `a${n}@acme.example`).join() }, 'notifyEmails'],
    [{ logoUrl: 'https://elsewhere.example/logo.png' }, 'logoUrl'],
    [{ pdfLogoUrl: '/api/logos/00000000-0000-0000-0000-000000000000.png' }, 'pdfLogoUrl'],
    [{ appEditorSettings: '{"businessInfo":{"fax":"no"}}' }, 'appEditorSettings'],
    [{ appEditorSettings: 'nonsense' }, 'appEditorSettings'],
    [{ allowedOrigins: ['https://acme.example/path'] }, 'allowedOrigins'],
    [{ authorizationText: 'x'.repeat(10_001) }, 'authorizationText'],
    [{ timeZone: 'New York' }, 'timeZone'],
    [{ timeZone: '+05:00' }, 'timeZone'],
    [{ submittedForms: 3 }, 'submittedForms'],
    [{ lead: stranger.id }, 'lead'],
    [{ lead: 'nobody' }, 'lead'],
  ])('is refused as %j', async (body, field) => {
    expect(await update(acme.id, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', fields: { [field]: expect.any(String) } },
    })
  })

  it.each([
    ['{"constructor":{"entries":true,"keys":true,"fromEntries":true}}', 'Unknown setting: constructor'],
    ['{"businessInfo":{"toString":true}}', 'Unknown setting: businessInfo.toString'],
    ['{"businessInfo":{"fax":"no"}}', 'The setting businessInfo.fax must be true or false.'],
    ['{"businessInfo":{"__proto__":true}}', 'Unknown field: __proto__'],
    ['{"businessInfo":{"fax":true,"fax":false}}', 'The field fax is given twice.'],
    ['[]', 'Error parsing application settings'],
  ])('refuses the settings %s by name', async (appEditorSettings, error) => {
    const body = { error, code: 'invalid_input', fields: { appEditorSettings: error } }
    expect(await update(acme.id, { appEditorSettings })).toMatchObject({ status: 400, body })
    const refused = await create({ nameIn: 'a', nameOut: 'a', appEditorSettings })
    expect(refused).toMatchObject({ status: 400, body })
  })

  it('takes settings back as they were read, whatever an earlier release had stored', async () => {
    const stored = '{"own":{"x":true},"businessInfo":{"fax":false}}'
    const { id } = await makeCompany(services, { appEditorSettings: stored })
    const read = company((await get(id)).body)
    expect(read.appEditorSettings).toBe(stored)
    const { appEditorSettings } = read
    const { body } = await update(id, { appEditorSettings, disclaimer: 'New' }, admin)
    expect(body.data).toMatchObject({ disclaimer: 'New', appEditorSettings: stored })
  })

  it('names what is wrong in its list of addresses', async () => {
    const { body } = await update(acme.id, { notifyEmails: 'desk@acme.example, nonsense' })
    expect(body.error).toContain('"nonsense"')
  })
})
