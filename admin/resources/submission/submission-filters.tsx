import { useNarrow } from '../../table/use-narrow.ts'
import { CompanyFilter } from './company-filter.tsx'
import { HoldFilter } from './hold-filter.tsx'

/** What Submitted Forms may be narrowed to. One memory for both, as one wish may follow the other at once. */
export const SubmissionFilters = () => {
  const narrow = useNarrow()
  return (
    <>
      <HoldFilter narrow={narrow} />
      <CompanyFilter narrow={narrow} />
    </>
  )
}
