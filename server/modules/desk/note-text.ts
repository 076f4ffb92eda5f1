import { serverMessages } from '#domain/messages/server'
import { columnContext } from '../../crypto/contexts.ts'
import type { KeyRing } from '../../crypto/keys.ts'
import { openText, sealBytes } from '../../crypto/seal.ts'
import type { Services } from '../../services.ts'
import { sessionKey } from '../submission/sealed-submission.ts'
import { readOrNull } from '../submission/submission-row.ts'

/** The columns that the key of a submission's notes is made of. */
export const placeSelect = {
  id: true,
  companyId: true,
  formSession: { select: { wrappedKey: true } },
} as const

type Place = Parameters<typeof sessionKey>[1]

const toContext = (id: string, { companyId }: Place): string =>
  columnContext('SubmissionNote', 'text', id, companyId)

export const sealNote = (keys: KeyRing, place: Place, id: string, text: string) =>
  sealBytes(sessionKey(keys, place), text, toContext(id, place))

/** @returns a reader of the place's notes; one that does not open has a text that says so */
export function noteOpener(services: Pick<Services, 'keys' | 'log'>, place: Place) {
  const key = readOrNull(services, place.id, () => sessionKey(services.keys, place))
  return ({ id, text }: { id: string; text: Uint8Array }): string =>
    (key && readOrNull(services, place.id, () => openText(key, text, toContext(id, place)))) ??
    serverMessages.parseError
}
