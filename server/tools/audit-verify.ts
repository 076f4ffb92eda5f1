import { readFileSync } from 'node:fs'
import { chainMessages } from '#domain/messages/audit-chain'
import { readConfig } from '../config.ts'
import { readKeyRing } from '../platform/crypto/main-key.ts'
import { openDatabase, requireDatabase } from '../platform/database/open-database.ts'
import { headsIn, receiptHeadsIn, receiptHeadText } from '../events/audit/chain.ts'
import { chainReport, companyNames, verifyChain } from '../events/audit/verify-chain.ts'
import { verifyReceipts } from '../registrations/verify-receipts.ts'
import { commandLog, runCommand } from '../run-command.ts'
import { describeFailure } from '../system-error.ts'

const COMMAND = {
  usage: `npm run audit:verify [-- --heads FILE] [--head COMPANY:SEQ:MAC], or node dist/audit-verify.mjs [--heads FILE] [--head COMPANY:SEQ:MAC]

Checks the chains of the audit log and of receipts, with the servers running or not, and names the first broken row.

  --heads  a file with what an earlier run printed: finds a cut end, too; may be repeated
  --head   one head of an earlier run; may be repeated

Exit status: 0 unbroken; 1 broken; 2 not checked.`,
  options: { heads: { type: 'string', multiple: true }, head: { type: 'string', multiple: true } },
} as const

await runCommand(
  COMMAND,
  async ({ values: { heads = [], head = [] } }) => ((await verify(keptHeads(heads, head))) ? 0 : 1),
  { failed: 2, describe: (error) => chainMessages.failed(describeFailure(error)) },
)

async function verify(kept: string): Promise<boolean> {
  const config = readConfig(process.env)
  await requireDatabase(config)
  const { db, close } = await openDatabase(config, commandLog)
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

function keptHeads(heads: string[], head: string[]): string {
  return [
    ...heads.map((file) => withHeads(readFileSync(file, 'utf8'), chainMessages.noHeads(file))),
    ...head.map((text) => withHeads(text, chainMessages.badHead(text))),
  ].join('\n')
}

function withHeads(text: string, refusal: string): string {
  if (headsIn(text).length + receiptHeadsIn(text).length === 0) throw new Error(refusal)
  return text
}
