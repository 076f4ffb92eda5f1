import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+1 (555) 010', "'+1 (555) 010"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\n=1', "'\n=1"],
  ['   =1', "'   =1"],
  ['\u00a0=1', "'\u00a0=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['=HYPERLINK("http://evil.example","x")', `'=HYPERLINK(""http://evil.example"",""x"")`],
  ["=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"],
  // These are text to every spreadsheet.
  ['"=1"', '""=1""'],
  ["'=1", "'=1"],
  ['a=1', 'a=1'],
  ['a;=1', 'a;=1'],
  ['a\t=1', 'a\t=1'],
  ['', ''],
  ['a,b', 'a,b'],
])('the cell %j is quoted and runs nothing', (cell, written) => {
  expect(csvLine([cell, cell])).toBe(`"${written}","${written}"\r\n`)
})
