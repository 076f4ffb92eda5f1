import { getOwn } from '../get-own.ts'
import { ELSEWHERE, INVITE_INPUTS, INVITE_NAMES } from './second-signer.ts'
import type { Values } from './values.ts'

export type SecondSignerInvite = { name: string; email: string }

const [place, name, email] = INVITE_INPUTS

/** As a submission keeps it beside its answers. */
export const inviteValues = (invite: SecondSignerInvite): Values => ({
  [place.name]: ELSEWHERE,
  [name.name]: invite.name.trim(),
  [email.name]: invite.email.trim(),
})

export function splitInvite(values: Values): { answers: Values; invite: SecondSignerInvite | null } {
  const answers = Object.fromEntries(Object.entries(values).filter(([each]) => !INVITE_NAMES.has(each)))
  const invite = { name: getOwn(values, name.name) ?? '', email: getOwn(values, email.name) ?? '' }
  return { answers, invite: getOwn(values, place.name) === ELSEWHERE ? invite : null }
}
