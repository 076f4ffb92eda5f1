import { INPUTS } from '#domain/catalogue/index'
import { isShown, type Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { formSessionKeyContext } from '../../platform/crypto/contexts.ts'
import type { Services } from '../../services.ts'
import { hasControlCharacters } from '../../trpc/inputs.ts'
import { toVisibleForm } from '../../form-sessions/form-link.ts'
import { draftValues, openDraft } from '../../form-sessions/form-session-draft.ts'
import type { FormSession } from '../../form-sessions/form-session.service.ts'
import { openSubmission, sealedSelect } from './sealed-submission.ts'

type Needs = Pick<Services, 'db' | 'keys'>

/** `lost`: answers that the applicant relied on and that no longer exist. */
type WithKept = { values: Values; lost: string[] }

/**
 * Fills in answers that the page could not send from the draft or, in a retry, from the accepted
 * application. An answer that was sent wins.
 * @param kept names of sensitive inputs
 */
export async function withKeptAnswers(
  services: Needs,
  session: FormSession,
  sent: Values,
  kept: string[],
): Promise<WithKept> {
  const { inputNames } = toVisibleForm(session.link)
  const wanted = [...new Set(kept)].filter((name) => inputNames.has(name) && isBlank(getOwn(sent, name)))
  if (wanted.length === 0) return { values: sent, lost: [] }

  const held = await heldAnswers(services, session)
  // A draft takes any text, an application does not.
  const filled = wanted
    .map((name) => [name, getOwn(held, name) ?? ''] as const)
    .filter(([_name, value]) => !hasControlCharacters(value))
  const values: Values = { ...sent, ...Object.fromEntries(filled) }
  return { values, lost: wanted.filter((name) => isBlank(getOwn(values, name)) && isAsked(name, values)) }
}

async function heldAnswers({ db, keys }: Needs, { id, link }: FormSession): Promise<Values> {
  const held = await db.system('public-form').read((client) =>
    client.formSession.findUnique({
      where: { id },
      select: { wrappedKey: true, draft: true, submittedAt: true },
    }),
  )
  if (!held) return {}
  if (held.submittedAt) {
    const find = { where: { id }, select: sealedSelect }
    const accepted = await db.system('public-form').read((client) => client.formSubmission.findUnique(find))
    return accepted ? openSubmission(keys, accepted) : {}
  }
  if (!held.draft) return {}
  const key = keys.unwrap(held.wrappedKey, formSessionKeyContext(id, link.companyId))
  return draftValues(openDraft(key, { id, companyId: link.companyId }, held.draft))
}

const isBlank = (value: string | undefined): boolean => (value ?? '').trim() === ''

const isAsked = (name: string, values: Values): boolean => {
  const input = INPUTS.get(name)
  return input !== undefined && isShown(input, values)
}
