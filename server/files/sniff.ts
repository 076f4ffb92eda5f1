import { Transform } from 'node:stream'
import { contentType, HEAD_BYTES } from '#domain/file-content'
import { guessType } from '#domain/files'
import { getOwn } from '#domain/get-own'
import { AppError } from '../errors.ts'
import { jpegScanner, pdfScanner, pngScanner, type Scanner } from './scanners.ts'

/** Other names of types; '' stands for an unknown type. */
const DECLARED: Readonly<Record<string, string>> = {
  '': '',
  'application/octet-stream': '',
  // The default of a part without a type (RFC 7578, 4.4)
  'text/plain': '',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'application/x-pdf': 'application/pdf',
}

const SCANNERS: Readonly<Record<string, () => Scanner>> = {
  'application/pdf': pdfScanner,
  'image/jpeg': jpegScanner,
  'image/png': pngScanner,
}

export function expectedType(name: string, declared: string): string {
  const type = guessType(name)
  if (type === null) throw new AppError('unsupported_type', ({ upload }) => upload.wrongType)
  const said = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  const meant = getOwn(DECLARED, said) ?? said
  if (meant !== '' && meant !== type) throw mismatch()
  return type
}

/** Checks the first bytes before it passes any on, and the structure at the end. */
export function sniffStream(type: string): Transform {
  const scanner = getOwn(SCANNERS, type)?.()
  if (!scanner) throw new AppError('unsupported_type', ({ upload }) => upload.wrongType)
  let head: Buffer | null = Buffer.alloc(0)

  const pass = (chunk: Buffer) => {
    scanner.read(chunk)
    return chunk
  }
  const begin = (start: Buffer) => {
    head = null
    if (start.length === 0) throw new AppError('invalid_input', ({ upload }) => upload.empty)
    if (contentType(start) !== type) throw mismatch()
    return pass(start)
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        if (head === null) return done(null, pass(chunk))
        head = Buffer.concat([head, chunk])
        return head.length < HEAD_BYTES ? done() : done(null, begin(head))
      } catch (error) {
        return done(asError(error))
      }
    },
    flush(done) {
      try {
        if (head !== null) this.push(begin(head))
        if (!scanner.complete()) throw new AppError('invalid_input', ({ upload }) => upload.damaged)
        done()
      } catch (error) {
        done(asError(error))
      }
    },
  })
}

export function typeOfBytes(bytes: Buffer): string | null {
  const type = contentType(bytes)
  const scanner = type === null ? undefined : getOwn(SCANNERS, type)?.()
  scanner?.read(bytes)
  return scanner?.complete() ? type : null
}

const mismatch = () => new AppError('unsupported_type', ({ upload }) => upload.contentMismatch)

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
