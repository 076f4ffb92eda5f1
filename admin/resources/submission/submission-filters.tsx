import { useListFilters } from '../../table/use-list-filters.ts'
import { CompanyFilter } from './company-filter.tsx'
import { HoldFilter } from './hold-filter.tsx'

/** What Submitted Forms may be narrowed to. One memory for both, as one wish may follow the other at once. */
export const SubmissionFilters = () => {
  const narrow = useListFilters()
  return (
    <>
      <HoldFilter narrow={narrow} />
      <CompanyFilter narrow={narrow} />
    </>
  )
}
