import { connect, type Socket } from 'node:net'
import pTimeout from 'p-timeout'

const DEFAULT_PORT = 3310
const CONNECT_WITHIN_MS = 5000
const ANSWER_WITHIN_MS = 60_000
const ANSWER_BYTES = 4096

export class ScanError extends Error {
  override name = 'ScanError'
}

export class ClamdTalk {
  answered: string | null = null
  readonly #socket: Socket
  readonly #answer: Promise<void>

  constructor(url: URL) {
    this.#socket = open(url)
    this.#answer = this.#listen()
    // Avoids an unhandled rejection; awaiting callers still see the error.
    this.#answer.catch(() => {})
  }

  async write(bytes: Buffer): Promise<void> {
    const taken = new Promise<void>((resolve) => this.#socket.write(bytes, () => resolve()))
    await this.#inTime(Promise.race([taken, this.#answer]))
    if (this.answered !== null) throw new ScanError('clamd answered too early')
  }

  async answer(): Promise<string> {
    await this.#inTime(this.#answer)
    return this.answered ?? ''
  }

  close(): void {
    this.#socket.destroy()
  }

  #listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      let heard = ''
      this.#socket.on('data', (chunk: Buffer) => {
        heard += chunk.toString('latin1')
        if (!heard.includes('\0') && heard.length < ANSWER_BYTES) return
        this.answered ??= heard.split('\0', 1)[0] ?? ''
        resolve()
      })
      this.#socket.once('error', (cause) => reject(new ScanError('clamd cannot be reached', { cause })))
      this.#socket.once('close', () => reject(new ScanError('clamd went away without an answer')))
    })
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    const milliseconds = this.#socket.connecting ? CONNECT_WITHIN_MS : ANSWER_WITHIN_MS
    return pTimeout(work, { milliseconds, message: new ScanError('clamd took too long') })
  }
}

function open({ protocol, hostname, port, pathname }: URL): Socket {
  if (protocol === 'unix:') return connect(decodeURIComponent(pathname))
  return connect(Number(port || DEFAULT_PORT), hostname.replace(/^\[|\]$/g, ''))
}
