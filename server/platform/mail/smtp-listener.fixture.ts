import { createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'

export type ReceivedMail = { from: string; to: string[]; content: string; encrypted: boolean }

export type SmtpListener = { url: URL; received: ReceivedMail[]; stop(): Promise<void> }

type Options = { refuses?: (address: string) => boolean; starttls?: boolean }

/** TLS without a certificate, which a test would have to bring along; clients take the same as `tls.` parameters. */
export const ANONYMOUS_TLS = { ciphers: 'ADH-AES256-GCM-SHA384:@SECLEVEL=0', maxVersion: 'TLSv1.2' } as const

/** A mail server as small as RFC 5321 allows; it refuses the recipients it is told to. */
export async function listenForMail({
  refuses = () => false,
  starttls = false,
}: Options = {}): Promise<SmtpListener> {
  const received: ReceivedMail[] = []
  const server = createServer((socket) => converse(socket, { refuses, starttls }, received))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: new URL(`smtp://127.0.0.1:${address.port}`),
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function converse(socket: Socket, options: Required<Options>, received: ReceivedMail[]): void {
  const { refuses, starttls } = options
  const say = (line: string) => socket.write(`${line}\r\n`)
  const encrypted = socket instanceof TLSSocket
  const noMail = (): ReceivedMail => ({ from: '', to: [], content: '', encrypted })
  let mail = noMail()
  let inContent = false
  let waiting = ''
  const hear = (line: string) => {
    const address = /<(.*?)>/.exec(line)?.[1] ?? ''
    if (inContent) {
      if (line !== '.') {
        mail.content += `${line.replace(/^\./, '')}\r\n`
        return
      }
      inContent = false
      received.push(mail)
      mail = noMail()
      say('250 kept')
    } else if (/^(EHLO|HELO)/i.test(line)) say(starttls ? '250-listener\r\n250 STARTTLS' : '250 listener')
    else if (/^STARTTLS/i.test(line) && !starttls) say('502 not here')
    else if (/^STARTTLS/i.test(line)) {
      say('220 go on')
      socket.removeAllListeners('data')
      const secureContext = createSecureContext({ ...ANONYMOUS_TLS, dhparam: 'auto' })
      const secured = new TLSSocket(socket, { isServer: true, secureContext })
      converse(secured, { refuses, starttls: false }, received)
    } else if (/^MAIL FROM/i.test(line)) {
      mail.from = address
      say('250 ok')
    } else if (/^RCPT TO/i.test(line)) {
      if (refuses(address)) say('550 no such mailbox')
      else {
        mail.to.push(address)
        say('250 ok')
      }
    } else if (/^DATA/i.test(line)) {
      inContent = true
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }
  socket.setEncoding('utf8')
  socket.on('error', () => {})
  socket.on('data', (chunk: string) => {
    const lines = (waiting + chunk).split('\r\n')
    waiting = lines.pop() ?? ''
    lines.forEach(hear)
  })
  if (!encrypted) say('220 listener')
}
