import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import type { MailContent } from './mail-page.ts'

export type Mail = MailContent & {
  to: string[]
  /** the same for the same mail, should it be sent twice; not shown */
  key?: string
  /** never sent over a network without TLS, unless the configuration allows it */
  needsTls?: boolean
}

export type Mailer = {
  /** Answers when the mail is handed over: accepted by the server for all its addresses, or safely on disk. */
  send(mail: Mail): Promise<void>
}

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl' | 'allowPlainSmtp'>

const TIMEOUT_MS = 20_000

/**
 * Sends through SMTP_URL, or writes `.eml` files to DATA_DIR/mail where none is set. The sender is `no-reply` at the
 * host of PUBLIC_URL; `?from=` in SMTP_URL names another. Other parameters of the URL are nodemailer's
 * (`?requireTLS=true`).
 */
export function createMailer(config: MailConfig): Mailer {
  const host = config.publicUrl === null ? 'localhost' : new URL(config.publicUrl).hostname
  const from = config.smtpUrl?.searchParams.get('from') ?? `no-reply@${host}`
  const { deliver, deliverOverTls } = deliveries(config)
  return {
    async send({ to, subject, text, html, key, needsTls = false }) {
      for (const header of [subject, from, ...to]) refuseLineBreaks(header)
      const local =
        key === undefined ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 32)
      await (needsTls ? deliverOverTls : deliver)({
        from: { name: 'Intake', address: from },
        to,
        subject,
        text,
        html,
        messageId: `<${local}@${host}>`,
      })
    },
  }
}

type Message = {
  from: { name: string; address: string }
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string
}

/** A line break would begin a header of the writer's choice. @throws Error */
function refuseLineBreaks(header: string): void {
  if (/[\r\n]/.test(header)) throw new Error('A mail header with a line break is refused')
}

type Delivery = (message: Message) => Promise<void>

function deliveries({
  smtpUrl,
  dataDir,
  allowPlainSmtp,
}: MailConfig): Record<'deliver' | 'deliverOverTls', Delivery> {
  const deliver = smtpUrl ? smtpDelivery(smtpUrl) : fileDelivery(path.join(dataDir, 'mail'))
  if (!smtpUrl || allowPlainSmtp || isThisMachine(smtpUrl)) return { deliver, deliverOverTls: deliver }
  const tlsOnly = new URL(smtpUrl)
  // In the URL, as nodemailer lets its parameters override other options.
  tlsOnly.searchParams.set('requireTLS', 'true')
  return { deliver, deliverOverTls: smtpDelivery(tlsOnly) }
}

/** A relay on this machine is reached over no network. */
const isThisMachine = ({ hostname }: URL): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname)

function smtpDelivery(url: URL): Delivery {
  const server = new URL(url)
  server.searchParams.delete('from')
  const transport = onFirstUse(({ createTransport }) =>
    createTransport({
      url: server.href,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return async (message) => {
    const { rejected } = await (await transport()).sendMail(message)
    if (rejected.length > 0) throw new Error('The mail server refused an address')
  }
}

function fileDelivery(folder: string): Delivery {
  const transport = onFirstUse(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return async (message) => {
    const { message: content } = await (await transport()).sendMail(message)
    if (!Buffer.isBuffer(content)) throw new Error('The mail was not composed whole')
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeWhole(path.join(folder, name), content)
  }
}

/** Makes a transport once, when there is a mail: loading the library would slow down every start. */
function onFirstUse<T>(make: (library: typeof import('nodemailer')) => T): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= import('nodemailer').then(make))
}

/** Whoever watches the folder never sees half a mail. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.part`
  try {
    const handle = await open(unfinished, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
