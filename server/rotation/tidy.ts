import { rotationMessages } from '#domain/messages/rotation'
import { asSystem } from '../auth/actor.ts'
import type { Database } from '../database/db.ts'
import { toMessage } from '../system-error.ts'

/** Rows that were written anew leave holes, and lists are read from indexes alone only after this. */
export async function tidy(db: Database, say: (line: string) => void): Promise<void> {
  try {
    await asSystem(db, 'maintenance', (client) =>
      client.$executeRawUnsafe('VACUUM (ANALYZE) "FormSubmission"'),
    )
  } catch (error) {
    say(rotationMessages.notTidied(toMessage(error)))
  }
}
