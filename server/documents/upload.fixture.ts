import { beforeEach } from 'vitest'
import { applicantMessages } from '#domain/messages/applicant'
import { serverMessages } from '#domain/messages/server'
import { openFormSession } from '../test/support/applicant.ts'
import { call } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { storedDocuments } from '../test/support/uploads.ts'

export async function startUploadTests() {
  const { url, services, log } = await startTestServer({ maxFileBytes: 2 * 1024 * 1024 })
  const say = { ...serverMessages.upload, ...applicantMessages.upload }

  const rows = () =>
    services.db.system('test').write((client) => client.document.findMany({ orderBy: { id: 'asc' } }))
  const sessions = () => services.db.system('test').write((client) => client.formSession.count())
  const state = async () => ({
    rows: await rows(),
    sessions: await sessions(),
    files: await storedDocuments(services),
  })

  const session = { token: '' }
  beforeEach(async () => {
    session.token = await openFormSession(url)
  })
  const header = () => ({ 'x-form-session': session.token })
  const idOf = (body: Record<string, unknown>) => (body.data as { id: string }).id
  const filesOf = async (formSubmissionId = session.token) => {
    const { body } = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })
    return (body.data as { files: { id: string; name: string }[] }).files
  }

  return { url, services, log, say, rows, state, session, header, idOf, filesOf }
}
