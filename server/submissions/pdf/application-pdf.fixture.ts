import sharp from 'sharp'
import type { Values } from '#domain/catalogue/values'
import { consentText, type SigningRecord } from '#domain/signing'
import { layOutApplication } from './layout/application-pdf.ts'
import { prepare } from './prepare.ts'
import type { PrintedApplication, RenderOptions } from './printed-application.ts'

// Applications for the tests and the benchmark; every person and number in them is made up.

type Dot = { x: number; y: number; radius: number }

/** Round dots on a transparent ground; along a line they make a stroke. */
async function drawn(width: number, height: number, dots: Dot[]): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4)
  for (const dot of dots) {
    for (let y = Math.floor(dot.y - dot.radius); y <= dot.y + dot.radius; y++) {
      for (let x = Math.floor(dot.x - dot.radius); x <= dot.x + dot.radius; x++) {
        const cover = dot.radius + 0.5 - Math.hypot(x - dot.x, y - dot.y)
        if (cover <= 0 || x < 0 || y < 0 || x >= width || y >= height) continue
        const alpha = (y * width + x) * 4 + 3
        pixels[alpha] = Math.max(pixels[alpha] ?? 0, Math.min(255, cover * 255))
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

/** A hand's stroke as the form's canvas makes it: a black round line of 2 px on a transparent ground, about 8 KB. */
export function drawnSignature(seed: number): Promise<Buffer> {
  const dots = Array.from({ length: 4000 }, (_, i) => {
    const t = i / 4000
    const x = 30 + 330 * t + 14 * Math.sin(70 * t + seed)
    const y = 62 + 40 * Math.sin(46 * t + seed) * Math.cos(9 * t * seed)
    return { x, y, radius: 1 }
  })
  return drawn(400, 120, dots)
}

export const pngDataUrl = (png: Buffer): string => `data:image/png;base64,${png.toString('base64')}`

/** A mark on a transparent ground, larger than the logo's box. */
export function sampleLogo(): Promise<Buffer> {
  const bar = (y: number, to: number, radius: number): Dot[] =>
    Array.from({ length: to - 240 }, (_, i) => ({ x: 240 + i, y, radius }))
  return drawn(720, 220, [{ x: 110, y: 110, radius: 90 }, ...bar(80, 690, 18), ...bar(150, 560, 12)])
}

const partner = (n: 1 | 2, name: string): Values => ({
  [`partner${n}Name`]: name,
  [`partner${n}CreditScore`]: '712',
  [`partner${n}Title`]: 'Managing member, 50%',
  [`partner${n}SSN`]: n === 1 ? '078-05-1120' : '219-09-9999',
  [`partner${n}DOB`]: n === 1 ? '1978-03-09' : '1983-11-30',
  [`partner${n}Address`]: '18 Bayou View Lane, Apt. 4',
  [`partner${n}City`]: 'Houma',
  [`partner${n}State`]: 'LA',
  [`partner${n}Zip`]: '70360',
  [`partner${n}Phone`]: '9855550162',
  [`partner${n}RentOwn`]: 'Own, 9 years',
})

/** Every field of the catalogue but the drawings. */
const fullValues: Values = {
  legalName: 'Peña Marine Supply & Refrigeration, LLC',
  businessPhone: '5045550148',
  fax: '5045550149',
  dbaName: 'Северный Ветер Marine',
  startDate: '2014-06-01',
  rent: '4200',
  website: 'https://penamarine.example.com',
  email: 'office@penamarine.example.com',
  ownedBusiness: '11 years',
  cellPhone: '(504) 555-0177',
  address: '2200 Tchoupitoulas Street, Suite 300',
  city: 'New Orleans',
  state: 'LA',
  zip: '70130',
  seasonal: 'No',
  taxId: '721234567',
  state2: 'LA',
  nature: 'Marine parts, refrigeration service',
  style: 'LLC',
  sales: '186500',
  bankBalance: '41250.75',
  useOfFunds: 'Second service van, stock for the shrimp season and a cold room for the Houma branch.',
  advanceAmount: '75,000',
  landlordContactNameNumber1: 'Gulf Properties, Ms. Thibodeaux, (504) 555-0110',
  lengthTimeLocation: '6 years',
  timeRemainingLease: '4 years',
  reference1: 'Delta Cold Chain, (504) 555-0123',
  reference2: 'Boudreaux Boats, (985) 555-0139',
  question1: 'Yes',
  question2: 'Yes',
  question3: 'No',
  question4: 'Yes',
  question5: 'No',
  question6: 'Yes',
  question7: 'Discharged',
  question8: '2009',
  question9: 'Yes',
  company1: 'Harbor Advance',
  balance1: '12500',
  company2: 'Quickline Capital',
  balance2: '3800',
  company3: '',
  balance3: '',
  company4: '',
  balance4: '',
  ...partner(1, 'Íñigo Peña'),
  ...partner(2, 'Мария Петрова'),
  signer1Name: 'Íñigo Peña',
  signer1Date: '2026-11-21',
  signer2Name: 'Мария Петрова',
  signer2Date: '2026-11-21',
}

/** A PDF as the product makes it, in this thread. */
export async function renderApplicationPdf(
  application: PrintedApplication,
  options?: RenderOptions,
): Promise<Buffer> {
  return layOutApplication(await prepare(application, options))
}

export function attached(count: number) {
  const files = Array.from({ length: count }, (_, n) => ({
    name: `Gulf Coast Bank statement ${n + 1}.pdf`,
    kind: 'Statement of July 2026',
    size: 184_320 + n,
    digest: `${n % 10}`.padEnd(64, 'c3f1'),
    originalDigest: null,
    addedAt: new Date('2026-11-21T15:01:00Z'),
  }))
  return { asOf: new Date('2026-11-21T15:04:07Z'), statements: 'Statements: Jul, Aug Sep Oct missing', files }
}

/** A whole application with both drawings and a logo. */
export async function fullApplication(): Promise<PrintedApplication> {
  const [first, second, logo] = await Promise.all([drawnSignature(1), drawnSignature(2), sampleLogo()])
  return {
    id: '0199a4f2-7c1e-7b3a-9d20-5f64c0ab12de',
    createdAt: new Date('2026-11-21T15:04:05Z'),
    companyName: 'Demo Funding',
    timeZone: 'America/New_York',
    logo,
    values: { ...fullValues, signer1Signature: pngDataUrl(first), signer2Signature: pngDataUrl(second) },
    authorizationText: '',
    disclaimer: 'Demo Funding is a broker and does not make credit decisions.',
    clientIp: '203.0.113.24',
    source: { submittedBy: 'Dana Reyes', link: 'gulf-brokers' },
    attachments: attached(4),
    signing: null,
    openedAt: new Date('2026-11-21T14:48:00Z'),
  }
}

/** What the least demanding company asks for: one name, one signer, no drawing, no logo. */
export const minimalApplication: PrintedApplication = {
  id: '0199a4f2-7c1e-7b3a-9d20-5f64c0ab12df',
  createdAt: new Date('2026-11-21T23:59:00Z'),
  companyName: 'Demo Funding',
  timeZone: 'America/New_York',
  logo: null,
  values: {
    legalName: 'Ortiz Tile',
    businessPhone: '',
    signer1Name: 'Ana Ortiz',
    signer1Date: '2026-11-21',
    signer1Signature: '',
  },
  authorizationText: '',
  disclaimer: '',
  clientIp: '',
  source: { submittedBy: '', link: 'demo' },
  attachments: attached(0),
  signing: null,
  openedAt: new Date('2026-11-21T23:50:00Z'),
}

/** How both signed: the first unchanged since, the second not. */
export function signingRecord(language: 'en' | 'ru'): SigningRecord {
  const signer: SigningRecord['signers'][number] = {
    signer: 1,
    startedAt: '2026-11-21T15:00:01.000Z',
    endedAt: '2026-11-21T15:00:09.000Z',
    way: 'typed',
    digest: 'ab12'.repeat(16),
    matches: true,
    receivedAt: '2026-11-21T15:04:05.000Z',
    address: '203.0.113.24',
    device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
  }
  const source = { companyName: 'Demo Funding', contact: '', authorizationText: '', disclaimer: '' }
  return {
    consent: {
      version: '2026-11-22',
      at: '2026-11-21T14:59:00.000Z',
      language,
      text: consentText(language, source),
    },
    digest: signer.digest ?? '',
    signers: [signer, { ...signer, signer: 2, matches: false }],
  }
}
