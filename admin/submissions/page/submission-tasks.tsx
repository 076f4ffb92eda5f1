import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Box, Button, Checkbox, List, ListItem, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DateInput, required, SelectInput } from 'react-admin'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { taskMessages as words } from '#domain/messages/panel-task'
import { dayInZone } from '#domain/time-zone'
import { ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { FormDialog, UnsavedQuestion } from '../../dialogs/form-dialog.tsx'
import { Text } from '../../inputs/text.tsx'
import { Failed } from '../../layout/page-parts.tsx'
import { useSession } from '../../layout/route-guard.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { RowAction } from '../../table/columns.tsx'
import type { OpenedSubmission } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'
import { dayOf, shownDay, useTasks, type Task } from '../use-tasks.ts'

type Shown = { is: 'form'; task: Task | null } | { is: 'deletion'; task: Task } | null

export const SubmissionTasks = ({ submission }: { submission: OpenedSubmission }) => {
  const { id } = submission
  const canUpdate = useCanPerform('submission.update')
  const { data: tasks, failure, retry } = useTasks({ submissionId: id })
  const [shown, setShown] = useState<Shown>(null)
  const { busy, run } = useTask(words.failed)
  const changed = useTimelineChanged()
  const close = () => setShown(null)
  const finish = ({ id, done }: Task) =>
    run(async () => {
      await call(trpc.task.update.mutate({ id, done: !done }))
      changed()
    })
  const remove = ({ id }: Task) =>
    run(async () => {
      await call(trpc.task.delete.mutate({ id }))
      close()
      changed()
    })
  if (failure !== null) return <Failed text={words.notLoaded} detail={failure} onRetry={retry} />
  if (tasks === null) return <Skeleton height={44} />
  return (
    <>
      {tasks.length === 0 && <Typography color="text.secondary">{words.none}</Typography>}
      <List disablePadding aria-label={words.title}>
        {tasks.map((task) => (
          <ListItem key={task.id} disableGutters divider sx={{ alignItems: 'flex-start', gap: 2 }}>
            <Checkbox
              checked={task.done}
              disabled={!canUpdate}
              onChange={() => finish(task)}
              slotProps={{ input: { 'aria-label': task.text } }}
              sx={{ mt: -1, ml: -2 }}
            />
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ whiteSpace: 'pre-wrap', ...(task.done && { color: 'text.secondary' }) }}>
                {task.text}
              </Typography>
              <Typography variant="body2" color={isOverdue(task) ? 'error' : 'text.secondary'}>
                {task.doneAt === null
                  ? words.due(shownDay(task.dueAt, task), task.ownerName)
                  : words.done(shownDay(task.doneAt, task), task.ownerName)}
              </Typography>
            </Box>
            {canUpdate && (
              <>
                <RowAction
                  label={words.edit}
                  icon={EditIcon}
                  onClick={() => setShown({ is: 'form', task })}
                />
                <RowAction
                  label={words.remove}
                  icon={DeleteIcon}
                  isDestructive
                  onClick={() => setShown({ is: 'deletion', task })}
                />
              </>
            )}
          </ListItem>
        ))}
      </List>
      {canUpdate && (
        <Button variant="outlined" sx={{ mt: 3 }} onClick={() => setShown({ is: 'form', task: null })}>
          {words.add}
        </Button>
      )}
      {shown?.is === 'form' && (
        <TaskDialog submission={submission} task={shown.task} onSaved={changed} onClose={close} />
      )}
      {shown?.is === 'deletion' && (
        <ConfirmDialog
          title={words.remove}
          text={words.removeText(shown.task.text)}
          confirmLabel={words.remove}
          isDestructive
          busy={busy}
          onConfirm={() => remove(shown.task)}
          onClose={close}
        />
      )}
    </>
  )
}

const isOverdue = (task: Task): boolean =>
  task.doneAt === null && dayOf(task.dueAt, task) < dayInZone(new Date(), task.timeZone)

type DialogProps = {
  submission: OpenedSubmission
  task: Task | null
  onSaved: () => void
  onClose: () => void
}

const TaskDialog = ({ submission: { id, timeZone }, task, onSaved, onClose }: DialogProps) => {
  const { user } = useSession()
  const { data: readers = [] } = useQuery({
    queryKey: ['readers', id],
    queryFn: async () => (await call(trpc.form.deskChoices.query({ id }))).data.readers,
  })
  const owner = { id: task?.ownerId ?? user?.id ?? '', name: task?.ownerName ?? user?.name ?? '' }
  const day = task ? dayOf(task.dueAt, task) : dayInZone(new Date(), timeZone)
  const send = async ({ text, dueAt, ownerId }: Record<string, unknown>) => {
    // The time of a task that came over REST stays as long as its day does.
    const given = {
      text: toText(text).trim(),
      ownerId: toText(ownerId),
      ...(dueAt !== day && { dueAt: toText(dueAt) }),
    }
    const sent = task
      ? trpc.task.update.mutate({ id: task.id, ...given, updatedAt: task.updatedAt })
      : trpc.task.create.mutate({ submissionId: id, ...given, dueAt: toText(dueAt) })
    await call<unknown>(sent)
    onSaved()
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={task ? words.edit : words.add}
      submitLabel={words.save}
      busyLabel={words.saving}
      failure={words.failed}
      defaultValues={{ text: task?.text ?? '', dueAt: day, ownerId: owner.id }}
      send={send}
      onClose={onClose}
    >
      <UnsavedQuestion />
      <Text source="text" words={words.text} max={LIMITS.taskLength} multiline autoFocus />
      <DateInput source="dueAt" label={words.dueAt.label} validate={required(words.dueAt.needed)} />
      <SelectInput
        source="ownerId"
        label={words.ownerId.label}
        choices={readers.some((reader) => reader.id === owner.id) ? readers : [owner, ...readers]}
        translateChoice={false}
        validate={required(words.ownerId.needed)}
      />
    </FormDialog>
  )
}
