import { getOwn } from '#domain/get-own'
import { hasAnswer, canonicalValues, keptValues, type Values } from '#domain/catalogue/values'
import { INPUTS } from '#domain/catalogue/index'
import { validate } from '#domain/catalogue/validate'
import { textEntries } from '#domain/json'
import { DEFAULT_LANGUAGE } from '#domain/language'
import type { ProblemKey } from '#domain/messages/form'
import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { US_STATES } from '#domain/us-states'
import type { Actor } from '../../auth/actor.ts'
import { formSessionKeyContext } from '../../platform/crypto/contexts.ts'
import { AppError } from '../../errors.ts'
import { actorKind, recordEvent } from '../../events/record-event.ts'
import { addNamedSession } from '../../form-sessions/external-id.ts'
import { findFormLink, toVisibleForm, type FormLink } from '../../form-sessions/form-link.ts'
import { expiryAfter } from '../../form-sessions/token.ts'
import { uuidV7 } from '../../lib/uuid.ts'
import type { Services } from '../../services.ts'
import { acceptAll, sealSubmission } from '../accept/accept-batch.ts'
import { latestDate, toNewSubmission, toProblemText } from '../accept/submit.service.ts'
import { revealSubmission } from '../submission.service.ts'
import type { SubmissionRecord } from '../submission.schema.ts'
import type { CreateInput } from './create.schema.ts'
import { takeHeldDocuments } from './held-documents.ts'
import { sealTold } from './told.ts'

type By = { actor: Actor; ip: string; userAgent: string }

/** Stores session, documents and application in one transaction, without a signature. */
export async function createSubmission(
  services: Services,
  { actor, ip, userAgent }: By,
  { slug, answers, documentIds = [], applicant, externalId = null, metadata }: CreateInput,
): Promise<SubmissionRecord> {
  const link = await findOwnLink(services, actor, slug)
  const { companyId } = link
  const sent = canonicalValues(textEntries(answers))
  const values = keptValues(sent, toVisibleForm(link))
  checkAnswers(sent, values, link)
  const id = uuidV7()
  const place = { id, companyId }
  const language = applicant?.language ?? DEFAULT_LANGUAGE
  const submission = toNewSubmission(services, id, link, values, { ip, userAgent, language })
  const dataKey = services.keys.newDataKey(formSessionKeyContext(id, companyId))
  const { key, wrapped } = dataKey
  const told = { by: actor.name, ip: applicant?.ip ?? '', userAgent: applicant?.userAgent ?? '', language }
  await services.db.system('public-form').write(async (tx) => {
    const isFree = await addNamedSession(tx, {
      ...place,
      linkId: link.id,
      wrappedKey: wrapped,
      externalId,
      metadata: metadata ? sealTold(key, place, 'metadata', metadata) : null,
      told: sealTold(key, place, 'told', told),
      expiresAt: expiryAfter(services.config.draftDays),
    })
    if (!isFree) throw new AppError('conflict', serverMessages.createSubmission.taken)
    await takeHeldDocuments(services, tx, actor, documentIds, { ...place, key })
    const [createdAt] = await acceptAll(
      (_name, statement) => tx.$queryRaw(statement),
      [sealSubmission(submission, dataKey)],
      actorKind({ actor, act: 'submission-entered' }),
    )
    if (!createdAt) throw new AppError('unavailable')
    await tx.submissionDesk.update({ where: { id }, data: { lacksSignature: true }, select: { id: true } })
    // The record of the event marks the call's Idempotency-Key as used.
    await tx.$executeRaw`SELECT set_config('intake.attempt', ${actor.attempt ?? ''}, true)`
    const about = { companyId, objectType: 'submission', objectId: id }
    await recordEvent(tx, {
      ...about,
      actor,
      ip,
      act: 'submission-entered',
      detail: { documents: documentIds.length },
    })
  })
  // What a caller has sent is shown even where the role shows the submissions of others only.
  return revealSubmission(services, { actor: { ...actor, scope: 'company' }, ip }, id)
}

async function findOwnLink(services: Services, actor: Actor, slug: string): Promise<FormLink> {
  const link = (await findFormLink(services, { slug }))?.link
  if (!link || (!reachesAllCompanies(actor) && link.companyId !== actor.companyId))
    throw new AppError('not_found', (words) => words.link.notFound)
  if (link.closedAt) throw new AppError('conflict', (words) => words.link.closed)
  return link
}

/** Names all problems at once. */
function checkAnswers(sent: Values, values: Values, link: FormLink): void {
  if (!hasAnswer(values)) throw new AppError('invalid_input', ({ form }) => form.noAnswer)
  const isDrawn = (name: string) => INPUTS.get(name)?.kind === 'signature' && getOwn(sent, name)
  const drawn = Object.keys(sent).filter(isDrawn)
  const problems = validate(values, toVisibleForm(link), { today: latestDate() }).filter(
    ({ name, key }) => !drawn.includes(name) && !(key === 'required' && isOfSigner(name)),
  )
  const found: [name: string, sentence: LocalizedText][] = [
    ...drawn.map((name): [string, LocalizedText] => [name, serverMessages.createSubmission.drawn]),
    ...problems.map(({ name, key }): [string, LocalizedText] => [name, toAllowedText(name, key)]),
  ]
  if (found.length === 0) return
  throw new AppError('invalid_input', ({ form }) => form.problems(found.length), {
    fields: Object.fromEntries(found.map(([name, sentence]) => [`answers.${name}`, sentence])),
  })
}

/** A program has no picker that shows what a field takes. */
function toAllowedText(name: string, key: ProblemKey): LocalizedText {
  const sentence = toProblemText(name, key)
  const allowed = findAllowed(name, key)
  return allowed
    ? (words) => `${typeof sentence === 'string' ? sentence : sentence(words)}. ${allowed}`
    : sentence
}

function findAllowed(name: string, key: ProblemKey): string | undefined {
  const { date, oneOf } = serverMessages.createSubmission
  if (key === 'date') return date
  if (key === 'state') return oneOf(US_STATES.map(([code]) => code))
  return key === 'choice' ? oneOf(INPUTS.get(name)?.choices ?? []) : undefined
}

export const isOfSigner = (name: string): boolean => name.startsWith('signer')
