export type Scanner = { read(chunk: Buffer): void; complete(): boolean }

/** Acrobat looks for the end mark in the last 1024 bytes (ISO 32000-1, annex H). */
const PDF_TAIL_BYTES = 1024

/** Every PDF has objects and a trailer with their root (ISO 32000-1, 7.5.5), even an encrypted one. */
const PDF_PARTS = ['obj', '/Root'] as const
const LONGEST_PART = 5

export function pdfScanner(): Scanner {
  let tail: Buffer = Buffer.alloc(0)
  const missing = new Set<string>(PDF_PARTS)
  return {
    read(chunk) {
      const seam = Buffer.concat([tail.subarray(1 - LONGEST_PART), chunk.subarray(0, LONGEST_PART - 1)])
      for (const part of missing) if (seam.includes(part) || chunk.includes(part)) missing.delete(part)
      const last = chunk.subarray(-PDF_TAIL_BYTES)
      tail = Buffer.concat([tail, last]).subarray(-PDF_TAIL_BYTES)
    },
    complete: () => missing.size === 0 && tail.includes('%%EOF'),
  }
}

export function pngScanner(): Scanner {
  let skip = 8
  let done = false
  const head: number[] = []
  return {
    read(chunk) {
      for (let at = 0; at < chunk.length && !done;) {
        if (skip > 0) {
          const step = Math.min(skip, chunk.length - at)
          skip -= step
          at += step
          if (skip === 0 && isEnd(head)) done = true
          if (skip === 0) head.length = 0
          continue
        }
        head.push(chunk[at] ?? 0)
        at += 1
        if (head.length === 8) skip = Buffer.from(head).readUInt32BE(0) + PNG_CHECKSUM_BYTES
      }
    },
    complete: () => done,
  }
}

const PNG_CHECKSUM_BYTES = 4
const isEnd = (head: number[]): boolean => String.fromCharCode(...head.slice(4)) === 'IEND'

const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7

// Walks the segments up to the end mark (ITU-T T.81, annex B), so that the end of an embedded preview doesn't count.
// Data after the end is ignored, as some cameras append some.
export function jpegScanner(): Scanner {
  let state: 'marker' | 'code' | 'length' | 'segment' | 'scan' | 'scan-code' | 'done' = 'marker'
  let code = 0
  let length: number[] = []
  let skip = 0

  const onCode = (byte: number) => {
    if (byte === MARKER) return
    code = byte
    if (code === END_OF_IMAGE) state = 'done'
    else if (code === START_OF_IMAGE || isRestart(code) || code === 0x01) state = 'marker'
    else [state, length] = ['length', []]
  }
  const onLength = (byte: number) => {
    length.push(byte)
    if (length.length < 2) return
    skip = Math.max(0, Buffer.from(length).readUInt16BE(0) - 2)
    state = skip > 0 ? 'segment' : afterSegment()
  }
  const afterSegment = () => (code === START_OF_SCAN ? 'scan' : 'marker')

  return {
    read(chunk) {
      for (let at = 0; at < chunk.length && state !== 'done';) {
        if (state === 'segment') {
          const step = Math.min(skip, chunk.length - at)
          skip -= step
          at += step
          if (skip === 0) state = afterSegment()
          continue
        }
        if (state === 'scan') {
          const next = chunk.indexOf(MARKER, at)
          if (next === -1) return
          state = 'scan-code'
          at = next + 1
          continue
        }
        const byte = chunk[at] ?? 0
        at += 1
        if (state === 'marker') state = byte === MARKER ? 'code' : 'marker'
        else if (state === 'code') onCode(byte)
        else if (state === 'length') onLength(byte)
        // Within a scan 0xff 0x00 stands for the byte 0xff, and restart marks are part of the scan.
        else if (byte === 0x00 || isRestart(byte)) state = 'scan'
        else onCode(byte)
      }
    },
    complete: () => state === 'done',
  }
}
