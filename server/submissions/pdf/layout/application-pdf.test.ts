import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { authorizationFor } from '#domain/authorization-text'
import { submissionMessages } from '#domain/messages/panel-submission'
import { toReference } from '#domain/reference'
import { formattedView } from '#domain/catalogue/formatted-view'
import {
  signingRecord,
  attached,
  fullApplication,
  minimalApplication,
  pngDataUrl,
  renderApplicationPdf,
  sampleLogo,
} from '../application-pdf.fixture.ts'
import type { PrintedApplication } from '../printed-application.ts'
import { documentInfo, images, pageTexts, structure, wholeText, words } from '../read-pdf.fixture.ts'

const flat = (text: string) => text.replace(/\s+/g, ' ').trim()

describe('a full application', async () => {
  const application = await fullApplication()
  const pdf = await renderApplicationPdf(application)
  const text = await wholeText(pdf)

  test('shows every section, label and value in full', () => {
    const missing = formattedView(application.values, 'full').flatMap((section) => [
      ...[submissionMessages.sections[section.key]].filter((title) => !text.includes(title)),
      ...section.groups.flatMap((group) =>
        group.rows
          .filter(({ signature }) => !signature)
          .flatMap(({ label, value }) => [label, value])
          .flatMap((part) => part.split(' '))
          .filter((word) => !text.includes(word)),
      ),
    ])
    expect(missing).toEqual([])
    expect(text).toContain('078-05-1120')
    expect(text).toContain('03/09/1978')
    expect(text).toContain('72-1234567')
  })

  test('begins with what an underwriter asks for first', () => {
    expect(text).toContain(
      'Funding application Peña Marine Supply & Refrigeration, LLC, doing business as Северный Ветер Marine ' +
        'Amount requested Monthly sales Time in business State $75,000.00 $186,500.00 12 years 5 months LA',
    )
    for (const part of ['Dana Reyes', 'gulf-brokers', 'C0AB-12DE']) expect(text).toContain(part)
  })

  test('lists the attachments with kind, size and digest', () => {
    expect(text).toContain(
      'Attachments as of Nov 21, 2026, 10:04 AM EST · Statements: Jul, Aug Sep Oct missing',
    )
    for (const { name, digest } of attached(4).files)
      expect(text).toContain(`${name} Statement of July 2026 · 180 KB · SHA-256 ${digest}`)
  })

  test('is tagged, its pictures are described, and its fonts are all inside', async () => {
    const found = await structure(pdf)
    expect(found.roles.slice(0, 3)).toEqual(['Figure', 'P', 'H1'])
    expect(found.roles.filter((role) => role === 'H2')).toHaveLength(6)
    expect(found.alts).toEqual([
      'Logo of Demo Funding',
      'Signature of Íñigo Peña',
      'Signature of Мария Петрова',
    ])
    const source = pdf.toString('latin1')
    // No validator has confirmed that it conforms to PDF/UA.
    expect(source).not.toContain('pdfuaid')
    expect(source).not.toContain('/Type1')
    expect(source.match(/\/FontFile2 /g)).toHaveLength(source.match(/\/Type \/FontDescriptor/g)?.length ?? 0)
  })

  test('prints letters beyond ASCII as they were typed', () => {
    expect(text).toContain('Peña Marine Supply & Refrigeration, LLC')
    expect(text).toContain('Северный Ветер Marine')
    expect(text).toContain('Мария Петрова')
  })

  test('tells who sent it, when and from where, and numbers its pages', async () => {
    expect(text).toContain(application.id)
    expect(text).toContain('Nov 21, 2026, 10:04 AM EST')
    expect(text).toContain('203.0.113.24')
    const pages = await pageTexts(pdf)
    expect(pages.length).toBeGreaterThan(1)
    pages.forEach((page, index) => {
      const foot = flat(page.trimEnd().split('\n').at(-1) ?? '')
      expect(foot).toBe(
        `Demo Funding ${toReference(application.id)} · ${application.id} Page ${index + 1} of ${pages.length}`,
      )
    })
  })

  test('carries the authorization with the company named, and the disclaimer beneath', () => {
    const { title, body } = authorizationFor('', 'Demo Funding')
    expect(text).toContain(`${title} ${flat(body)} ${application.disclaimer}`)
  })

  test('has the logo and both drawings, in black on white', async () => {
    const found = await images(pdf)
    expect(found).toHaveLength(3)
    for (const [index, name] of [
      [1, 'signer1Signature'],
      [2, 'signer2Signature'],
    ] as const) {
      const drawn = Buffer.from((application.values[name] ?? '').split(',')[1] ?? '', 'base64')
      const expected = await sharp(drawn).flatten({ background: '#fff' }).greyscale().raw().toBuffer()
      const printed = await sharp(found[index]).greyscale().raw().toBuffer()
      expect(printed.equals(expected)).toBe(true)
    }
  })

  test('is a titled Letter document in English, with neither links nor scripts', async () => {
    expect(await documentInfo(pdf)).toEqual({
      title: 'Funding application – Peña Marine Supply & Refrigeration, LLC',
      size: [0, 0, 612, 792],
      scripts: false,
    })
    const source = pdf.toString('latin1')
    expect(source).toContain('/Lang (en-US)')
    expect(source).toContain('/DisplayDocTitle true')
    expect(source).not.toContain('/Annots [')
    expect(source).not.toContain('/URI')
  })

  test('is the same file every time, and a copy says on each page for whom it was made', async () => {
    expect((await renderApplicationPdf(application)).equals(pdf)).toBe(true)
    const pages = (await pageTexts(pdf)).length
    expect(await stampedPages(application, 'Zoë Ames')).toEqual(
      Array.from({ length: pages }, () => 'Downloaded by Zoë Ames on Nov 22, 2026, 3:30 AM EST'),
    )
  })
})

