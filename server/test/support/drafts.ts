import type { Services } from '../../services.ts'
import { call, type Answer } from './factories.ts'

export type DraftState = {
  values: Record<string, string>
  kept: string[]
  secondSigner: boolean | null
  savedAt: string
  revision: number
}

let clock = Date.now()

/** Saves a draft as the form does, each with a higher revision unless `changes` has one. */
export const saveDraft = (
  url: string,
  formSubmissionId: string,
  values: Record<string, unknown>,
  changes: Record<string, unknown> = {},
): Promise<Answer> =>
  call(url, 'PUT', '/form/session/draft', {
    body: { formSubmissionId, values, revision: (clock += 1), ...changes },
  })

/** What the server tells a page that is loaded again. */
export async function draftOf(url: string, formSubmissionId: string): Promise<DraftState | null> {
  const { body } = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })
  return (body as { data: { draft: DraftState | null } }).data.draft
}

export const sessionRow = ({ db }: Pick<Services, 'db'>, formSubmissionId: string) =>
  db
    .system('test')
    .write((client) => client.formSession.findUnique({ where: { id: formSubmissionId.split('.')[0] ?? '' } }))
