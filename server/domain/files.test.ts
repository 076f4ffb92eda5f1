import { describe, expect, it } from 'vitest'
import { fileProblem, tooManyFiles } from './file-problem.ts'
import { formatSize, guessType } from './files.ts'
import { formMessages } from './messages/form.ts'

describe('files', () => {
  it.each([
    [0, '0 Bytes'],
    [500, '500 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [9 * 1024 * 1024, '9 MB'],
    [3 * 1024 ** 3, '3 GB'],
    [5 * 1024 ** 4, '5120 GB'],
  ])('writes %d as %s', (bytes, text) => expect(formatSize(bytes)).toBe(text))

  it('takes the types of the spec in any case', () => {
    expect(['a.PDF', 'b.jpg', 'c.jpeg', 'd.png'].map(guessType)).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/jpeg',
      'image/png',
    ])
    expect(['e.svg', 'f', 'g.pdf.exe', 'h.constructor'].map(guessType)).toEqual([null, null, null, null])
  })

  it('refuses empty, too large and foreign files in words', () => {
    expect(fileProblem({ name: 'a.pdf', size: 1 })).toBeNull()
    expect(fileProblem({ name: 'a.pdf', size: 0 })?.(formMessages)).toMatch(/empty/)
    expect(fileProblem({ name: 'a.pdf', size: 40 * 1024 * 1024 })?.(formMessages)).toMatch(/15 MB/)
    expect(fileProblem({ name: 'a.exe', size: 1 })?.(formMessages)).toMatch(/PDF, JPG or PNG/)
  })

  it.each([
    ['may.docx', /PDF/],
    ['may.xls', /PDF/],
    ['statements.zip', /one by one/],
    ['scan.tiff', /JPG or PNG/],
  ])('says of %s what to do', (name, sentence) => {
    expect(fileProblem({ name, size: 1 })?.(formMessages)).toMatch(sentence)
  })

  it("counts as the spec's sentence says", () => {
    expect(tooManyFiles(2, 8)).toBeNull()
    expect(tooManyFiles(3, 8)?.(formMessages)).toBe(
      "You can upload a maximum of 10 files. You've selected 3 files, but you already have 8 files.",
    )
  })
})