/** What the foot of each page says of who took a copy, which stands within reach of a printer. */
async function stampedPages(application: PrintedApplication, name: string): Promise<string[]> {
  const at = new Date('2026-11-22T08:30:00Z')
  const copy = await renderApplicationPdf(application, { stampedFor: { name, at } })
  expect((await words(copy)).filter(({ right, bottom }) => right > 558.5 || bottom > 775)).toEqual([])
  const source = copy.toString('latin1')
  expect([source.includes('/Annots ['), source.includes('/URI')]).toEqual([false, false])
  return (await pageTexts(copy)).flatMap((page) => /Downloaded by .*$/m.exec(page)?.[0] ?? 'no stamp')
}

test.each([
  ['a Cyrillic name', 'Владислава Ёлкина', 'Владислава Ёлкина'],
  ['a name like an address of the web', 'https://evil.example.com', 'https://evil.example.com'],
  ['a name that would run backwards', 'Ann \u202erekorB', 'Ann rekorB'],
])('%s is stamped as it is, and is no link', async (_what, name, printed) => {
  expect(await stampedPages(minimalApplication, name)).toEqual([
    `Downloaded by ${printed} on Nov 22, 2026, 3:30 AM EST`,
  ])
})

test.each(['W'.repeat(200), 'Щ'.repeat(200), 'Ann '.repeat(50).trim()])(
  'of a name that is too long for the line the end is cut, and never the time: %s',
  async (name) => {
    const [stamp = ''] = await stampedPages(minimalApplication, name)
    const [, printed = ''] = /^Downloaded by (.*)… on Nov 22, 2026, 3:30 AM EST$/.exec(stamp) ?? []
    expect(printed.length).toBeGreaterThan(30)
    expect(name.startsWith(printed)).toBe(true)
  },
)

test('a minimal application fits on a page, with what was not answered in one line', async () => {
  const pdf = await renderApplicationPdf(minimalApplication)
  const text = await wholeText(pdf)
  expect(text).toContain('Not answered: Business phone')
  expect(text).not.toContain('Attachments')
  expect(text).toContain('Page 1 of 1')
  expect(text).toContain('No signature was drawn')
  expect(text).not.toContain('Signer 2')
  expect(await images(pdf)).toHaveLength(0)
})

test('an absent second signer and a damaged drawing leave a note', async () => {
  const { values } = minimalApplication
  const whole = await sampleLogo()
  const damaged = [
    pngDataUrl(whole.subarray(0, whole.length / 2)),
    pngDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'data:image/png;base64,AAAA',
    'https://example.com/signature.png',
  ]
  for (const signer1Signature of damaged) {
    const absent = { signer2Name: '', signer2Date: '', signer2Signature: '' }
    const text = await wholeText(
      await renderApplicationPdf({
        ...minimalApplication,
        values: { ...values, signer1Signature, ...absent },
      }),
    )
    expect(text).toContain('Not signed: the drawing could not be read')
    expect(text).toContain('There is no second signer')
    expect(text).toContain('Ana Ortiz 11/21/2026')
  }
})

test('prints how each signature was made, and the consent, over pages if need be', async () => {
  const pdf = await renderApplicationPdf({ ...(await fullApplication()), signing: signingRecord('ru') })
  const text = await wholeText(pdf)
  for (const part of [
    'Signature record',
    'Nov 21, 2026, 10:00 AM EST',
    'ab12'.repeat(10),
    'It matches',
    'It does not match',
    'iPhone OS 19_0',
    'Русский · 2026-11-22',
    'Отзыв согласия',
  ])
    expect(text).toContain(part)
  expect((await words(pdf)).filter(({ right, bottom }) => right > 558.5 || bottom > 775)).toEqual([])
})

