import { LIMITS } from '#domain/limits'
import { offerServerMessages } from '#domain/messages/server-offer'
import { dayInZone } from '#domain/time-zone'
import { throttle } from '../auth/throttle.ts'
import { findTold } from '../desk/find-told.ts'
import { fieldError } from '../errors.ts'
import { recordEvent } from '../events/record-event.ts'
import { receiveOffer, replaceOffers, termsText } from '../offers/receive-offer.ts'
import { lockDesk, lockRow } from '../platform/database/lock-row.ts'
import type { Services } from '../services.ts'
import { findOpenedPackage, findPackage, type Visitor } from './find-package.ts'
import { packageAnswer, type AnswerInput, type OpenPackage } from './package.schema.ts'
import { openPackage, sealPackage } from './sealed-package.ts'

/** The latest answer counts; the timeline has all. @throws AppError link_ended, code_needed, invalid_input */
export async function answerPackage(
  services: Services,
  visitor: Visitor,
  { token, ...sent }: AnswerInput,
): Promise<{ answer: OpenPackage['answer'] }> {
  const given = packageAnswer.parse(sent)
  const { id, submissionId } = await findOpenedPackage(services, token, visitor)
  await throttle(services, 'packageAnswerPerPackage', id)
  return services.db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', submissionId)
    await lockDesk(tx, submissionId)
    // It may have been withdrawn or answered meanwhile.
    const row = await findPackage(services, token, tx)
    const { funder, companyId, submission, company } = row
    const now = new Date()
    if (given.kind === 'offer') {
      const { kind: _kind, ...inputs } = given
      if (inputs.expiresAt && inputs.expiresAt < dayInZone(now, company.timeZone))
        throw fieldError('expiresAt', offerServerMessages.past)
      const offer = { funderId: funder.id, packageId: id, enteredBy: '', inputs, actor: null, ip: visitor.ip }
      await receiveOffer(tx, services, { ...submission, company }, offer)
    } else if (given.kind === 'decline') await replaceOffers(tx, submissionId, funder.id, now)
    const text =
      given.kind === 'offer' ? termsText(given) : given.kind === 'decline' ? given.reason : given.text
    const answer = { kind: given.kind, at: now.toISOString(), text }
    const data = openPackage(services.keys, submission, row)
    const answers = [...data.answers, answer].slice(-LIMITS.packageAnswers)
    await tx.package.update({
      where: { id },
      data: {
        state: 'answered',
        answer: given.kind,
        answeredAt: now,
        data: sealPackage(services.keys, submission, id, { ...data, answers }),
      },
    })
    const about = { companyId, actor: null, ip: visitor.ip, objectType: 'submission', objectId: submissionId }
    await recordEvent(tx, {
      ...about,
      act: 'package-answered',
      detail: { package: id, funder: funder.id, name: funder.name, kind: given.kind },
      told: await findTold(tx, submissionId, 'package-sent', ['package', id]),
    })
    return { answer }
  })
}
