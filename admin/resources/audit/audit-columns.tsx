import { Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { dateTime } from '../../format.ts'
import { dateColumn, nameCell, textCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { objectName, objectPath, personName, type AuditEntry } from './audit.ts'

const words = auditMessages

/** Who did what, to what, when and from where. */
export const auditColumns = (open: (entry: AuditEntry) => void): readonly Column<AuditEntry>[] => [
  dateColumn({ key: 'at', label: words.columns.at }),
  {
    key: 'actor',
    label: words.columns.actor,
    filterable: true,
    sortable: true,
    width: '14%',
    card: 'subtitle',
    render: (entry) => textCell(personName(entry)),
  },
  {
    key: 'act',
    label: words.columns.act,
    filterable: true,
    sortable: true,
    width: '20%',
    card: 'title',
    render: (entry) => {
      const sentence = auditSentence(entry.act, entry.detail)
      return nameCell(
        sentence,
        () => open(entry),
        words.open(sentence, personName(entry), dateTime(entry.at)),
      )
    },
  },
  {
    key: 'object',
    label: words.columns.object,
    filterable: true,
    width: 'fill',
    card: 'subtitle',
    render: (entry) => <ObjectLink entry={entry} />,
  },
  {
    key: 'company',
    label: words.columns.company,
    width: '15%',
    card: 'subtitle',
    render: (entry) => textCell(entry.companyName || words.none),
    inCard: {},
  },
  {
    key: 'ip',
    label: words.columns.ip,
    filterable: true,
    width: 124,
    card: 'subtitle',
    render: (entry) => textCell(entry.ip || words.none),
    inCard: {},
  },
]

/** What an entry is about, as a link to where it is seen. */
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
