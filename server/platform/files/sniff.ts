import { contentType, HEAD_BYTES } from '#domain/file-content'
import { guessType } from '#domain/files'
import { getOwn } from '#domain/get-own'
import { AppError } from '../../errors.ts'
import { jpegScanner, pdfScanner, pngScanner, type Scanner } from './scanners.ts'

const DECLARED: Readonly<Record<string, string>> = {
  '': '',
  'application/octet-stream': '',
  // The default of a part without a type (RFC 7578, 4.4)
  'text/plain': '',
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/heic': 'image/jpeg',
  'image/heif': 'image/jpeg',
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
export function sniffStream(type: string) {
  const scanner = getOwn(SCANNERS, type)?.()
  if (!scanner) throw new AppError('unsupported_type', ({ upload }) => upload.wrongType)
  const pass = (chunk: Buffer, isFirst: boolean) => {
    if (isFirst && chunk.length === 0) throw new AppError('invalid_input', ({ upload }) => upload.empty)
    if (isFirst && contentType(chunk) !== type) throw mismatch()
    scanner.read(chunk)
    return chunk
  }
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let head: Buffer | null = Buffer.alloc(0)
    for await (const chunk of source) {
      if (head === null) yield pass(chunk, false)
      else if (head.length + chunk.length < HEAD_BYTES) head = Buffer.concat([head, chunk])
      else {
        yield pass(Buffer.concat([head, chunk]), true)
        head = null
      }
    }
    if (head !== null) yield pass(head, true)
    if (!scanner.complete()) throw new AppError('invalid_input', ({ upload }) => upload.damaged)
  }
}

export function typeOfBytes(bytes: Buffer): string | null {
  const type = contentType(bytes)
  const scanner = type === null ? undefined : getOwn(SCANNERS, type)?.()
  scanner?.read(bytes)
  return scanner?.complete() ? type : null
}

const mismatch = () => new AppError('unsupported_type', ({ upload }) => upload.contentMismatch)
