import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#domain/language'
import { asSystem } from '../../auth/actor.ts'
import { addressKey, throttle } from '../../auth/throttle.ts'
import type { Services } from '../../services.ts'
import { verifyReceiptToken } from '../applicant/receipt-token.ts'

type Found = { language: Language; isFound: boolean }

/** By the link of a reminder. @param ends ends the reminders of that request, else it is only looked up */
export async function endReminders(
  services: Services,
  token: string,
  ip: string,
  ends: boolean,
): Promise<Found> {
  await throttle(services, 'unsubscribePerAddress', addressKey(ip))
  const id = verifyReceiptToken(services.keys, token, 'unsubscribe')
  if (id === null) return { language: DEFAULT_LANGUAGE, isFound: false }
  return asSystem(services.db, 'public-form', async ({ submissionRequest }) => {
    if (ends) await submissionRequest.updateMany({ where: { id }, data: { reminders: false } })
    const submission = { select: { language: true } } as const
    const row = await submissionRequest.findUnique({ where: { id }, select: { submission } })
    return { language: parseLanguage(row?.submission.language) ?? DEFAULT_LANGUAGE, isFound: row !== null }
  })
}
