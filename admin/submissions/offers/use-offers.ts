import { useQueryClient } from '@tanstack/react-query'
import { offerMessages as words } from '#domain/messages/panel-offer'
import { call, trpc, type Outputs } from '../../providers/trpc-client.ts'
import { useLoad } from '../../providers/use-task.ts'
import type { OpenedSubmission } from '../submission.ts'
import { useDesk } from '../use-desk.ts'
import { submissionKey } from '../use-submission.ts'

export type Offer = Outputs['form']['offers']['data'][number]
export type Funding = Outputs['form']['fund']['data']

export const offersKey = (id: string) => ['offers', id] as const

/** `refresh` after a change shows the offers, where the submission stands, and `deal` of its record. */
export function useOffers(id: string) {
  const queries = useQueryClient()
  const { busy, run, change } = useDesk(words.changeFailed)
  const loaded = useLoad({
    queryKey: offersKey(id),
    queryFn: async () => (await call(trpc.form.offers.query({ id }))).data,
    gcTime: 0,
  })
  const refresh = async (deal: Partial<Pick<OpenedSubmission, 'funding'>> = {}): Promise<void> => {
    await change(id, () => trpc.form.deskChoices.query({ id }))
    queries.setQueryData<OpenedSubmission>(submissionKey(id), (shown) => shown && { ...shown, ...deal })
    for (const queryKey of [offersKey(id), ['packages', id]]) void queries.invalidateQueries({ queryKey })
  }
  return { ...loaded, busy, run, refresh }
}
