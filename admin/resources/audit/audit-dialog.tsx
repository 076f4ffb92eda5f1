import { Box, Button, Typography } from '@mui/material'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { useGetManyAggregate, type RaRecord } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { auditSentence } from '#domain/messages/audit'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { auditMessages } from '#domain/messages/panel-audit'
import { LISTS } from '#domain/pages'
import { TOGGLES } from '#domain/catalogue/index'
import { allOn, parseSettings, SettingsError, type Settings } from '#domain/catalogue/settings'
import { getOwn } from '#domain/get-own'
import { isRecord, toText } from '#domain/json'
import { permissionName, roleMessages } from '#domain/messages/panel-role'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { exactTime, dateTime } from '../../format.ts'
import { Fact } from '../../layout/page-parts.tsx'
import { logPath, personName, type AuditEntry, ObjectLink, objectTypeName } from './audit-entry.tsx'
import type { NamesResource } from '../../providers/data-provider.ts'

type Props = { entry: AuditEntry; onClose: () => void }

const { entry: words, fields: LABELS, none } = auditMessages
const { columns } = LISTS.audit

export const AuditDialog = ({ entry, onClose }: Props) => (
  <AppDialog
    title={auditSentence(entry.act, entry.detail)}
    isToBeRead
    onClose={onClose}
    actions={<Actions entry={entry} onClose={onClose} />}
  >
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
      <Fact label={columns.at}>{exactTime(entry.at, entry.timeZone)}</Fact>
      <Fact label={columns.actor}>{personName(entry)}</Fact>
      <Fact label={columns.object}>
        <ObjectLink entry={entry} />
      </Fact>
      <Fact label={columns.company}>{entry.companyName || none}</Fact>
      <Fact label={columns.ip}>{entry.ip || none}</Fact>
      <Fact label={words.number}>{entry.id}</Fact>
    </Box>
    <AuditDetails entry={entry} />
  </AppDialog>
)

const Actions = ({ entry: { actor, objectId }, onClose }: Props) => (
  <>
    {actor.id !== null && (
      <Button component={Link} to={logPath({ actorId: actor.id })} onClick={onClose}>
        {words.ofPerson}
      </Button>
    )}
    {objectId !== '' && objectId.length <= LIMITS.idLength && (
      <Button component={Link} to={logPath({ objectId })} onClick={onClose}>
        {words.ofObject}
      </Button>
    )}
    <Button variant="contained" onClick={onClose}>
      {dialogMessages.close}
    </Button>
  </>
)

/** The changed fields before and after, or the details of an entry without changes. */
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

/** Fields that hold ids, and the resource that has the names. */
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
        .map((column) => getOwn<string>(LISTS.forms.columns, column) ?? column)
        .join(', ')
    case 'permissions':
      return permissionName(text)
    case 'userType':
      return getOwn<string>(roleMessages.userTypes, text) ?? text
    default:
      return text
  }
}
