import { UNDESCRIBED } from '#domain/document-type'
import { fileProblem, tooManyFiles } from '#domain/file-problem'
import type { LocalizedText } from '#domain/messages/form'
import { beginTry, endTry, failed, retry, send, startWaiting } from './file-tries.ts'
import { change, fileTimer, find, set, type FileTurn } from './file-turn.ts'
import type { FileNews, FilesPart } from './files.ts'
import { countFiles } from './files.ts'
import type { StoredFile } from './upload-request.ts'
import { chosenItem, heldItem, isUnderWay, type HeldFile, type UploadItem } from './upload-item.ts'

export const reduceFiles: FilesPart['reduce'] = (files, event, context) => {
  const turn: FileTurn = { files, effects: [], context }
  handle(turn, event)
  checkNext(turn)
  startWaiting(turn)
  return { files: turn.files, effects: turn.effects }
}

function handle(turn: FileTurn, event: FileNews): void {
  switch (event.type) {
    case 'filesChosen':
      return add(turn, event)
    case 'filesRestored':
      return restore(turn, event.stored)
    case 'fileRetried':
      return retry(turn, event.key)
    case 'fileRemoved':
      return remove(turn, event.key)
    case 'fileCancelled': {
      const item = find(turn, event.key)
      if (item && isUnderWay(item)) drop(turn, event.key)
      return set(turn, { said: null })
    }
    case 'fileChecked':
      return checked(turn, event)
    case 'fileProgressed':
      // Uploads offline report 0 %; ignoring it keeps the text from flickering.
      if (event.percent > 0) change(turn, event.key, { state: 'uploading', progress: event.percent })
      return
    case 'fileDescribed':
      change(turn, event.key, { description: event.description, isDescribed: true })
      return saveDescription(turn, event.key)
    case 'descriptionSaved':
      return change(turn, event.key, { saving: (find(turn, event.key)?.saving ?? 1) - 1 })
    case 'passwordGiven':
      return unlock(turn, event.key, event.password)
    case 'fileGlanced':
      return glanced(turn, event)
    case 'fileStored':
      return isStored(turn, event.key, event.stored)
    case 'fileFailed':
      return failed(turn, event)
    case 'fileTakenBack':
      if (find(turn, event.key)?.state !== 'removing') return
      if (event.done) return drop(turn, event.key)
      return change(turn, event.key, { state: 'done', error: ({ uploads }) => uploads.removeFailed })
    case 'fileErased':
      return set(turn, { erasing: new Set([...turn.files.erasing].filter((key) => key !== event.key)) })
    case 'online':
      for (const { key, awaitsNetwork } of turn.files.items) if (awaitsNetwork) retry(turn, key)
      return
    case 'timeUp': {
      const item = turn.files.items.find(({ key }) => fileTimer(key) === event.timer)
      if (item) (item.step === 'pausing' ? beginTry : retry)(turn, item.key)
      return
    }
    case 'sessionTaken':
      for (const { key, step } of turn.files.items) if (step === 'session') send(turn, key)
      return
    case 'sessionFailed':
      for (const item of turn.files.items) if (item.step === 'session') endTry(turn, item, event.error, true)
      return
    case 'sessionEnded':
      return endSession(turn)
    case 'sessionReplaced': {
      const closed = turn.files.items.filter((item) => item.closed)
      endSession(turn)
      for (const { key } of closed) retry(turn, key)
      return
    }
    case 'forgotten':
      for (const item of turn.files.items) release(turn, item)
      return set(turn, { items: [], said: null })
  }
}

/** Adds all new files or none. A file replaces a failed one of the same name. */
function add(turn: FileTurn, { chosen, maxBytes }: FileNews & { type: 'filesChosen' }): void {
  const { items } = turn.files
  const fresh = chosen.filter(({ file }) => !items.some((item) => isAttached(item, file)))
  const replaced = items.filter(
    (item) => item.state === 'failed' && fresh.some(({ file }) => file.name === item.name),
  )
  const usable = fresh.filter(({ file }) => fileProblem(file, maxBytes) === null)
  const staying = items.filter((item) => !replaced.includes(item))
  if (tooManyFiles(usable.length, countFiles(staying)))
    return set(turn, {
      said:
        tooManyFiles(chosen.length, countFiles(items)) ?? tooManyFiles(usable.length, countFiles(staying)),
    })
  for (const { key } of replaced) drop(turn, key)
  const added = fresh.map(({ key, file, description = UNDESCRIBED }) => ({
    ...chosenItem(key, file, fileProblem(file, maxBytes)),
    description,
    isDescribed: description !== UNDESCRIBED,
  }))
  const again = chosen.filter((each) => !fresh.includes(each)).map(({ file }) => file)
  set(turn, { items: [...turn.files.items, ...added], said: alreadyAttached(again) })
}

const isAttached = ({ file, state }: UploadItem, other: File): boolean =>
  file !== null &&
  state !== 'failed' &&
  state !== 'removing' &&
  file.name === other.name &&
  file.size === other.size &&
  file.lastModified === other.lastModified

function alreadyAttached(files: readonly File[]): LocalizedText | null {
  const [first] = files
  if (first === undefined) return null
  return ({ uploads }) =>
    files.length === 1 ? uploads.already(first.name) : uploads.someAlready(files.length)
}

/**
 * Sorts by id, as two concurrent uploads may arrive in the other order. A client file id identifies a file of
 * this page whose response was lost.
 */
