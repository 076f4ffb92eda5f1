// npm run audit:verify -- [--heads <file>] [--head <company:seq:mac>]
// Walks the chains of the audit log and names the first broken row, on the database of a running server or a stopped
// one. Exit status: 0 unbroken, 1 broken, 2 not looked at.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chainMessages } from '#domain/messages/audit-chain'
import { loadEnvFile, readConfig } from '../config.ts'
import { readKeyRing } from '../crypto/main-key.ts'
import { openDatabase, requireDatabase } from '../database/open-database.ts'
import { headsIn, type Head } from '../modules/audit/chain.ts'
import { chainReport } from '../modules/audit/chain-report.ts'
import { verifyChain } from '../modules/audit/verify-chain.ts'
import { describeFailure } from '../system-error.ts'

const tell = (_details: unknown, message?: string): void => void process.stderr.write(`${message ?? ''}\n`)
const LOG = { info: () => {}, warn: tell, error: tell }

try {
  process.exitCode = (await verify()) ? 0 : 1
} catch (error) {
  process.stderr.write(`${chainMessages.failed(describeFailure(error))}\n`)
  process.exitCode = 2
}

async function verify(): Promise<boolean> {
  const kept = keptHeads()
  loadEnvFile()
  const config = readConfig(process.env)
  await requireDatabase(config)
  const { db, close } = await openDatabase(config, LOG)
  try {
    const keys = await readKeyRing(config, db)
    const { isSound, lines } = await chainReport(db, await verifyChain({ db, keys }, kept))
    process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    return isSound
  } finally {
    await close()
  }
}

function keptHeads(): Head[] {
  const several = { type: 'string', multiple: true } as const
  const { heads = [], head = [] } = parseArgs({ options: { heads: several, head: several } }).values
  return [
    ...heads.flatMap((file) => oneOrMore(readFileSync(file, 'utf8'), chainMessages.noHeads(file))),
    ...head.flatMap((text) => oneOrMore(text, chainMessages.badHead(text))),
  ]
}

function oneOrMore(text: string, refusal: string): Head[] {
  const heads = headsIn(text)
  if (heads.length === 0) throw new Error(refusal)
  return heads
}
