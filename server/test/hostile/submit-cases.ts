import { fullApplication } from '#domain/catalogue/application.fixture'
import { bomb, drawingUrl, heaviest } from '../support/pngs.ts'
import { sendJson, type HostileCase, type Target } from './hostile-case.ts'

const bad = (name: string, send: HostileCase['send']): HostileCase => ({
  name: `application: ${name}`,
  send,
  status: 400,
  code: 'invalid_input',
})
const submit = ({ url, session }: Target, changes: Record<string, unknown>) =>
  sendJson(
    `${url}/api/form/submit`,
    JSON.stringify({ ...fullApplication(), formSubmissionId: session, ...changes }),
  )
const answers = (name: string, changes: Record<string, unknown>) =>
  bad(name, (target) => submit(target, changes))
const draft = (name: string, values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  bad(`draft with ${name}`, ({ url, session }) =>
    sendJson(
      `${url}/api/form/session/draft`,
      JSON.stringify({ formSubmissionId: session, values, revision: 1, ...more }),
      { method: 'PUT' },
    ),
  )

/** An object literal would take `__proto__` for its prototype. */
const ownProperty = (name: string, value: string) => Object.fromEntries([[name, value]])

const png = (bytes: Buffer | string) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`

/** What an applicant may send, or whoever has the applicant's link. */
export const SUBMIT_CASES: HostileCase[] = [
  answers('a signature above 300 KB', { signer1Signature: png(Buffer.alloc(320 * 1024)) }),
  answers('an SVG for a signature', { signer1Signature: 'data:image/svg+xml;base64,PHN2Zy8+' }),
  answers('a page for a signature', { signer1Signature: png('<html><script>alert(1)</script>') }),
  answers('a picture of 400 million pixels for a signature', { signer1Signature: drawingUrl(bomb(20_000)) }),
  answers('a page behind a picture for a signature', {
    signer1Signature: png(Buffer.concat([heaviest(1, 1), Buffer.from('<html>')])),
  }),
  answers('an address for a signature', { signer1Signature: 'https://evil.example/pixel.png' }),
  answers('a script for a signature', { signer1Signature: 'javascript:alert(1)' }),
  answers('NUL in a name', { legalName: 'Acme\0LLC' }),
  answers('half of a character in a name', { legalName: 'Acme \ud83d' }),
  answers('an escape sequence in a name', { legalName: '\u001b[2J' }),
  answers('NUL in the slug', { formSubmissionId: undefined, generatedLinkSlug: 'demo\0' }),
  answers('CR LF in an e-mail address', { email: 'a@x.example\r\nBcc: b@x.example' }),
  answers('a script for a web address', { website: 'javascript:alert(1)' }),
  answers('a field of none', { isAdmin: 'true' }),
  answers('a tax ID of 500,000 combining marks', { taxId: `1${'\u0301\u0316'.repeat(250_000)}` }),
  answers('a number for a text', { rent: 1e300 }),
  answers('a name of 100,000 letters', { legalName: 'x'.repeat(100_000) }),
  answers('dates that are none', { startDate: '2026-02-31', partner1DOB: '0000-00-00' }),
  answers('a company that is not its own', { companyId: '0192f0c1-2a3b-7c4d-8e5f-0123456789ab' }),
  answers('an object for an address', { address: { toString: 'x' } }),
  answers('kept answers nobody may keep', { kept: ['legalName'] }),
  bad('nothing but defaults', ({ url, session }) =>
    sendJson(`${url}/api/form/submit`, JSON.stringify({ formSubmissionId: session, question1: 'No' })),
  ),
  bad('two sessions', (target) =>
    sendJson(`${target.url}/api/form/submit`, JSON.stringify({ formSubmissionId: target.session }), {
      headers: { 'x-form-session': `${target.session}x` },
    }),
  ),
  {
    ...answers('a forged session', {
      formSubmissionId: `0192f0c1-2a3b-7c4d-8e5f-0123456789ab.${'A'.repeat(64)}`,
    }),
    code: 'session_expired',
  },
  ...['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'].flatMap((name) => [
    answers(`the field ${name}`, ownProperty(name, 'x')),
    answers(`a kept answer ${name}`, { kept: [name] }),
    draft(`the field ${name}`, ownProperty(name, 'x')),
  ]),
  draft('a text above its length', { useOfFunds: 'x'.repeat(6000) }),
  draft('a signature above its length', { signer1Signature: png(Buffer.alloc(400 * 1024)) }),
  draft('a revision without end', {}, { revision: 1e300 }),
  draft('a revision below nothing', {}, { revision: -1 }),
]
