import { splitInvite, type SecondSignerInvite } from '#domain/catalogue/invite'
import type { Services } from '../../services.ts'
import { answersSelect, openAnswers, readOrNull, type SealedSubmission } from '../accept/sealed-submission.ts'

export const inviteSelect = {
  ...answersSelect,
  additions: { where: { kind: 'signature', signer: 2 }, select: { id: true } },
} as const

type Row = Omit<SealedSubmission, 'signatures'> & { additions: readonly unknown[] }

/** @returns null if no second signature is expected */
export const readInvite = (services: Pick<Services, 'keys' | 'log'>, row: Row): SecondSignerInvite | null =>
  row.additions.length > 0
    ? null
    : (readOrNull(services, row.id, () => splitInvite(openAnswers(services.keys, row)))?.invite ?? null)