function restore(turn: FileTurn, stored: readonly HeldFile[]): void {
  const unknown: UploadItem[] = []
  for (const file of stored) {
    const item = heldItem(file)
    const mine = turn.files.items.find(({ key, id }) => key === item.key || id === file.id)
    if (mine === undefined && !turn.files.erasing.has(item.key)) unknown.push(item)
    if (mine?.id !== null) continue
    release(turn, { ...mine, preview: null })
    isStored(turn, mine.key, { ...item, url: mine.url })
  }
  unknown.sort((one, other) => (one.key < other.key ? -1 : 1))
  set(turn, { items: [...unknown, ...turn.files.items] })
  for (const { key } of unknown) glanceAt(turn, key)
}

function checkNext(turn: FileTurn): void {
  if (turn.files.checking !== null) return
  const next = turn.files.items.find(({ state }) => state === 'checking')
  if (!next?.file) return
  set(turn, { checking: next.key })
  turn.effects.push({ do: 'checkFile', key: next.key, file: next.file })
}

function checked(turn: FileTurn, event: FileNews & { type: 'fileChecked' }): void {
  const { key, problem, hint, preview, month: statementMonth } = event
  const { description: given = UNDESCRIBED } = find(turn, key) ?? {}
  const description = given === UNDESCRIBED ? { ...given, statementMonth } : given
  set(turn, { checking: null })
  if (find(turn, key)?.state !== 'checking') {
    if (preview) turn.effects.push({ do: 'dropPreview', preview })
  } else if (problem) change(turn, key, { state: 'failed', error: problem, retryable: false })
  else change(turn, key, { state: 'waiting', hint, preview, description })
}

function isStored(
  turn: FileTurn,
  key: string,
  { id, url, description: known }: StoredFile | UploadItem,
): void {
  change(turn, key, { state: 'done', step: null, progress: 100, error: null, id, url })
  const { documentType, statementMonth } = find(turn, key)?.description ?? known
  if (documentType !== known.documentType || statementMonth !== known.statementMonth)
    saveDescription(turn, key)
  glanceAt(turn, key)
}

function glanceAt(turn: FileTurn, key: string): void {
  const look = toLook(turn, key)
  if (look && find(turn, key)?.type === 'application/pdf') turn.effects.push({ do: 'glanceAtFile', ...look })
}

function unlock(turn: FileTurn, key: string, password: string): void {
  const look = toLook(turn, key)
  if (!look) return
  change(turn, key, { isUnlocking: true, passwordProblem: null })
  turn.effects.push({ do: 'unlockFile', ...look, password })
}

function toLook(turn: FileTurn, key: string) {
  const { id = null, isDescribed = false } = find(turn, key) ?? {}
  const { token } = turn.context
  return id === null || token === null ? null : { key, id, token, setsMonth: !isDescribed }
}

/** Sets the month that the file shows, unless the applicant chose one. */
function glanced(turn: FileTurn, { key, statement, problem }: FileNews & { type: 'fileGlanced' }): void {
  change(turn, key, { isUnlocking: false, passwordProblem: problem, ...(statement && { statement }) })
  const item = find(turn, key)
  if (!item || !statement) return
  if (statement.state !== 'unknown') change(turn, key, { hint: null })
  const { description, isDescribed } = item
  const isKnown = statement.state === 'statement' || statement.state === 'not_a_statement'
  if (!isKnown || isDescribed || statement.month === description.statementMonth) return
  change(turn, key, { description: { ...description, statementMonth: statement.month } })
  saveDescription(turn, key)
}

/** Before the upload ends, the month is sent with the file. */
function saveDescription(turn: FileTurn, key: string): void {
  const item = find(turn, key)
  const { token } = turn.context
  if (item?.state !== 'done' || token === null) return
  const { id, description, saving } = item
  change(turn, key, { saving: saving + 1 })
  turn.effects.push({ do: 'saveDescription', key, id: id ?? key, token, description })
}

function remove(turn: FileTurn, key: string): void {
  const item = find(turn, key)
  set(turn, { said: null })
  if (item === undefined || isUnderWay(item) || item.state === 'removing') return
  const { token } = turn.context
  // The server deletes files with their session.
  if (item.id === null || token === null) return drop(turn, key)
  change(turn, key, { state: 'removing', error: null })
  turn.effects.push({ do: 'takeFileBack', key, id: item.id, token })
}

function drop(turn: FileTurn, key: string): void {
  const item = find(turn, key)
  if (!item) return
  release(turn, item)
  if (item.id === null && item.sentUnder !== null) {
    set(turn, { erasing: new Set(turn.files.erasing).add(key) })
    turn.effects.push({ do: 'eraseFile', key, token: item.sentUnder })
  }
  set(turn, { items: turn.files.items.filter((each) => each.key !== key) })
}

function release(turn: FileTurn, { key, preview }: UploadItem): void {
  turn.effects.push({ do: 'cutFile', key }, { do: 'stopWaiting', timer: fileTimer(key) })
  if (preview) turn.effects.push({ do: 'dropPreview', preview })
}

function endSession(turn: FileTurn): void {
  for (const { key, id, file, state } of turn.files.items) {
    if (id === null) continue
    if (file === null || state === 'removing') drop(turn, key)
    else change(turn, key, { state: 'waiting', progress: 0, id: null, url: null, sentUnder: null })
  }
}
