import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { useGetManyAggregate, type RaRecord } from 'react-admin'
import { TOGGLES } from '#domain/catalogue/index'
import { allOn, parseSettings, SettingsError, type Settings } from '#domain/catalogue/settings'
import { getOwn } from '#domain/get-own'
import { isRecord, toText } from '#domain/json'
import { auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { columnMessages } from '#domain/messages/panel-columns'
import { permissionName, roleMessages } from '#domain/messages/panel-role'
import { dateTime } from '../../format.ts'
import { Fact } from '../../layout/fact.tsx'
import type { NamesResource } from '../../providers/resource-paths.ts'
import { objectTypeName, type AuditEntry } from './audit.ts'

const { entry: words, fields: LABELS } = auditMessages

/** What an entry says beside its columns: each changed field before and after, or the details. */
export const AuditDetails = ({ entry }: { entry: AuditEntry }) => {
  const { before, after } = entry.detail
  const isChange = isRecord(before) || isRecord(after)
  const [was, is] = [isRecord(before) ? before : {}, isRecord(after) ? after : entry.detail]
  const names = isChange ? Object.keys({ ...was, ...(isRecord(after) && after) }) : Object.keys(entry.detail)
  if (names.length === 0) return null
  const toValue = (name: string, value: unknown) => (
    <FieldValue name={name} value={value} timeZone={entry.timeZone} />
  )
  return (
    <>
      <Typography component="h3" variant="h3" sx={{ mt: 5, mb: 2 }}>
        {isChange ? words.changes : words.details}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
        {names.map((name) =>
          name === 'appEditorSettings' ? (
            <FormFields key={name} was={toText(was[name])} is={toText(is[name])} />
          ) : (
            <Fact key={name} label={getOwn<string>(LABELS, name) ?? name}>
              {isChange && <Before>{toValue(name, getOwn(was, name))}</Before>}
              {toValue(name, isChange && !isRecord(after) ? null : getOwn(is, name))}
            </Fact>
          ),
        )}
      </Box>
    </>
  )
}

const Before = ({ children }: { children: ReactNode }) => (
  <>
    <Typography component="span" color="text.secondary">
      <span className="visually-hidden">{words.before} </span>
      {children}
    </Typography>
    <span aria-hidden> → </span>
    <span className="visually-hidden">, {words.after} </span>
  </>
)

/** The fields of the form that were switched on and off. */
const FormFields = ({ was, is }: { was: string; is: string }) => {
  const [before, after] = [readSettings(was), readSettings(is)]
  const switched = (wanted: boolean) =>
    [...after].flatMap(([name, on]) =>
      on === wanted && before.get(name) !== on ? [TOGGLES.get(name)?.label ?? name] : [],
    )
  return [true, false].map((on) => {
    const labels = switched(on)
    return (
      labels.length > 0 && (
        <Fact key={String(on)} label={on ? words.fieldsOn : words.fieldsOff}>
          {labels.join(', ')}
        </Fact>
      )
    )
  })
}

function readSettings(text: string): Settings {
  try {
    return parseSettings(text)
  } catch (error) {
    if (error instanceof SettingsError) return allOn()
    throw error
  }
}

/** The fields that hold ids, and where their names are. */
const REFERENCES: Readonly<Record<string, NamesResource>> = {
  actorId: 'audit-people',
  company: 'company-names',
  companyId: 'company-names',
  lead: 'user-names',
  leader: 'user-names',
  members: 'user-names',
  user: 'user-names',
  role: 'role-names',
  teams: 'team-names',
}

type FieldProps = { name: string; value: unknown; timeZone: string }

const FieldValue = ({ name, value, timeZone }: FieldProps) => {
  const values = [value].flat().filter((one) => one !== null && one !== undefined && one !== '')
  if (values.length === 0) return words.nothing
  const reference = getOwn(REFERENCES, name)
  if (reference !== undefined) return <Names reference={reference} ids={values.map(String)} />
  return values.map((one) => toWords(name, one, timeZone)).join(', ')
}

const Names = ({ reference, ids }: { reference: NamesResource; ids: string[] }) => {
  const { data, isPending } = useGetManyAggregate<RaRecord<string> & { name: string }>(
    reference,
    { ids },
    { onError: () => undefined, retry: false },
  )
  if (isPending) return auditMessages.filters.personComing
  return ids.map((id) => data?.find((record) => record?.id === id)?.name ?? words.gone).join(', ')
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function toWords(name: string, value: unknown, timeZone: string): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  if (ISO_TIME.test(text)) return dateTime(text, timeZone)
  switch (name) {
    case 'act':
      return auditSentence(text, {})
    case 'objectType':
      return objectTypeName(text)
    case 'columns':
      return text
        .split(', ')
        .map((column) => getOwn<string>(columnMessages.forms, column) ?? column)
        .join(', ')
    case 'permissions':
      return permissionName(text)
    case 'userType':
      return getOwn<string>(roleMessages.userTypes, text) ?? text
    default:
      return text
  }
}
