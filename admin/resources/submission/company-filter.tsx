import { useGetManyAggregate } from 'react-admin'
import { submissionMessages } from '#domain/messages/panel-submission'
import { FilterChip } from '../../table/filter-chip.tsx'
import type { ListFilters } from '../../table/use-list-filters.ts'
import { useTableState } from '../../table/use-table-state.ts'

const words = submissionMessages.list

type Name = { id: string; name: string }

/** 'Company: …' while the list shows one company's submissions alone. */
export const CompanyFilter = ({ narrow }: { narrow: ListFilters }) => {
  const { narrowed } = useTableState()
  const { companyId } = narrowed
  return typeof companyId === 'string' ? (
    <OfCompany id={companyId} onRemove={() => narrow({ companyId: '' })} />
  ) : null
}

const OfCompany = ({ id, onRemove }: { id: string; onRemove: () => void }) => {
  // The list itself tells of failures; without its name the company is still to be taken away.
  const { data, isPending } = useGetManyAggregate<Name>(
    'company-names',
    { ids: [id] },
    { onError: () => undefined },
  )
  const name = isPending ? words.nameComing : (data?.[0]?.name ?? words.noAnswer)
  return <FilterChip label={words.ofCompany(name)} onRemove={onRemove} />
}
