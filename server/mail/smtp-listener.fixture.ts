import { createServer, type Socket } from 'node:net'

export type ReceivedMail = { from: string; to: string[]; content: string }

export type SmtpListener = { url: URL; received: ReceivedMail[]; stop(): Promise<void> }

/** A mail server as small as RFC 5321 allows; it refuses the recipients it is told to. */
export async function listenForMail(
  refuses: (address: string) => boolean = () => false,
): Promise<SmtpListener> {
  const received: ReceivedMail[] = []
  const server = createServer((socket) => converse(socket, refuses, received))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: new URL(`smtp://127.0.0.1:${address.port}`),
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function converse(socket: Socket, refuses: (address: string) => boolean, received: ReceivedMail[]): void {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail: ReceivedMail = { from: '', to: [], content: '' }
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
      mail = { from: '', to: [], content: '' }
      say('250 kept')
    } else if (/^(EHLO|HELO)/i.test(line)) say('250 listener')
    else if (/^MAIL FROM/i.test(line)) {
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
  say('220 listener')
}
