import { useQueryClient } from '@tanstack/react-query'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLoad } from '../../providers/use-task.ts'

export type CashFlow = Awaited<ReturnType<typeof load>>
export type StatementFile = CashFlow['files'][number]
export type Account = StatementFile['accounts'][number]
export type Metrics = Account['metrics']
export type Row = Account['transactions'][number] & { documentId: string; account: Account }

const load = async (id: string) => (await call(trpc.form.statements.query({ id }))).data
const toKey = (id: string) => ['cash-flow', id]

const READING_MS = 10_000

/** Every reading is recorded, so none happens by itself but while statements are read. */
export const useCashFlow = (id: string) =>
  useLoad<CashFlow>({
    queryKey: toKey(id),
    queryFn: () => load(id),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: ({ state }) =>
      state.data?.files.some((file) => file.state === 'reading') ? READING_MS : false,
  })

export function useCashFlowChanges(id: string) {
  const queries = useQueryClient()
  return {
    show: (next: CashFlow) => void queries.setQueryData(toKey(id), next),
    reload: () => void queries.invalidateQueries({ queryKey: toKey(id) }),
  }
}

/** Those that count, the latest first. */
export const toRows = ({ files }: CashFlow): Row[] =>
  files
    .flatMap(({ documentId, accounts }) =>
      accounts.flatMap((account) =>
        account.transactions
          .filter(({ counts }) => counts)
          .map((transaction) => ({ ...transaction, documentId, account })),
      ),
    )
    .sort((a, b) => b.date.localeCompare(a.date) || b.n - a.n)

/** After which the balance of a month, or of all, is lowest; null where it is so from the start. */
export function lowestRow(data: CashFlow, month: string): Row | null {
  const days = data.daily.filter(({ date }) => date.startsWith(month))
  const [lowest] = days.toSorted((a, b) => a.cents - b.cents)
  return toRows(data).find(({ date }) => lowest !== undefined && date <= lowest.date) ?? null
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const exactDollars = (cents: number): string => money.format(cents / 100)
