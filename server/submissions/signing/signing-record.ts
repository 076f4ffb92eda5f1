import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import {
  signedText,
  wordingFor,
  wordingText,
  type Signing,
  type SigningAct,
  type SigningRecord,
  type WordingSource,
} from '#domain/signing'
import { columnContext } from '../../platform/crypto/contexts.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { openText } from '../../platform/crypto/seal.ts'
import { AppError } from '../../errors.ts'
import { sessionKey, type SealedSubmission } from '../accept/sealed-submission.ts'
import { storedSigning } from './signing.schema.ts'

type StoredSigning = z.infer<typeof storedSigning>

export const signingSelect = { signing: true, createdAt: true, clientIp: true, userAgent: true } as const

type SigningRow = Pick<SealedSubmission, 'id' | 'companyId' | 'formSession'> & {
  signing: Uint8Array | null
  createdAt: Date
  clientIp: string
  userAgent: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The evidence to store beside an application.
 * @throws AppError wording_changed if a signature stands under another wording than the company's present one
 */
export function toStoredSigning(signing: Signing, source: WordingSource, values: Values): StoredSigning {
  const { version, language, at } = signing.consent
  const wording = wordingFor(language, source)
  const shown = sha256(wordingText(wording))
  const digest = sha256(signedText(wording, values))
  const acts = [signing.signer1, signing.signer2].flatMap((act, index) =>
    act && getOwn(values, signatureName(index + 1)) ? [{ signer: index + 1, ...act }] : [],
  )
  requireSameWording(acts, shown)
  return {
    consent: { version, language, at, text: wording.consent },
    digest,
    signers: acts.map(({ wording: _wording, digest: sent = null, ...act }) => ({
      ...act,
      digest: sent,
      matches: sent === null ? null : sent === digest,
    })),
  }
}

const signatureName = (signer: number): string => `signer${signer}Signature`

function requireSameWording(acts: ({ signer: number } & SigningAct)[], shown: string): void {
  const others = acts.filter(({ wording }) => wording !== undefined && wording !== shown)
  if (others.length === 0) return
  throw new AppError('wording_changed', undefined, {
    fields: Object.fromEntries(
      others.map(({ signer }) => [signatureName(signer), ({ form }) => form.wordingChanged] as const),
    ),
  })
}

export function openSigning(keys: KeyRing, row: SigningRow): SigningRecord | null {
  if (row.signing === null) return null
  const context = columnContext('FormSubmission', 'signing', row.id, row.companyId)
  return toSigningRecord(
    storedSigning.parse(JSON.parse(openText(sessionKey(keys, row), row.signing, context))),
    row,
  )
}

type Received = Pick<SigningRow, 'createdAt' | 'clientIp' | 'userAgent'>

export function toSigningRecord({ signers, ...record }: StoredSigning, row: Received): SigningRecord {
  const received = { receivedAt: row.createdAt.toISOString(), address: row.clientIp, device: row.userAgent }
  return { ...record, signers: signers.map((signer) => ({ ...signer, ...received })) }
}
