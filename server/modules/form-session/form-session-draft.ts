import { z } from 'zod'
import { INPUTS } from '#domain/catalogue/index'
import type { Values } from '#domain/catalogue/values'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import { columnContext } from '../../crypto/contexts.ts'
import { openText, sealBytes } from '../../crypto/seal.ts'

/** What was typed so far. '' is a value too: it keeps the revision by which an answer was taken back. */
const storedDraft = z.object({
  answers: z.record(z.string(), z.object({ value: z.string(), revision: z.number() })),
  secondSigner: z.object({ value: z.boolean(), revision: z.number() }).nullable(),
  savedAt: z.string(),
})
export type Draft = z.infer<typeof storedDraft>

/** Only what changed, by canonical names; `revision` grows with each patch that a page sends. */
export type DraftPatch = { values: Values; secondSigner?: boolean | undefined; revision: number }

export const EMPTY_DRAFT: Draft = { answers: {}, secondSigner: null, savedAt: '' }

/**
 * The draft after a patch: what is newer than the patch stays, as patches may overtake one another on their way, and
 * nothing is kept that the company's form does not ask for.
 */
export function mergeDraft(
  draft: Draft,
  { values, secondSigner, revision }: DraftPatch,
  form: Pick<VisibleForm, 'inputNames'>,
  now = new Date(),
): Draft {
  const answers = [...form.inputNames].flatMap((name) => {
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

// The same revision comes twice when a save is repeated.
const newer = <T>(before: Written<T> | null | undefined, sent: T | undefined, revision: number) =>
  sent !== undefined && revision >= (before?.revision ?? 0) ? { value: sent, revision } : before

/** What a page is told of a draft when it is loaded again: who is at the device by then is not known. */
export type DraftAnswer = {
  values: Values
  /** sensitive inputs that have a value, which is not told */
  kept: string[]
  secondSigner: boolean | null
  savedAt: string
  /** the latest there is, so that a page whose clock was set back can go on above it */
  revision: number
}

/** Of what is stored, what the company's form asks for now. */
export function draftAnswer(draft: Draft, form: Pick<VisibleForm, 'inputNames'>): DraftAnswer {
  const values = new Map<string, string>()
  const kept: string[] = []
  for (const name of form.inputNames) {
    const value = getOwn(draft.answers, name)?.value ?? ''
    // What is in the draft but not in the catalogue can be shown to nobody.
    if (value === '') continue
    if (INPUTS.get(name)?.sensitive === false) values.set(name, value)
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

/** The answers of a draft, sensitive ones too: never for a caller. */
export const draftValues = (draft: Draft): Values =>
  Object.fromEntries(Object.entries(draft.answers).map(([name, { value }]) => [name, value]))

type Place = { id: string; companyId: string }

/** @param key the form session's data key */
export const sealDraft = (key: Uint8Array, place: Place, draft: Draft) =>
  sealBytes(key, JSON.stringify(draft), toContext(place))

/** @param key the form session's data key @throws SealError */
export const openDraft = (key: Uint8Array, place: Place, sealed: Uint8Array): Draft =>
  storedDraft.parse(JSON.parse(openText(key, sealed, toContext(place))))

const toContext = ({ id, companyId }: Place): string => columnContext('FormSession', 'draft', id, companyId)
