import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import { LIMITS } from '#domain/limits'
import type { Config } from '../../config.ts'
import { observe } from '../../observe.ts'
import { hasCode } from '../../system-error.ts'
import type { MailContent } from './mail-page.ts'

type Mail = MailContent & {
  to: string[]
  /** identifies a mail that may be sent twice */
  key?: string
  /** requires TLS, unless the configuration allows plain SMTP */
  needsTls?: boolean
}

export type Mailer = {
  /** Resolves when the server has accepted the mail for an address, as a repetition would reach that one again. */
  send(mail: Mail): Promise<void>
}

type MailConfig = Pick<Config, 'smtpUrl' | 'dataDir' | 'publicUrl' | 'allowPlainSmtp'>

const TIMEOUT_MS = 20_000
const mailFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'mail')

export const mailWarnings = ({ publicUrl, smtpUrl, dataDir }: MailConfig): string[] =>
  publicUrl?.startsWith('https:') && smtpUrl === null
    ? [`SMTP_URL is not set: no mail is sent, mails are files in ${mailFolder({ dataDir })}`]
    : []

/** The files name applicants and contain links. */
export async function removeOldMails(config: Pick<Config, 'dataDir'>): Promise<void> {
  const folder = mailFolder(config)
  const before = Date.now() - LIMITS.mailFileDays * 24 * 60 * 60_000
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  for (const name of names.filter((each) => /\.eml(\.part)?$/.test(each))) {
    const file = path.join(folder, name)
    const found = await stat(file).catch(() => null)
    if (found !== null && found.mtimeMs < before) await rm(file, { force: true })
  }
}

// Sends through SMTP_URL, or writes `.eml` files to DATA_DIR/mail without one. `?from=` in SMTP_URL sets the sender,
// by default `no-reply` at the host of PUBLIC_URL; its other parameters are nodemailer's (`?requireTLS=true`).
export function createMailer(config: MailConfig): Mailer {
  const host = config.publicUrl === null ? 'localhost' : new URL(config.publicUrl).hostname
  const from = config.smtpUrl?.searchParams.get('from') ?? `no-reply@${host}`
  const { deliver, deliverOverTls } = deliveries(config)
  return {
    async send({ to, subject, text, html, key, unsubscribe, images = [], needsTls = false }) {
      for (const header of [subject, from, ...to]) refuseLineBreaks(header)
      const local =
        key === undefined ? randomUUID() : createHash('sha256').update(key).digest('hex').slice(0, 32)
      const message = {
        from: { name: 'Intake', address: from },
        to,
        subject,
        text,
        html,
        messageId: `<${local}@${host}>`,
        attachments: images.map(({ cid, content }) => ({
          cid,
          content,
          filename: `${cid}.png`,
          contentDisposition: 'inline' as const,
        })),
        ...(unsubscribe !== undefined && {
          headers: {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
      }
      await observe({ kind: 'mail', name: 'send' }, () => (needsTls ? deliverOverTls : deliver)(message))
    },
  }
}

/** A line break would start another header. */
function refuseLineBreaks(header: string): void {
  if (/[\r\n]/.test(header)) throw new Error('A mail header with a line break is refused')
}

type Delivery = (message: SendMailOptions) => Promise<void>

function deliveries({
  smtpUrl,
  dataDir,
  allowPlainSmtp,
}: MailConfig): Record<'deliver' | 'deliverOverTls', Delivery> {
  const deliver = smtpUrl ? smtpDelivery(smtpUrl) : fileDelivery(mailFolder({ dataDir }))
  if (!smtpUrl || allowPlainSmtp || isThisMachine(smtpUrl)) return { deliver, deliverOverTls: deliver }
  const tlsOnly = new URL(smtpUrl)
  // In the URL, as its parameters override nodemailer's other options.
  tlsOnly.searchParams.set('requireTLS', 'true')
  return { deliver, deliverOverTls: smtpDelivery(tlsOnly) }
}

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
    await (await transport()).sendMail(message)
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

/** Loads nodemailer with the first mail, as it would slow down every start. */
function onFirstUse<T>(make: (library: typeof import('nodemailer')) => T): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= import('nodemailer').then(make))
}

/** Programs that watch the folder never see half a mail. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const draft = `${file}.part`
  try {
    await writeFile(draft, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
