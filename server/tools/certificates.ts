import { X509Certificate } from 'node:crypto'
import { refuse } from '../command-line.mjs'
import { readConfig } from '../config.ts'
import { openDatabase, requireDatabase } from '../platform/database/open-database.ts'
import { commandLog, complain, runCommand } from '../run-command.ts'

const COMMAND = {
  usage: `npm run certificates [-- --revoke FINGERPRINT --yes], or node dist/certificates.mjs …

Lists the certificates that seal or have sealed: fingerprint, name, end.

  --revoke FINGERPRINT  for a key that was stolen: its seals count only where a time stamp shows that they are older.
                        Another certificate seals from now on; one of the settings SIGNING_… has to be replaced there
  --yes                 needed with --revoke, which can't be undone

Exit status: 0 done; 1 failed; 2 wrong arguments.`,
  options: { revoke: { type: 'string' }, yes: { type: 'boolean' } },
} as const

await runCommand(COMMAND, async ({ values: { revoke, yes } }) => {
  if (revoke !== undefined && !yes) refuse(COMMAND, '--revoke needs --yes')
  const config = readConfig(process.env)
  await requireDatabase(config)
  const { db, close } = await openDatabase(config, commandLog)
  try {
    if (revoke !== undefined) {
      // As openssl prints it, too.
      const fingerprint = revoke.replaceAll(':', '').toLowerCase()
      const find = { where: { fingerprint, seals: true, revokedAt: null } }
      const revoked = await db
        .system('maintenance')
        .write((tx) => tx.sealCertificate.updateMany({ ...find, data: { revokedAt: new Date() } }))
      if (revoked.count === 0) {
        complain(`No certificate ${revoke} seals here`)
        return 1
      }
    }
    const rows = await db
      .system('maintenance')
      .read((client) =>
        client.sealCertificate.findMany({ where: { seals: true }, orderBy: { createdAt: 'asc' } }),
      )
    for (const { fingerprint, certificate, revokedAt } of rows) {
      const { subject, validTo } = new X509Certificate(certificate)
      const end = `until ${new Date(validTo).toISOString().slice(0, 10)}`
      const state = revokedAt ? `revoked ${revokedAt.toISOString()}` : end
      process.stdout.write(`${fingerprint}  ${subject.replace(/\s*\n\s*/g, ', ')}  ${state}\n`)
    }
    return 0
  } finally {
    await close()
  }
})