test('an ordinary application of two owners, signed with evidence, takes two pages', async () => {
  const full = await fullApplication()
  const optional =
    /^(company|balance|reference|landlord|length|timeRem|fax|website|question[78]|partner.(Credit|RentOwn))/
  const values = Object.fromEntries(
    Object.entries(full.values).map(([name, value]) => [name, optional.test(name) ? '' : value]),
  )
  const pdf = await renderApplicationPdf({
    ...full,
    values: { ...values, question6: 'No', question9: 'No' },
    signing: signingRecord('en'),
  })
  expect(await pageTexts(pdf)).toHaveLength(2)
})

test('a logo that is no picture is left out', async () => {
  const pdf = await renderApplicationPdf({ ...minimalApplication, logo: Buffer.from('not a picture') })
  expect(await images(pdf)).toHaveLength(0)
})

describe('very long values', async () => {
  const numbered = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' ')
  const full = await fullApplication()
  const application = {
    ...full,
    companyName: `${'Consolidated Funding Partners '.repeat(6)}Inc.`,
    authorizationText: `TERMS\n${numbered(1500)}`,
    values: {
      ...full.values,
      legalName: 'W'.repeat(200),
      dbaName: 'Ж'.repeat(200),
      nature: numbered(45),
      useOfFunds: Array.from({ length: 150 }, (_, i) => `line ${i}`).join('\n'),
      reference1: 'þ'.repeat(1000),
    },
  }
  const pdf = await renderApplicationPdf(application)
  const text = await wholeText(pdf)

  test('wrap, with nothing cut off', () => {
    const joined = text.replace(/ /g, '')
    expect(joined).toContain('W'.repeat(200))
    expect(joined).toContain('Ж'.repeat(200))
    // Over the end of a page the foot comes between.
    expect(joined.match(/þ/g)).toHaveLength(1000)
    expect(text).toContain(numbered(45))
    for (let i = 0; i < 150; i++) expect(text).toContain(`line ${i}`)
    for (let i = 0; i < 1500; i++) expect(text).toContain(`w${i}`)
  })

  test('stay inside the margins and above the foot', async () => {
    const outside = (await words(pdf)).filter(
      ({ left, right, bottom }) => left < 53.5 || right > 558.5 || bottom > 775,
    )
    expect(outside).toEqual([])
  })

  test('take several pages, none of which ends with a heading', async () => {
    const pages = await pageTexts(pdf)
    expect(pages.length).toBeGreaterThanOrEqual(3)
    const headings = formattedView(application.values, 'full').flatMap((section) => [
      section.title,
      ...section.groups.map((group) => group.title ?? section.title),
    ])
    for (const page of pages) {
      const lines = page.trimEnd().split('\n').map(flat).filter(Boolean)
      expect(headings).not.toContain(lines.at(-2))
    }
  })
})

test('text can be searched for, whichever documents were drawn before', async () => {
  const printed = async (legalName: string) =>
    wholeText(await renderApplicationPdf({ ...minimalApplication, values: { legalName } }))
  expect(await printed('Строительный Ёж Ĭĭ')).toContain('Строительный Ёж Ĭĭ')
  expect(await printed('Ия Ежова Ağrı ﬁ fi Ж')).toContain('Ия Ежова Ağrı')
})

test('whatever was typed prints: other scripts, emoji, lone surrogates, text that would run backwards', async () => {
  const values = {
    legalName: 'Ωμέγα Łódź Ağrı',
    dbaName: '漢字商店 🚀👩‍👩‍👧',
    nature: 'broken \ud800 pair \u202egnp.exe\u202c and\u0007 bell',
    address: 'מאפייה العربية',
    useOfFunds: 'one\r\ntwo\ttabs\u2028three',
    rent: '5000',
  }
  const text = await wholeText(await renderApplicationPdf({ ...minimalApplication, values }))
  expect(text).toContain('Ωμέγα Łódź Ağrı')
  expect(text).toContain('□□□□ □□□□')
  expect(text).toContain('broken pair gnp.exe and bell')
  expect(text).toContain('one')
  expect(text).toContain('two tabs')
  expect(text).toContain('three')
})

test('draws the first thirty of combining marks in a row', async () => {
  const printed = (count: number) => {
    const legalName = `q${'\u0323'.repeat(count)}z`
    return renderApplicationPdf({ ...minimalApplication, values: { legalName } })
  }
  const thirty = await printed(30)
  expect((await printed(29)).equals(thirty)).toBe(false)
  for (const more of [31, 190]) expect((await printed(more)).equals(thirty)).toBe(true)
})
