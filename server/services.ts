import type { FastifyBaseLogger } from 'fastify'
import type { READ_LIMITS } from '#domain/limits'
import type { Sessions } from './auth/sessions.ts'
import type { Config } from './config.ts'
import type { Marker } from './marks/marker.ts'
import type { KeyRing } from './platform/crypto/keys.ts'
import type { Database } from './platform/database/db.ts'
import type { Storage } from './platform/files/storage.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { StatementReader } from './statements/statement-reader.ts'
import type { PdfRenderer } from './submissions/pdf/pdf-renderer.ts'

export type Services = {
  config: Config
  /** without a slash at the end */
  publicUrl: string
  db: Database
  keys: KeyRing
  storage: Storage
  sessions: Sessions
  mailer: Mailer
  marker: Marker
  pdfs: PdfRenderer
  statements: StatementReader
  readLimits: typeof READ_LIMITS
  log: FastifyBaseLogger
}
