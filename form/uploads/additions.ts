import { createTimers } from '../calls/timers.ts'
import { noFiles, type Files, type FileNews } from './files.ts'
import { additionsEdge, createFilesPerformer } from './perform-files.ts'
import { reduceFiles } from './reduce-files.ts'

/** The form's file machine for a submitted application: a stored file leaves it, as the receipt lists it. */
export function createAdditions(
  token: string,
  show: (files: Files) => void,
  onStored: (name: string, id: string) => void,
) {
  const perform = createFilesPerformer(additionsEdge)
  const timers = createTimers((timer) => dispatch({ type: 'timeUp', timer }))
  let files = noFiles

  const dispatch = (event: FileNews): void => {
    const context = { token, companyId: '', online: navigator.onLine }
    const { files: after, effects } = reduceFiles(files, event, context)
    const stored = after.items.filter(({ state }) => state === 'done')
    files = { ...after, items: after.items.filter((item) => !stored.includes(item)) }
    show(files)
    for (const effect of effects) {
      if (effect.do === 'wait') void timers.wait(effect)
      else if (effect.do === 'stopWaiting') timers.stop(effect.timer)
      else perform(effect, dispatch)
    }
    for (const { name, preview, id } of stored) {
      if (preview) URL.revokeObjectURL(preview)
      onStored(name, id ?? '')
    }
  }

  return {
    dispatch,
    remove: async (key: string): Promise<boolean> => {
      const isSending = files.items.some((item) => item.key === key && item.step !== null)
      dispatch({ type: isSending ? 'fileCancelled' : 'fileRemoved', key })
      return true
    },
    /** @returns a function that ends all uploads */
    attach: (): (() => void) => {
      const online = () => dispatch({ type: 'online' })
      window.addEventListener('online', online)
      return () => {
        window.removeEventListener('online', online)
        dispatch({ type: 'forgotten' })
      }
    },
  }
}
