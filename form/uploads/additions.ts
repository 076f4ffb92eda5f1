import { STATEMENT_TYPE } from '#domain/files'
import { createTimers } from '../calls/timers.ts'
import { noFiles, type Files, type FileNews } from './files.ts'
import { additionsEdge, createFilesPerformer } from './perform-files.ts'
import { reduceFiles } from './reduce-files.ts'
import type { UploadItem } from './upload-item.ts'

type Listeners = {
  show: (files: Files) => void
  stored: (name: string, id: string) => void
  /** The server looked at a stored file and may have set its month. */
  glanced: () => void
}

/** Says which statement it is, so it stays; other stored files leave, as the receipt lists them. */
const stays = ({ type, description }: UploadItem): boolean =>
  type === 'application/pdf' && description.documentType === STATEMENT_TYPE

/** The form's file machine for a submitted application. */
export function createAdditions(token: string, { show, stored, glanced }: Listeners) {
  const perform = createFilesPerformer(additionsEdge)
  const timers = createTimers((timer) => dispatch({ type: 'timeUp', timer }))
  let files = noFiles
  const locked = new Set<string>()
  // A file of an earlier visit is there only to be opened.
  const isOfUse = ({ file, key }: UploadItem) => file !== null || locked.has(key)

  const dispatch = (event: FileNews): void => {
    const context = { token, companyId: '', online: navigator.onLine }
    const { files: after, effects } = reduceFiles(files, event, context)
    if (event.type === 'fileGlanced' && event.statement?.state === 'locked') locked.add(event.key)
    const hasNoUse = (item: UploadItem) => !stays(item) || (item.statement !== null && !isOfUse(item))
    const leaving = after.items.filter((item) => item.state === 'done' && hasNoUse(item))
    files = { ...after, items: after.items.filter((item) => !leaving.includes(item)) }
    show({ ...files, items: files.items.filter(isOfUse) })
    for (const effect of effects) {
      if (effect.do === 'wait') void timers.wait(effect)
      else if (effect.do === 'stopWaiting') timers.stop(effect.timer)
      else perform(effect, dispatch)
    }
    for (const { preview } of leaving) if (preview) URL.revokeObjectURL(preview)
    const changed = 'key' in event ? after.items.find(({ key }) => key === event.key) : undefined
    if (event.type === 'fileStored' && changed) stored(changed.name, changed.id ?? '')
    const isOpen = event.type === 'fileGlanced' && event.statement && event.statement.state !== 'locked'
    if (isOpen && changed && isOfUse(changed)) glanced()
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
