import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { build, loadConfigFromFile } from 'vite'
import { readConfig } from '../../../config.ts'
import { registerAssets } from '../../../http/apps.ts'
import { pagePolicy } from '../../../http/headers.ts'
import { createApp } from '../../../http/server.ts'
import { projectRoot } from '../../../project-root.ts'

// Builds the React page of a folder beside this file as the form is built, and serves it as the form is served: same
// chunks, same compression, same headers. Prints `Ready on <url>`.
const page = `server/test/bench/form/${process.argv[2]}/index.html`
const folder = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-page-'))

const env = { command: 'build', mode: 'production' } as const
const config = (await loadConfigFromFile(env, path.join(projectRoot, 'vite.config.ts')))?.config
await build({
  ...config,
  configFile: false,
  root: projectRoot,
  logLevel: 'warn',
  build: {
    ...config?.build,
    outDir: folder,
    rolldownOptions: { ...config?.build?.rolldownOptions, input: page },
  },
})
const html = await readFile(path.join(folder, page), 'utf8')

const app = createApp(readConfig({ LOG_LEVEL: 'error' }))
await registerAssets(app, folder)
app.get('/', (_request, reply) =>
  reply
    .headers({ 'content-security-policy': pagePolicy(), 'cache-control': 'no-cache' })
    .type('text/html; charset=utf-8')
    .send(html),
)
process.stdout.write(`Ready on ${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
process.on('SIGTERM', () => void app.close().then(() => rm(folder, { recursive: true })))
