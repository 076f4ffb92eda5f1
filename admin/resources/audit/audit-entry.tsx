import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { getOwn } from '#domain/get-own'
import { toText } from '#domain/json'
import { auditMessages as words } from '#domain/messages/panel-audit'
import type { Outputs } from '../../providers/trpc-client.ts'
import { keepSearchText } from '../../providers/search-texts.ts'
import { textCell } from '../../table/columns.tsx'

export type AuditEntry = Outputs['audit']['get']['data'][number]

/** 'user' → 'User'. An unknown type is returned as it is. */
export const objectTypeName = (type: string): string => getOwn(words.objectTypes, type) ?? type

export const personName = ({ actor }: AuditEntry): string => actor.name || words.nobody

const objectName = ({ objectType, objectName: name, objectId }: AuditEntry): string =>
  [objectTypeName(objectType), name || objectId].filter((part) => part !== '').join(' · ') || words.none

/** Lists that are searched for the object's name. */
const LISTS: Readonly<Record<string, string>> = {
  company: '/admin/companies',
  user: '/admin/users',
  role: '/admin/roles',
  team: '/admin/teams',
  link: '/admin/links',
}

/** The page of an entry's object; null if it has none. */
function objectPath({ objectType, objectId, objectName: name, detail }: AuditEntry): string | null {
  const submission =
    objectType === 'submission' ? objectId : objectType === 'document' ? toText(detail.submission) : ''
  if (submission !== '') return `/admin/forms/${submission}`
  const list = getOwn(LISTS, objectType)
  return list === undefined || name === '' ? null : `${list}?${filterQuery({ q: keepSearchText(name) })}`
}

export const logPath = (filter: Readonly<Record<string, string>>): string =>
  `/admin/audit?${filterQuery(filter)}`

const filterQuery = (filter: Readonly<Record<string, string>>): string =>
  new URLSearchParams({ filter: JSON.stringify(filter) }).toString()

export const ObjectLink = ({ entry }: { entry: AuditEntry }) => {
  const path = objectPath(entry)
  const name = objectName(entry)
  return path === null ? (
    textCell(name)
  ) : (
    <Link component={RouterLink} to={path} underline="hover" title={name}>
      {name}
    </Link>
  )
}
