import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../test/support/server.ts'
import { createMailer } from './mailer.ts'
import { companyMail, notifyAddresses } from './mails.ts'
import { ANONYMOUS_TLS, listenForMail } from './smtp-listener.fixture.ts'

const LINK = 'https://apply.example.com/admin/forms'
const content = companyMail('newApplication', 'Peña & Söhne <b>', LINK)
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-mail-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const base = { dataDir, publicUrl: 'https://apply.example.com', allowPlainSmtp: false }

describe('without SMTP_URL', () => {
  const mailer = createMailer({ ...base, smtpUrl: null })

  test('a mail is a whole .eml file that only its owner reads', async () => {
    await mailer.send({ ...content, to: ['staff@example.com'] })
    const names = await readdir(path.join(dataDir, 'mail'))
    expect(names).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\.eml$/)])
    const file = path.join(dataDir, 'mail', names[0] ?? '')
    const text = await readFile(file, 'utf8')
    expect(text).toContain('To: staff@example.com\r\n')
    expect(text).toContain('From: Intake <no-reply@apply.example.com>\r\n')
    expect(text).toContain(LINK)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('line breaks in headers are refused, and nothing is written', async () => {
    const before = await readdir(path.join(dataDir, 'mail'))
    for (const bad of [
      { subject: 'Hello\r\nBcc: thief@example.com' },
      { to: ['staff@example.com\nBcc: thief@example.com'] },
    ]) {
      await expect(mailer.send({ ...content, to: ['staff@example.com'], ...bad })).rejects.toThrow(
        'line break',
      )
    }
    expect(await readdir(path.join(dataDir, 'mail'))).toEqual(before)
  })
})

describe('through SMTP', () => {
  test('the server gets the mail, as text and as HTML', async () => {
    const server = await listenForMail()
    const mailer = createMailer({ ...base, smtpUrl: server.url })
    await mailer.send({ ...content, to: ['a@example.com', 'b@example.com'], key: 'one' })
    await mailer.send({ ...content, to: ['a@example.com'], key: 'one' })
    await server.stop()
    expect(server.received).toHaveLength(2)
    const [first, again] = server.received
    expect(first).toMatchObject({
      from: 'no-reply@apply.example.com',
      to: ['a@example.com', 'b@example.com'],
    })
    expect(first?.content).toContain('Content-Type: text/plain')
    expect(first?.content).toContain('Content-Type: text/html')
    const idOf = (mail?: string) => /^Message-ID: (.*)$/im.exec(mail ?? '')?.[1]
    expect(idOf(first?.content)).toMatch(/^<[0-9a-f]{32}@apply\.example\.com>/)
    expect(idOf(again?.content)).toBe(idOf(first?.content))
  })

  test('SMTP_URL may name the sender', async () => {
    const server = await listenForMail()
    const url = new URL(server.url)
    url.searchParams.set('from', 'office@example.com')
    await createMailer({ ...base, smtpUrl: url }).send({ ...content, to: ['a@example.com'] })
    await server.stop()
    expect(server.received[0]?.from).toBe('office@example.com')
  })

  test('a mail that all addresses refuse and a dead server are failures', async () => {
    const server = await listenForMail({ refuses: (address) => address === 'gone@example.com' })
    const mailer = createMailer({ ...base, smtpUrl: server.url })
    await expect(mailer.send({ ...content, to: ['gone@example.com'] })).rejects.toThrow()
    // A job would be repeated, and send the mail to the other address up to 12 times.
    await mailer.send({ ...content, to: ['a@example.com', 'gone@example.com'] })
    expect(server.received.map(({ to }) => to)).toEqual([['a@example.com']])
    await server.stop()
    await expect(mailer.send({ ...content, to: ['a@example.com'] })).rejects.toThrow()
  })
})

