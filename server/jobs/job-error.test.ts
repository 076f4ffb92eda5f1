import { expect, test } from 'vitest'
import { StorageUnavailableError } from '../platform/files/storage.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { listenForMail } from '../platform/mail/smtp-listener.fixture.ts'
import { JobError } from './pdf-failure.ts'

const fail = async (smtpUrl: URL, to: string): Promise<string> => {
  const mailer = createMailer({ smtpUrl, dataDir: '/nowhere', publicUrl: null, allowPlainSmtp: false })
  const sent = mailer.send({ to: [to], subject: '', text: '', html: '' })
  return new JobError('notify of 1', await sent.catch((error: unknown) => error)).message
}

test('says what the file store answers', () => {
  const cause = new StorageUnavailableError(
    'The bucket s3://files at s3.example.com answers 403 QuotaExceeded',
  )
  expect(new JobError('seal-pdf of 1', cause).message).toBe(
    'seal-pdf of 1: StorageUnavailableError: The bucket s3://files at s3.example.com answers 403 QuotaExceeded',
  )
})

test('tells a mail server that is away from one that refuses, at which step, and names no address', async () => {
  const server = await listenForMail({ refuses: (address) => address === 'gone@example.com' })
  expect(await fail(server.url, 'gone@example.com')).toBe('notify of 1: Error EENVELOPE 550 RCPT TO')
  await server.stop()
  expect(await fail(server.url, 'a@example.com')).toBe('notify of 1: Error ESOCKET ECONNREFUSED CONN')
})
