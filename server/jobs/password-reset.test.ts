import { expect, test } from 'vitest'
import { createMailer } from '../platform/mail/mailer.ts'
import { listenForMail } from '../platform/mail/smtp-listener.fixture.ts'
import { makeUser } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { passwordReset } from './password-reset.job.ts'

const { services } = await startTestServer({ seedDemo: false })

test('a password reset link is not mailed over a network without TLS, and not said to be', async () => {
  const server = await listenForMail()
  const smtpUrl = new URL(`smtp://0.0.0.0:${server.url.port}`)
  const { id } = await makeUser(services)
  const mailed = { ...services, mailer: createMailer({ ...services.config, smtpUrl }) }
  await expect(passwordReset(mailed, { id, ip: '' })).rejects.toThrow(/TLS/)
  await server.stop()
  const entries = await services.db
    .system('test')
    .write((client) => client.auditEntry.findMany({ where: { objectId: id } }))
  expect([server.received, entries]).toEqual([[], []])
})
