import { describe, expect, it } from 'vitest'
import { contentProblem, contentType } from './file-content.ts'
import { formMessages } from './messages/form.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const said = (name: string, text: string) => contentProblem(name, bytes(text))?.(formMessages) ?? null
const { foreign, contentMismatch } = formMessages.uploads

describe('what a file’s first bytes show', () => {
  it.each([
    ['%PDF-1.7\n', 'application/pdf'],
    ['\u00ef\u00bb\u00bf\r\n%PDF-1.4', 'application/pdf'],
    ['\u00ff\u00d8\u00ff\u00e1', 'image/jpeg'],
    ['\u0089PNG\r\n\u001a\n', 'image/png'],
    ['%PDF', null],
    ['', null],
  ])('%j is %s', (head, type) => expect(contentType(bytes(head))).toBe(type))

  it('is taken where it is what the name says', () => {
    expect(said('may.pdf', '%PDF-1.7')).toBeNull()
    expect(said('photo.JPEG', '\u00ff\u00d8\u00ff\u00e0')).toBeNull()
  })

  it.each(['heic\0\0\0\0mif1', 'mif1\0\0\0\0'])('a photo in HEIC (%j) is taken by either name', (brand) => {
    for (const name of ['IMG_1.HEIC', 'photo.jpg', 'photo.heif'])
      expect(said(name, `\0\0\0\u0018ftyp${brand}`)).toBeNull()
  })

  it.each([
    ['photo.png', '\0\0\0\u0018ftypheic\0\0\0\0mif1', contentMismatch],
    ['IMG_1.HEIC', '%PDF-1.7', contentMismatch],
    ['photo.png', '\0\0\0\u001cftypavif', foreign.picture],
    ['photo.jpg', 'RIFF\n\r\n\nWEBPVP8 ', foreign.picture],
    ['may.pdf', `PK\u0003\u0004${'\n'.repeat(26)}[Content_Types].xml`, foreign.document],
    ['may.pdf', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', foreign.document],
    ['may.pdf', '\n<!DOCTYPE html><html>', foreign.document],
    ['may.pdf', `PK\u0003\u0004${'\n'.repeat(26)}june.pdf`, foreign.archive],
    ['may.pdf', '\0\0\0\u0018ftypqt  ', contentMismatch],
    ['scan.png', '\u00ff\u00d8\u00ff\u00e0', contentMismatch],
  ])('a %s that is something else is refused with its own sentence', (name, head, sentence) => {
    expect(said(name, head)).toBe(sentence)
  })
})
