import path from 'node:path'
import { readArguments } from '../../command-line.mjs'
import { PASSWORD } from './filled/brokers.ts'

const { values } = readArguments({
  usage: `npm run seed:load -- [--submissions 1000000] [--companies 20000] [--users 100000] [--folder load]

Fills an Intake with as many rows as a large installation has, in a folder of its own.`,
  options: {
    submissions: { type: 'string', default: '1000000' },
    companies: { type: 'string', default: '20000' },
    users: { type: 'string', default: '100000' },
    folder: { type: 'string', default: 'load' },
  },
})

process.env.BENCH_DATA = path.resolve(values.folder)
const { ADMIN, openFilled } = await import('./filled/filled-intake.ts')
const size = {
  submissions: Number(values.submissions),
  companies: Number(values.companies),
  users: Number(values.users),
}
const filled = await openFilled(size)
await filled.stop()
console.log(
  `Start it by: DATA_DIR=${path.join(filled.folder, 'data')} ENCRYPTION_KEY=$(cat ${path.join(filled.folder, 'main-key')}) npm start\n` +
    `Sign in as ${ADMIN} with ${PASSWORD}`,
)
