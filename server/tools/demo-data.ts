import { fillExamples } from '../demo/fill-examples.service.ts'
import { SYSTEM } from '../events/record-event.ts'
import { readKeyRing } from '../platform/crypto/main-key.ts'
import { runCommand } from '../run-command.ts'
import { withInstallation } from './with-installation.ts'

const COMMAND = {
  usage: `npm run demo-data, or node dist/demo-data.mjs

Makes the company Example Funding with 60 made-up applications in all states, bank statements, requests and notes, to try the
panel and the API with. Nobody is mailed and no webhook hears of it. Works beside running servers, which draw the PDFs and
read the statements. To get rid of it, delete its submissions, then the company.

Exit status: 0 done; 1 failed, as where the examples are there already; 2 wrong arguments.`,
} as const

await runCommand(COMMAND, () =>
  withInstallation(process.env, async ({ config, db, storage }) => {
    const keys = await readKeyRing(config, db)
    const { companyId } = await fillExamples({ db, storage, keys }, { actor: SYSTEM, ip: '' })
    process.stdout.write(`${companyId}\n`)
  }),
)
