import { z } from 'zod'
import { DRAFT_INPUTS, withInviteNames } from '#domain/catalogue/second-signer'
import type { Values } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { SIGNING } from '#domain/signing-draft'
import { columnContext } from '../platform/crypto/contexts.ts'
import { openText, sealBytes } from '../platform/crypto/seal.ts'

/** '' is kept with its revision, so that a late patch can't restore a removed answer. */
const storedDraft = z.object({
  answers: z.record(z.string(), z.object({ value: z.string(), revision: z.number() })),
  secondSigner: z.object({ value: z.boolean(), revision: z.number() }).nullable(),
  savedAt: z.string(),
})
type Draft = z.infer<typeof storedDraft>

export type DraftPatch = { values: Values; secondSigner?: boolean | undefined; revision: number }

export const EMPTY_DRAFT: Draft = { answers: {}, secondSigner: null, savedAt: '' }

/** Patches may arrive out of order: newer stored values win. Drops names that the company's form doesn't ask for. */
export function mergeDraft(
  draft: Draft,
  { values, secondSigner, revision }: DraftPatch,
  form: Pick<VisibleForm, 'inputNames'>,
  now = new Date(),
): Draft {
  const answers = [...withInviteNames(form.inputNames), SIGNING].flatMap((name) => {
    const answer = newer(getOwn(draft.answers, name), getOwn(values, name), revision)
    return answer ? [[name, answer] as const] : []
  })
  return {
    answers: Object.fromEntries(answers),
    secondSigner: newer(draft.secondSigner, secondSigner, revision) ?? null,
    savedAt: now.toISOString(),
  }
}

type Written<T> = { value: T; revision: number }

// A repeated save has the same revision.
const newer = <T>(before: Written<T> | null | undefined, sent: T | undefined, revision: number) =>
  sent !== undefined && revision >= (before?.revision ?? 0) ? { value: sent, revision } : before

/** Sensitive answers are named and not sent: the reader of a reloaded page may be another person. */
export type DraftAnswer = {
  values: Values
  kept: string[]
  secondSigner: boolean | null
  savedAt: string
  /** lets a page whose clock was set back continue above it */
  revision: number
}

export function draftAnswer(draft: Draft, form: Pick<VisibleForm, 'inputNames'>): DraftAnswer {
  const values = new Map<string, string>()
  const kept: string[] = []
  for (const name of [...withInviteNames(form.inputNames), SIGNING]) {
    const value = getOwn(draft.answers, name)?.value ?? ''
    if (value === '') continue
    if (!DRAFT_INPUTS.get(name)?.sensitive) values.set(name, value)
    else if (value.trim() !== '') kept.push(name)
  }
  const revisions = [...Object.values(draft.answers), draft.secondSigner].map((one) => one?.revision ?? 0)
  return {
    values: Object.fromEntries(values),
    kept,
    secondSigner: draft.secondSigner?.value ?? null,
    savedAt: draft.savedAt,
    revision: Math.max(0, ...revisions),
  }
}

/** Includes sensitive answers: never send it to a caller. */
export const draftValues = (draft: Draft): Values =>
  Object.fromEntries(Object.entries(draft.answers).map(([name, { value }]) => [name, value]))

type Place = { id: string; companyId: string }

export const sealDraft = (key: Uint8Array, place: Place, draft: Draft) =>
  sealBytes(key, JSON.stringify(draft), toContext(place))

export const openDraft = (key: Uint8Array, place: Place, sealed: Uint8Array): Draft =>
  storedDraft.parse(JSON.parse(openText(key, sealed, toContext(place))))

const toContext = ({ id, companyId }: Place): string => columnContext('FormSession', 'draft', id, companyId)
