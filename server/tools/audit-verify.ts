// npm run audit:verify -- [--heads <file>] [--head <company:seq:mac>]
// Walks the chains of the audit log and of receipts and names the first broken row, on the database of a running server or a stopped
// one. Exit status: 0 unbroken, 1 broken, 2 not looked at.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { chainMessages } from '#domain/messages/audit-chain'
import { loadEnvFile, readConfig } from '../config.ts'
import { readKeyRing } from '../crypto/main-key.ts'
import { openDatabase, requireDatabase } from '../database/open-database.ts'
import { headsIn, receiptHeadsIn, receiptHeadText } from '../modules/audit/chain.ts'
import { chainReport, companyNames } from '../modules/audit/chain-report.ts'
import { verifyReceipts } from '../modules/registration/verify-receipts.ts'
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
    const { isSound, lines } = await chainReport(db, await verifyChain({ db, keys }, headsIn(kept)))
    const { heads, broken } = await verifyReceipts({ db, keys }, receiptHeadsIn(kept))
    const names = await companyNames(db)
    const nameOf = (id: string) => names.get(id) ?? chainMessages.goneCompany(id)
    const words = chainMessages.receipts
    const receipts = broken
      ? [words.broken(nameOf(broken.companyId), broken.seq, words.faults[broken.fault])]
      : heads.map((head) => words.unbroken(nameOf(head.companyId), head.seq, receiptHeadText(head)))
    process.stdout.write([...lines, ...receipts].map((line) => `${line}\n`).join(''))
    return isSound && broken === null
  } finally {
    await close()
  }
}

function keptHeads(): string {
  const several = { type: 'string', multiple: true } as const
  const { heads = [], head = [] } = parseArgs({ options: { heads: several, head: several } }).values
  return [
    ...heads.map((file) => withHeads(readFileSync(file, 'utf8'), chainMessages.noHeads(file))),
    ...head.map((text) => withHeads(text, chainMessages.badHead(text))),
  ].join('\n')
}

function withHeads(text: string, refusal: string): string {
  if (headsIn(text).length + receiptHeadsIn(text).length === 0) throw new Error(refusal)
  return text
}
