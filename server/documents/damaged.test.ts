import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it, vi } from 'vitest'
import { serverMessages } from '#domain/messages/server'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'

const { url, services, log } = await startTestServer({ role: 'all' })
const token = await signIn(url, TEST_ADMIN.email)

const session = await openFormSession(url)
const uploaded = await upload(url, { name: 'secret-name.pdf', headers: { 'x-form-session': session } })
const documentId = (uploaded.body.data as { id: string }).id
const submissionId = (await submitApplication(url, session)).body.data?.id ?? ''
await vi.waitFor(
  async () => {
    const { body } = await call(url, 'GET', '/form/submissions', { token })
    expect(body.data).toMatchObject([{ pdfState: 'ready' }])
  },
  { timeout: 120_000, interval: 50 },
)

/** The stored file of a folder that holds one. */
async function stored(folder: string): Promise<string> {
  const full = path.join(services.config.dataDir, 'files', folder)
  const [name = ''] = await readdir(full)
  return path.join(full, name)
}

const DAMAGES = [
  ['changed in one byte', async (file: string, whole: Buffer) => writeFile(file, flipped(whole))],
  ['cut short', async (file: string, whole: Buffer) => truncate(file, whole.length - 40)],
  ['empty', async (file: string) => truncate(file, 0)],
  ['gone', async (file: string) => rm(file)],
] as const

function flipped(whole: Buffer): Buffer {
  const changed = Buffer.from(whole)
  changed[40] = (changed[40] ?? 0) ^ 1
  return changed
}

it.each(
  DAMAGES.flatMap(([what, damage]) => [
    ['documents', what, damage] as const,
    ['pdfs', what, damage] as const,
  ]),
)(
  'a stored file of %s that is %s answers its own code, and the log names its ids alone',
  async (folder, _what, damage) => {
    const file = await stored(folder)
    const whole = await readFile(file)
    await damage(file, whole)
    const before = log.length
    const address =
      folder === 'documents' ? `/documents/document/${documentId}` : `/form/pdf/${submissionId}?original=1`
    const { status, body } = await call(url, 'GET', address, { token })
    await writeFile(file, whole)

    expect([status, body]).toEqual([
      500,
      { status: 'error', error: serverMessages.storedFile.damaged, code: 'damaged_file' },
    ])
    const lines = log.slice(before).join('')
    expect(lines).toContain(
      folder === 'documents' ? `"document":"${documentId}"` : `"submission":"${submissionId}"`,
    )
    expect(lines).not.toContain('secret-name')
  },
)
