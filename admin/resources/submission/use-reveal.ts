import { useState } from 'react'
import { useDataProvider, useNotify } from 'react-admin'
import type { Values } from '#domain/catalogue/values'
import { submissionMessages } from '#domain/messages/panel-submission'
import { useTask } from '../../providers/use-task.ts'
import { parseFormData, type Submission } from './submission.ts'

const words = submissionMessages.list

/**
 * The full values of a submission, asked for one time after the other, each of which the server records. They live in
 * the component alone: no cache keeps them once it goes or hides them.
 */
export function useReveal(id: string, onRevealed?: () => void) {
  const [full, setFull] = useState<Values | null>(null)
  const dataProvider = useDataProvider()
  const notify = useNotify()
  const { busy, run } = useTask(words.revealFailed)

  const reveal = () =>
    run(async () => {
      const { data } = await dataProvider.getOne<Submission>('forms', { id })
      onRevealed?.()
      const values = parseFormData(data.formData)
      if (values === null) notify(words.parseError, { type: 'error' })
      setFull(values)
    })
  return { full, busy, reveal, hide: () => setFull(null) }
}
