import type { FastifyBaseLogger } from 'fastify'
import type { Sessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import type { KeyRing } from './crypto/keys.ts'
import type { Database } from './database/db.ts'
import type { Storage } from './files/storage.ts'
import type { Mailer } from './mail/mailer.ts'
import type { PdfRenderer } from './pdf/pdf-renderer.ts'

export type Services = {
  config: Config
  /** without a slash at the end */
  publicUrl: string
  db: Database
  keys: KeyRing
  storage: Storage
  sessions: Sessions
  mailer: Mailer
  pdfs: PdfRenderer
  log: FastifyBaseLogger
}
