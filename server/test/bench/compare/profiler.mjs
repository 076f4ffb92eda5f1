// Loaded by `node --import`: SIGUSR2 begins a CPU profile, the next one writes it to BENCH_PROFILE. `--cpu-prof` would
// cover the start of the server and the pauses between loads as well.
import { rename, writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'

const file = process.env.BENCH_PROFILE
const session = new Session()
session.connect()
let isRunning = false

process.on('SIGUSR2', async () => {
  isRunning = !isRunning
  if (isRunning) {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 500 })
    return session.post('Profiler.start')
  }
  const { profile } = await session.post('Profiler.stop')
  await writeFile(`${file}.part`, JSON.stringify(profile))
  await rename(`${file}.part`, file)
})
