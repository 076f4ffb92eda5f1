import { useQueryClient } from '@tanstack/react-query'
import type { RaRecord } from 'react-admin'

/**
 * Shows a saved row in the lists at once. Until they are loaded anew, its dialog would open with the values from before
 * the save.
 */
export function useShowSaved() {
  const queries = useQueryClient()
  return (resource: string, saved: RaRecord<string>) =>
    queries.setQueriesData<{ data: RaRecord<string>[] }>(
      { queryKey: [resource, 'getList'] },
      (list) =>
        list && {
          ...list,
          data: list.data.map((row) => (row.id === saved.id ? { ...row, ...saved } : row)),
        },
    )
}
