import { useCanPerform } from '../providers/use-can-perform.ts'

type Filter = Record<string, string | readonly string[] | undefined>

/** Addresses of the list of submissions; null to users who may not see it. */
export function useListPath(): (filter: Filter, sort?: string) => string | null {
  const canList = useCanPerform('submission.list')
  return (filter, sort) => {
    const query = new URLSearchParams({ filter: JSON.stringify(filter), ...(sort && { sort, order: 'ASC' }) })
    return canList ? `/admin/forms?${query.toString()}` : null
  }
}
