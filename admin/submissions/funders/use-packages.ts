import { useQuery } from '@tanstack/react-query'
import { LIMITS } from '#domain/limits'
import { call, trpc, type Outputs } from '../../providers/trpc-client.ts'

export type Package = Outputs['form']['packages']['data'][number]

export const packagesKey = (id: string) => ['packages', id] as const

const isMailWaiting = ({ mailed, createdAt }: Package): boolean =>
  mailed === null && Date.now() - Date.parse(createdAt) < LIMITS.requestMailWaitMs

export const usePackages = (id: string) =>
  useQuery({
    queryKey: packagesKey(id),
    queryFn: async () => (await call(trpc.form.packages.query({ id }))).data,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.some(isMailWaiting) ? LIMITS.requestMailPollMs : false),
  })

/** What funders asked for after the newest request to the applicant. @param since when that was made */
export const wantedOf = (packages: readonly Package[], since = '') =>
  packages.flatMap(({ id, funder, answers }) => {
    const last = answers.at(-1)
    return last?.kind === 'ask' && last.at > since ? [{ id, funder: funder.name, text: last.text }] : []
  })
