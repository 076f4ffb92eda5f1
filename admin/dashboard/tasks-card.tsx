import { taskMessages as words } from '#domain/messages/panel-task'
import { submissionPath } from '../submissions/submission.ts'
import { shownDay, useTasks } from '../submissions/use-tasks.ts'
import { FigureCard, FigureTable } from './figures.tsx'

/** The user's own; nothing while none is due. */
export const TasksCard = () => {
  const { data: tasks } = useTasks({ ownerId: 'me', due: true })
  if (!tasks?.length) return null
  return (
    <FigureCard title={words.tasksDue}>
      <FigureTable
        label={words.tasksDue}
        heads={words.heads}
        rows={tasks.map((task) => ({
          key: task.id,
          name: { text: task.text, to: submissionPath(task.submissionId) },
          detail: task.merchant,
          figures: [{ text: shownDay(task.dueAt, task) }],
        }))}
      />
    </FigureCard>
  )
}
