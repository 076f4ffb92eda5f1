import { readArguments } from '../../command-line.mjs'
import { call } from '../support/factories.ts'
import { inWords, KEEPER, startBuiltServer } from './built-server.ts'
import { fuzz } from './fuzz/fuzzer.ts'

const { values } = readArguments({
  usage: `npm run outside:fuzz -- [--requests 10000] [--seed 1] [--lanes 4]

See server/test/outside/README.md. Exit status: 0 no findings; 1 findings.`,
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string' },
    lanes: { type: 'string', default: '4' },
  },
})
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const server = await startBuiltServer()
try {
  console.log(`Fuzzing ${server.url} with --seed ${seed}`)
  const report = await fuzz({
    url: server.url,
    keeper: KEEPER,
    requests: Number(values.requests),
    seed,
    lanes: Number(values.lanes),
    slowMs: 10_000,
    onProgress: (sent) => console.log(`  ${sent} requests`),
  })
  for (const { call: name, kind, detail, request, seed: found } of report.findings) {
    console.log(`\n${name} ${kind}\n  ${request}\n  ${detail}\n  (found with seed ${found})`)
  }
  const { status } = await call(server.url, 'GET', '/health/ready')
  const { errors } = await server.newInLog()
  for (const line of errors) console.log(line.slice(0, 1000))
  console.log(`\n${report.sent} requests in ${report.seconds.toFixed(0)} s, seed ${seed}`)
  console.log(`Answers: ${inWords(report.statuses)}`)
  console.log(`Never answered with a success: ${report.neverSucceeded.join(', ') || 'none'}`)
  console.log(`Afterwards: ready ${status}, ${errors.length} errors in the log`)
  console.log(`${report.findings.length} findings`)
  process.exitCode = report.findings.length + errors.length > 0 || status !== 200 ? 1 : 0
} finally {
  await server.stop()
}