describe('a mail that needs TLS', () => {
  const secret = { ...content, to: ['a@example.com'], needsTls: true }
  /** The listener as a server elsewhere; 0.0.0.0 reaches this machine, and is no name of it. */
  const elsewhere = (url: URL) => new URL(`smtp://0.0.0.0:${url.port}`)

  test('is not sent to a server without it, other mails are', async () => {
    const server = await listenForMail()
    const mailer = createMailer({ ...base, smtpUrl: elsewhere(server.url) })
    await expect(mailer.send(secret)).rejects.toThrow(/TLS/)
    const careless = new URL(elsewhere(server.url))
    careless.search = '?requireTLS=false&ignoreTLS=true&opportunisticTLS=true'
    await expect(createMailer({ ...base, smtpUrl: careless }).send(secret)).rejects.toThrow(/TLS/)
    expect(server.received).toEqual([])
    await mailer.send({ ...secret, needsTls: false })
    await server.stop()
    expect(server.received).toHaveLength(1)
  })

  test('is sent over STARTTLS', async () => {
    const server = await listenForMail({ starttls: true })
    const url = elsewhere(server.url)
    const tls = { ...ANONYMOUS_TLS, rejectUnauthorized: 'false' }
    for (const [name, value] of Object.entries(tls)) url.searchParams.set(`tls.${name}`, value)
    await createMailer({ ...base, smtpUrl: url }).send(secret)
    await server.stop()
    expect(server.received).toMatchObject([{ to: ['a@example.com'], encrypted: true }])
  })

  test('is sent without it to a relay on this machine, and where SMTP_ALLOW_PLAIN says so', async () => {
    const server = await listenForMail()
    await createMailer({ ...base, smtpUrl: server.url }).send(secret)
    await createMailer({ ...base, smtpUrl: elsewhere(server.url), allowPlainSmtp: true }).send(secret)
    await server.stop()
    expect(server.received.map(({ encrypted }) => encrypted)).toEqual([false, false])
  })
})

test('the mail has one sentence, one button and no markup of the company', () => {
  const named = companyMail('newApplication', 'Peña & <b>Söhne</b>\r\nBcc: x', LINK)
  expect(named.subject).toBe('New application for Peña & <b>Söhne</b> Bcc: x')
  expect(named.html).toContain('Peña &amp; &lt;b&gt;Söhne&lt;/b&gt; Bcc: x')
  expect(named.html).not.toContain('<b>')
  expect(named.html.match(/<a /g)).toHaveLength(1)
  expect(named.text).toContain(`Open the application: ${LINK}`)
})

test('of a list of addresses the valid ones count, each once, ten at most', () => {
  expect(notifyAddresses('')).toEqual([])
  expect(notifyAddresses(' a@example.com, nonsense,b@example.com ,, a@example.com')).toEqual([
    'a@example.com',
    'b@example.com',
  ])
  expect(notifyAddresses('a@example.com\r\nBcc: thief@example.com')).toEqual([])
  const many = Array.from({ length: 30 }, (_, i) => `u${i}@example.com`)
  expect(notifyAddresses(many.join(','))).toEqual(many.slice(0, 10))
})

describe('a server without SMTP_URL', () => {
  const DAY_MS = 24 * 60 * 60_000
  const warning = (log: string[]) => log.filter((line) => line.includes('SMTP_URL is not set'))

  test('warns once its address is https, and removes mails that are older than 30 days', async () => {
    const place = await mkdtemp(path.join(os.tmpdir(), 'intake-mail-'))
    const folder = path.join(place, 'mail')
    await mkdir(folder)
    for (const [name, days] of [
      ['old.eml', 31],
      ['half.eml.part', 31],
      ['young.eml', 29],
      ['notes', 31],
    ] as const) {
      await writeFile(path.join(folder, name), '')
      const then = new Date(Date.now() - days * DAY_MS)
      await utimes(path.join(folder, name), then, then)
    }
    const publicUrl = 'https://apply.example.com'
    const server = await startTestServer({ dataDir: place, publicUrl, role: 'worker' })
    expect(warning(server.log)).toHaveLength(1)
    await expect.poll(async () => (await readdir(folder)).sort()).toEqual(['notes', 'young.eml'])
    await server.stop()
    await rm(place, { recursive: true })
  })

  test('does not warn where its address is plain or a mail server is named', async () => {
    const plain = await startTestServer()
    const smtpUrl = new URL('smtp://127.0.0.1:1')
    const mailed = await startTestServer({ publicUrl: 'https://apply.example.com', smtpUrl })
    expect([...warning(plain.log), ...warning(mailed.log)]).toEqual([])
  })
})
