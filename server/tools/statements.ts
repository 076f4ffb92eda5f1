import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FileReading } from '../statements/reader/reading.ts'
import { judge } from '../statements/reader/judge/judge.ts'
import { createStatementReader, scanBudget } from '../statements/statement-reader.ts'
import { complain, runCommand } from '../run-command.ts'
import { describeFailure } from '../system-error.ts'

const COMMAND = {
  usage: `npm run -s statements -- FILES…, or node dist/statements.mjs FILES…

Reads bank statements that belong together, PDF, JPEG or PNG, and prints what they say as a JSON array, one object a file.
Uses neither the server nor the database. OCR=off leaves out scans.

Exit status: 0 done, even if no file could be read; 1 a file is missing; 2 wrong arguments.`,
  operands: [1, 1000],
} as const

await runCommand(COMMAND, async ({ positionals: files }) => {
  const reader = createStatementReader({ recognition: process.env.OCR !== 'off' })
  const budget = scanBudget()
  try {
    const readings: FileReading[] = []
    const read: string[] = []
    // One after the other, as a second thread would take longer to load than most files take to read.
    for (const file of files) {
      const content = await readFile(file).catch((error: unknown) => {
        complain(`${file}: ${describeFailure(error)}`)
      })
      const reading = content && (await reader.read(content, budget))
      if (!reading) continue
      readings.push(reading)
      read.push(file)
    }
    process.stdout.write(`${JSON.stringify(describe(read, readings), null, 1)}\n`)
    return read.length < files.length ? 1 : 0
  } finally {
    await reader.close()
  }
})

/** A file's only account stands beside its flags, several under `accounts`. */
function describe(files: readonly string[], readings: readonly FileReading[]): object[] {
  return judge(readings).map(({ accounts: judged, ...file }, index) => {
    const accounts = (readings[index]?.accounts ?? []).map((account) => {
      const { state, accountEnding, from, to } = account
      const figures = judged.find((each) => each.accountEnding === accountEnding)
      if (state === 'read' && figures) return { state, ...figures }
      return { state, accountEnding, from, to, reason: account.state === 'not_read' ? account.failure : null }
    })
    const common = { file: path.basename(files[index] ?? ''), ...file }
    return accounts.length > 1 ? { ...common, accounts } : { ...common, ...accounts[0] }
  })
}
