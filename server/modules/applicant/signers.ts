import { splitInvite } from '#domain/catalogue/second-signer'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { ApplicationState } from './application.schema.ts'

type Signer = ApplicationState['signers'][number]
type Later = { kind: string; name: string; createdAt: string }

/** The signers whom the answers name, whether they signed, and who signed or is waited for elsewhere. */
export function readSigners(values: Values, submittedAt: Date, additions: readonly Later[]): Signer[] {
  const later = additions.find(({ kind }) => kind === 'signature')
  const { answers, invite } = splitInvite(values)
  const here = ([1, 2] as const).flatMap((signer): Signer[] => {
    const name = getOwn(answers, `signer${signer}Name`)?.trim() ?? ''
    const isSigned = Boolean(getOwn(answers, `signer${signer}Signature`))
    if (name === '' && !isSigned) return []
    if (isSigned) return [{ signer, name, state: 'signed', at: submittedAt.toISOString() }]
    return [{ signer, name, state: 'missing', at: null }]
  })
  if (later) return [...here, { signer: 2, name: later.name, state: 'signed', at: later.createdAt }]
  return invite ? [...here, { signer: 2, name: invite.name, state: 'waiting', at: null }] : here
}
