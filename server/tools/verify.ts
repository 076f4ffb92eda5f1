import { readFile } from 'node:fs/promises'
import { commandMessages } from '#domain/messages/command'
import { readConfig, type Config } from '../config.ts'
import { knownCertificates, readGiven, toFingerprint } from '../evidence/certificates.ts'
import type { KnownCertificate } from '../evidence/verify/verdict.ts'
import { verifyPdf } from '../evidence/verify/verify-pdf.ts'
import { toSealAnswer } from '../evidence/verify-file.ts'
import { openDatabase, requireDatabase } from '../platform/database/open-database.ts'
import { commandLog, complain, runCommand } from '../run-command.ts'
import { describeFailure } from '../system-error.ts'

const COMMAND = {
  usage: `npm run -s verify -- FILE…, or node dist/verify.mjs FILE…

Says of each PDF whether it is as it was when it was sealed: one line of JSON a file. The certificates of this
installation come from its database, with the servers running or not, and from the settings SIGNING_…. Where the
database cannot be reached it says so, and judges by the settings alone.

Exit status: 0 all are sealed, or sealed copies; 1 not all; 2 wrong arguments.`,
  operands: [1, Infinity],
} as const

await runCommand(COMMAND, async ({ positionals }) => {
  const known = await readKnown()
  let areAllGood = true
  for (const file of positionals) {
    try {
      const answer = toSealAnswer(await verifyPdf(new Uint8Array(await readFile(file)), known))
      process.stdout.write(`${JSON.stringify(answer)}\n`)
      if (answer.state !== 'sealed' && answer.state !== 'copy') areAllGood = false
    } catch (error) {
      complain(`${file}: ${describeFailure(error)}`)
      areAllGood = false
    }
  }
  return areAllGood ? 0 : 1
})

async function readKnown(): Promise<KnownCertificate[]> {
  const config = readConfig(process.env)
  const given = await readGiven(config.signing)
  const ofSettings = [given?.certificate ?? [], given?.chain ?? []].flat().map((certificate, index) => ({
    fingerprint: toFingerprint(certificate),
    seals: index === 0,
    revokedAt: null,
  }))
  try {
    // Last, as only the database knows which were revoked.
    return [...ofSettings, ...(await readOwn(config))]
  } catch (error) {
    complain(commandMessages.onlyGivenCertificates(describeFailure(error)))
    return ofSettings
  }
}

async function readOwn(config: Config): Promise<KnownCertificate[]> {
  await requireDatabase(config)
  const { db, close } = await openDatabase(config, commandLog)
  try {
    return await knownCertificates(db)
  } finally {
    await close()
  }
}
