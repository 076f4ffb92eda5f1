import { Box, Button, Chip, Skeleton, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNotify } from 'react-admin'
import { packageMessages as words } from '#domain/messages/panel-package'
import { AppDialog, ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { dateTime } from '../../format.ts'
import { CopyField } from '../../inputs/copy-field.tsx'
import { Failed } from '../../layout/page-parts.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useTask } from '../../providers/use-task.ts'
import { useTimelineChanged } from '../use-submission.ts'
import { packagesKey, usePackages, type Package } from './use-packages.ts'

type Props = { id: string; timeZone: string; canSend: boolean }
type Asked = { is: 'number' | 'withdrawing'; of: Package }

export const PackageList = ({ id, timeZone, canSend }: Props) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const queries = useQueryClient()
  const notify = useNotify()
  const changed = useTimelineChanged()
  const { busy, run } = useTask(words.changeFailed)
  const { data, error, refetch } = usePackages(id)
  const close = () => setAsked(null)
  const change = (act: 'withdraw' | 'resend', packageId: string, done: string) =>
    run(async () => {
      await call(trpc.package[act].mutate({ id: packageId }))
      notify(done, { type: 'success' })
      close()
      changed()
      await queries.invalidateQueries({ queryKey: packagesKey(id) })
    })

  if (error) return <Failed text={words.listFailed} detail={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={56} aria-busy />
  return (
    <>
      {data.length === 0 && <Typography color="text.secondary">{words.none}</Typography>}
      {data.map((each) => (
        <PackageRow key={each.id} sent={each} timeZone={timeZone}>
          <Act label={words.copyNumber} of={each} onClick={() => setAsked({ is: 'number', of: each })} />
          {canSend && isOpen(each) && (
            <>
              <Act
                label={words.resend}
                of={each}
                busy={busy}
                onClick={() => change('resend', each.id, words.resent)}
              />
              <Act
                label={words.withdraw}
                of={each}
                isDestructive
                onClick={() => setAsked({ is: 'withdrawing', of: each })}
              />
            </>
          )}
        </PackageRow>
      ))}
      {asked?.is === 'withdrawing' && (
        <ConfirmDialog
          title={words.withdraw}
          text={words.withdrawText(asked.of.funder.name)}
          confirmLabel={words.withdraw}
          isDestructive
          busy={busy}
          onConfirm={() => change('withdraw', asked.of.id, words.withdrawn)}
          onClose={close}
        />
      )}
      {asked?.is === 'number' && (
        <AppDialog title={words.of(words.copyNumber, asked.of.funder.name)} onClose={close}>
          <CopyField label={words.copyNumber} help={words.copyNumberHelp} value={asked.of.copyNumber} />
        </AppDialog>
      )}
    </>
  )
}

type ActProps = { label: string; of: Package; busy?: boolean; isDestructive?: boolean; onClick: () => void }

const Act = ({ label, of, busy = false, isDestructive = false, onClick }: ActProps) => (
  <Button
    size="small"
    color={isDestructive ? 'error' : 'primary'}
    aria-label={words.of(label, of.funder.name)}
    aria-disabled={busy}
    onClick={onClick}
  >
    {label}
  </Button>
)

/** An answered one can be opened until it expires, and withdrawn for ever. */
const isOpen = ({ state }: Package): boolean => state !== 'withdrawn' && state !== 'expired'

const COLORS = {
  sent: 'primary',
  opened: 'primary',
  answered: 'success',
  withdrawn: 'default',
  expired: 'default',
} as const

type RowProps = { sent: Package; timeZone: string; children: ReactNode }

const PackageRow = ({ sent, timeZone, children }: RowProps) => {
  const { funder, state, answer, answers, openedAt, expiresAt, createdAt, mailed, message } = sent
  const last = answers.at(-1)
  return (
    <Box
      component="article"
      aria-label={funder.name}
      sx={{ pt: 3, mt: 3, borderTop: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography component="h3" variant="h3" dir="auto">
          {funder.name}
        </Typography>
        <Chip size="small" color={COLORS[state]} variant="outlined" label={words.packageStates[state]} />
        {answer && <Chip size="small" variant="outlined" label={words.answers[answer]} />}
        {mailed === false && <Chip size="small" color="error" variant="outlined" label={words.notMailed} />}
      </Box>
      <Typography variant="body2" color="text.secondary">
        {words.sentBy(sent.sentBy, dateTime(createdAt, timeZone))} ·{' '}
        {openedAt === null ? words.notOpened : words.openedAt(dateTime(openedAt, timeZone))}
        {(state === 'sent' || state === 'opened') && ` · ${words.until(dateTime(expiresAt, timeZone))}`}
      </Typography>
      <Typography variant="body2">
        {words.contents({ ...sent, documents: sent.documentIds.length, unmarked: sent.unmarked.length })}
      </Typography>
      {message && (
        <Typography variant="body2" sx={{ whiteSpace: 'pre-line' }}>
          {words.wanted(words.message, message)}
        </Typography>
      )}
      {last && last.text !== '' && (
        <Typography sx={{ mt: 1, whiteSpace: 'pre-line' }}>
          {words.wanted(words.answers[last.kind], last.text)}
        </Typography>
      )}
      {mailed === false && <Typography color="error">{words.notMailedText}</Typography>}
      <Box className="not-printed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, ml: -1 }}>
        {children}
      </Box>
    </Box>
  )
}
