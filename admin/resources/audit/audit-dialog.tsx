import { Box, Button, Typography } from '@mui/material'
import { Link } from 'react-router'
import { LIMITS } from '#domain/limits'
import { auditSentence } from '#domain/messages/audit'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { auditMessages } from '#domain/messages/panel-audit'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { exactTime } from '../../format.ts'
import { Fact } from '../../layout/fact.tsx'
import { toDetails, logPath, personName, type AuditEntry, type Detail } from './audit.ts'
import { ObjectLink } from './audit-columns.tsx'

type Props = { entry: AuditEntry; onClose: () => void }

const { columns, entry: words, none } = auditMessages

/** One entry of the log with all that was written down. */
export const AuditDialog = ({ entry, onClose }: Props) => {
  const details = toDetails(entry)
  const isChange = details.some(({ before }) => before !== null)
  return (
    <AppDialog
      title={auditSentence(entry.act, entry.detail)}
      isToBeRead
      onClose={onClose}
      actions={<Actions entry={entry} onClose={onClose} />}
    >
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
        <Fact label={columns.at}>{exactTime(entry.at)}</Fact>
        <Fact label={columns.actor}>{personName(entry)}</Fact>
        {entry.actor.id !== null && <Fact label={words.personId}>{entry.actor.id}</Fact>}
        <Fact label={columns.object}>
          <ObjectLink entry={entry} />
        </Fact>
        <Fact label={columns.company}>{entry.companyName || (entry.companyId ?? none)}</Fact>
        <Fact label={columns.ip}>{entry.ip || none}</Fact>
        <Fact label={words.number}>{entry.id}</Fact>
      </Box>
      {details.length > 0 && (
        <>
          <Typography component="h3" variant="h3" sx={{ mt: 5, mb: 2 }}>
            {isChange ? words.changes : words.details}
          </Typography>
          <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
            {details.map((detail) => (
              <Fact key={detail.name} label={detail.name}>
                <Value {...detail} />
              </Fact>
            ))}
          </Box>
        </>
      )}
    </AppDialog>
  )
}

const Value = ({ before, after }: Detail) =>
  before === null ? (
    after
  ) : (
    <>
      <Typography component="span" color="text.secondary">
        <span className="visually-hidden">{words.before} </span>
        {before}
      </Typography>
      <span aria-hidden> → </span>
      <span className="visually-hidden">, {words.after} </span>
      {after}
    </>
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
