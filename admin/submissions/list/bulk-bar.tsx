import { Button, Typography } from '@mui/material'
import { useState, type MouseEvent } from 'react'
import { BulkActionsToolbar, useListContext } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { askedMonths } from '#domain/statement-summary'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { ExportButton } from '../../resources/export-button.tsx'
import { OwnerMenu } from '../owner-menu.tsx'
import { RequestDialog } from '../request-dialog.tsx'
import { MoveMenu, ReasonDialog } from '../status-control.tsx'
import type { Submission } from '../submission.ts'
import type { Choices } from '../use-desk.ts'

type Sent = Parameters<typeof trpc.form.bulk.mutate>[0]
type Act = Omit<Sent, 'ids' | 'filter' | 'expected'>
type Move = Choices['moves'][number]
type Open =
  | { is: 'assign' | 'move'; anchor: HTMLElement; choices: Pick<Choices, 'users' | 'teams' | 'moves'> }
  | { is: 'reason'; to: Move }
  | { is: 'request' }

const words = submissionListMessages.bulk
const { exportNote } = submissionMessages.list
const small = { size: 'small' } as const

/** Acts for the selected rows, or for all that the list finds. */
export const BulkBar = ({ onStarted }: { onStarted: (job: string) => void }) => {
  const { selectedIds, total = 0, data = [], ...list } = useListContext<Submission>()
  const [canUpdate, canExport] = [useCanPerform('submission.update'), useCanPerform('submission.export')]
  const [open, setOpen] = useState<Open | null>(null)
  const { run } = useTask(words.failed)
  const asked = { ...list.filterValues, ...list.filter }
  const key = JSON.stringify([asked, selectedIds])
  const [allOf, setAllOf] = useState<string | null>(null)
  // 'Select all that match' counts until the user ticks or unticks a row.
  if (allOf !== null && allOf !== key) setAllOf(null)
  const isAll = allOf === key
  const count = isAll ? total : selectedIds.length
  const canSelectAll = !isAll && total > selectedIds.length && total <= LIMITS.bulkRows
  const close = () => setOpen(null)

  const start = async (act: Act) => {
    const of = isAll ? { filter: asked, expected: total } : { ids: selectedIds }
    const { data: job } = await call(trpc.form.bulk.mutate({ ...of, ...act })).catch((error: unknown) => {
      // Another number may match by now.
      void list.refetch()
      throw error
    })
    close()
    list.onUnselectItems()
    onStarted(job.id)
  }
  const choose =
    (is: 'assign' | 'move') =>
    ({ currentTarget: anchor }: MouseEvent<HTMLElement>) =>
      run(async () => {
        const shown = data.filter(({ id }) => isAll || selectedIds.includes(id))
        setOpen({ is, anchor, choices: await readChoices(shown, selectedIds) })
      })
  const move = (to: Move) =>
    to.reasons.length > 0
      ? setOpen({ is: 'reason', to })
      : run(() => start({ action: 'move', status: to.key }))

  const file = (of: { path: string; fileName: string; note: string }, label: string) =>
    canExport && (
      <ExportButton
        {...of}
        button={{ ...small, variant: 'text', children: label }}
        {...(!isAll && { filter: { id: selectedIds } })}
      />
    )

  return (
    <>
      <BulkActionsToolbar
        {...(isAll && { label: words.all(total) })}
        selectAllButton={
          total > LIMITS.bulkRows ? (
            <Typography variant="body2" color="text.primary" sx={{ mx: 2 }}>
              {words.tooMany}
            </Typography>
          ) : (
            canSelectAll && (
              <Button {...small} onClick={() => setAllOf(key)}>
                {words.selectAll(total)}
              </Button>
            )
          )
        }
      >
        {canUpdate && (
          <>
            <Button {...small} aria-haspopup="menu" onClick={choose('assign')}>
              {words.assign}
            </Button>
            <Button {...small} aria-haspopup="menu" onClick={choose('move')}>
              {words.move}
            </Button>
            <Button {...small} onClick={() => setOpen({ is: 'request' })}>
              {words.request}
            </Button>
          </>
        )}
        {(isAll || count <= LIMITS.namesAtOnce) &&
          file({ path: '/form/export', fileName: 'submissions.csv', note: exportNote }, words.csv)}
        {count <= LIMITS.zipSubmissions &&
          file({ path: '/form/export/zip', fileName: 'documents.zip', note: words.zipNote }, words.zip)}
      </BulkActionsToolbar>
      {open?.is === 'assign' && (
        <OwnerMenu
          anchor={open.anchor}
          choices={open.choices}
          onChosen={(chosen) => run(() => start({ action: 'assign', ...chosen }))}
          onClose={close}
        />
      )}
      {open?.is === 'move' && (
        <MoveMenu anchor={open.anchor} moves={open.choices.moves} onChosen={move} onClose={close} />
      )}
      {open?.is === 'reason' && (
        <ReasonDialog
          name={open.to.name}
          reasons={open.to.reasons}
          onChosen={(why) => start({ action: 'move', status: open.to.key, ...why })}
          onClose={close}
        />
      )}
      {open?.is === 'request' && (
        <RequestDialog
          months={askedMonths({ createdAt: new Date(), timeZone: data[0]?.timeZone ?? DEFAULT_TIME_ZONE })}
          onSend={(asking) => start({ action: 'request', ...asking })}
          onClose={close}
        >
          <Typography>{`${words.asked(count)} ${words.unmailed}`}</Typography>
        </RequestDialog>
      )}
    </>
  )
}

/** Calls at most. */
const KINDS = 8

/** What any of them can do, as told by one row of each status and company that is shown. */
async function readChoices(shown: readonly Submission[], selected: readonly string[]) {
  const kinds = new Map(shown.map(({ id, company, statusKey }) => [`${company.id} ${statusKey}`, id]))
  const read: Choices[] = []
  for (const id of shown.length > 0 ? [...kinds.values()].slice(0, KINDS) : selected.slice(0, 1))
    read.push((await call(trpc.form.deskChoices.query({ id }))).data)
  return {
    users: union(
      read.flatMap(({ users }) => users),
      ({ id }) => id,
    ),
    teams: union(
      read.flatMap(({ teams }) => teams),
      ({ id }) => id,
    ),
    moves: union(
      read.flatMap(({ moves }) => moves),
      ({ key }) => key,
    ),
  }
}

const union = <Each,>(all: readonly Each[], toKey: (each: Each) => string): Each[] => [
  ...new Map(all.map((each) => [toKey(each), each])).values(),
]
