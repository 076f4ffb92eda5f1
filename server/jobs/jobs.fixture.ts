import { openDesks } from '../test/support/desks.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { afterAll } from 'vitest'
import { READ_LIMITS } from '#domain/limits'
import type { Values } from '#domain/catalogue/values'
import { createSessions } from '../auth/sessions.ts'
import { readConfig } from '../config.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { createKeyRing } from '../platform/crypto/keys.ts'
import type { Database } from '../platform/database/db.ts'
import { createStorage } from '../platform/files/create-storage.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { createStatementReader } from '../statements/statement-reader.ts'
import { createMarker } from '../marks/marker.ts'
import { createPdfRenderer } from '../submissions/pdf/pdf-renderer.ts'
import { toSubmissionTexts, sealTexts } from '../submissions/accept/sealed-submission.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'

export type JobWorld = { services: Services; logged: string[]; dataDir: string; mails(): Promise<string[]> }

/** Real services on a database and a folder of their own; `logged` is all that went to the log. */
export async function jobWorld(db: Database): Promise<JobWorld> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-jobs-'))
  afterAll(() => rm(dataDir, { recursive: true, force: true }))
  const config = readConfig({ DATA_DIR: dataDir })
  const logged: string[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  })
  const services: Services = {
    config,
    publicUrl: 'https://apply.example.com',
    db,
    keys: createKeyRing(randomBytes(32)),
    storage: createStorage(config),
    sessions: createSessions(db, 'relaxed'),
    mailer: createMailer(config),
    marker: createMarker(),
    pdfs: createPdfRenderer(),
    statements: createStatementReader({ recognition: false }),
    readLimits: { ...READ_LIMITS },
    log: fastify({ logger: { level: 'trace', stream } }).log,
  }
  afterAll(() => Promise.all([services.marker.close(), services.pdfs.close(), services.statements.close()]))
  const folder = path.join(dataDir, 'mail')
  const mails = async () => {
    const names = await readdir(folder).catch(() => [])
    return Promise.all(
      names.filter((name) => name.endsWith('.eml')).map((name) => readFile(path.join(folder, name), 'utf8')),
    )
  }
  return { services, logged, dataDir, mails }
}

export type Accepted = {
  notifyEmails?: string
  companyName?: string
  receiptMail?: boolean
  queued?: boolean
}

/** Stores an application as the submit call does, and queues what follows unless told not to. Answers its id. */
export async function acceptApplication(
  { db, keys }: Services,
  values: Values,
  {
    notifyEmails = 'staff@example.com',
    companyName = 'Demo Funding',
    receiptMail = false,
    queued = true,
  }: Accepted = {},
): Promise<string> {
  const id = uuidV7()
  await db.system('test').write(async (tx) => {
    const company = await tx.company.create({
      data: { nameIn: companyName, nameOut: companyName, notifyEmails, applicantSettings: { receiptMail } },
    })
    const link = await tx.generatedLink.create({ data: { slug: id, companyId: company.id } })
    const { key, wrapped } = keys.newDataKey(formSessionKeyContext(id, company.id))
    const owner = { id, companyId: company.id, linkId: link.id }
    await tx.formSession.create({
      data: {
        ...owner,
        wrappedKey: wrapped,
        submittedAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
      },
    })
    const sealed = sealTexts(key, owner, toSubmissionTexts(values))
    await tx.formSubmission.create({ data: { ...owner, ...sealed, valuesDigest: Buffer.alloc(32) } })
    await openDesks(tx)
    if (queued) await addJob(tx, 'submission-arrived', { id })
  })
  return id
}

/** Waits until `check` answers something. @throws Error after `seconds` */
export async function eventually<T>(
  check: () => Promise<T | null | undefined | false>,
  seconds = 60,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) throw new Error('It did not happen in time')
    await delay(50)
  }
}
