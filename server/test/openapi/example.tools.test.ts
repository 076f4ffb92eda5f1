import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, expect, it } from 'vitest'
import { projectRoot } from '../../project-root.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { call, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'

const { url } = await startTestServer({ role: 'all' })
// Under the project, so that its packages are found.
const folder = path.join(projectRoot, '.cache', `example-${process.pid}`)
await mkdir(folder, { recursive: true })
afterAll(() => rm(folder, { recursive: true }))

const node = (script: string, ...args: string[]) => {
  const env = { ...process.env, INTAKE_URL: url, INTAKE_KEY: key }
  return promisify(execFile)(process.execPath, [path.join(projectRoot, 'node_modules', script), ...args], {
    cwd: folder,
    env,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  )
}

const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const permissions = ['page:forms', 'submission:update', 'company:create', 'page:links']
const made = await call(url, 'POST', '/v1/api-key/create', {
  token,
  body: { name: 'Example', permissions, expiresInDays: 7 },
})
const { key } = made.body.data as { key: string }

it(
  'the example does the main job with a client that a public generator makes',
  { timeout: 120_000 },
  async () => {
    const { id } = (await submitApplication(url, await openFormSession(url))).body.data ?? { id: '' }
    await expect
      .poll(async () => (await call(url, 'GET', '/form/submissions', { token })).body.data, {
        timeout: 120_000,
      })
      .toMatchObject([{ pdfState: 'ready' }])

    const document: unknown = await (await fetch(`${url}/api/openapi.json`)).json()
    await writeFile(path.join(folder, 'intake.d.ts'), astToString(await openapiTS(JSON.stringify(document))))
    await copyFile(path.join(projectRoot, 'server/examples/main-job.ts'), path.join(folder, 'main-job.ts'))
    const options =
      '--ignoreConfig --strict --noEmit --module nodenext --target es2023 --allowImportingTsExtensions --skipLibCheck --types node'
    expect(await node('typescript/bin/tsc', ...options.split(' '), 'main-job.ts')).toBe('')

    const printed = await node('tsx/dist/cli.mjs', 'main-job.ts')
    expect(printed).toMatch(new RegExp(`^${id} new in_review\n${url}/form/\\w+\n$`))
    expect((await readFile(path.join(folder, `${id}.pdf`), 'latin1')).slice(0, 4)).toBe('%PDF')
  },
)
