import { useLocation } from 'react-admin'
import { isRecord, parseJson } from '#domain/json'
import { findSearchText } from '../providers/search-texts.ts'

/** The text that the list at this address is searched for, '' for none; the address has its key alone. */
export function useSearchedText(): string {
  const { search } = useLocation()
  const filter = parseJson(new URLSearchParams(search).get('filter') ?? '')
  return isRecord(filter) ? findSearchText(filter.q) : ''
}
