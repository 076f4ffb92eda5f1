import { Box, Button } from '@mui/material'
import { Link } from 'react-router'
import { LIMITS } from '#domain/limits'
import { auditSentence } from '#domain/messages/audit'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { auditMessages } from '#domain/messages/panel-audit'
import { columnMessages } from '#domain/messages/panel-columns'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { exactTime } from '../../format.ts'
import { Fact } from '../../layout/fact.tsx'
import { AuditDetails } from './audit-details.tsx'
import { logPath, personName, type AuditEntry } from './audit.ts'
import { ObjectLink } from './object-link.tsx'

type Props = { entry: AuditEntry; onClose: () => void }

const { entry: words, none } = auditMessages
const columns = columnMessages.audit

/** One entry of the log with all that was written down. */
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
