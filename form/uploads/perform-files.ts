import type { Description } from '#domain/document-type'
import { ACCEPTED_PICTURES } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { guessStatementMonth } from '#domain/statement-month'
import { api, type AttachedStatement } from '../calls/api.ts'
import { applicationApi } from '../calls/application-api.ts'
import { ApiError, isTooMany, isTransient } from '../calls/api-error.ts'
import { pause, pauseUntilOnline } from '../calls/pause.ts'
import { withRetries } from '../calls/retry.ts'
import { today } from '../today.ts'
import type { FilesPart } from './files.ts'
import { checkFile } from './upload-check.ts'
import { addDocument, uploadFile } from './upload-request.ts'

type Unlocking = { id: string; token: string; setsMonth: boolean; password: string }

export type FilesEdge = {
  check: typeof checkFile
  send: typeof uploadFile
  takeBack: (id: string, token: string) => Promise<boolean>
  describe: (id: string, description: Description, token: string) => Promise<boolean>
  glance: (id: string, token: string, setsMonth: boolean) => Promise<AttachedStatement | null>
  unlock: (given: Unlocking) => Promise<AttachedStatement | null>
}

const browserEdge: FilesEdge = {
  check: checkFile,
  send: uploadFile,
  glance: (id, token) => api.glanceAtUpload(id, token),
  unlock: ({ id, password, token }) => api.unlockUpload(id, password, token),
  describe: (id, description, token) => api.describeUpload(id, description, token).then(() => true),
  takeBack: async (id, token) => {
    try {
      await api.removeUpload(id, token)
      return true
    } catch (error) {
      if (error instanceof ApiError && ['not_found', 'session_expired'].includes(error.code)) return false
      throw error
    }
  },
}

/** Documents added after the submit can't be removed or described anew; a look at one sets its month. */
export const additionsEdge: FilesEdge = {
  ...browserEdge,
  send: addDocument,
  takeBack: async () => true,
  describe: async () => true,
  glance: (id, token, setsMonth) => applicationApi.glanceAtDocument({ token, id, setsMonth }),
  unlock: applicationApi.unlockDocument,
}

export function createFilesPerformer({
  check,
  send,
  takeBack,
  describe,
  glance,
  unlock,
}: FilesEdge = browserEdge): FilesPart['perform'] {
  const sending = new Map<string, AbortController>()
  const saving = new Map<string, Promise<unknown>>()
  return (effect, dispatch) => {
    switch (effect.do) {
      case 'checkFile': {
        const { key, file } = effect
        return void check(file).then(({ problem, hint }) =>
          dispatch({
            type: 'fileChecked',
            key,
            problem,
            hint,
            preview: problem ? null : createPreview(file),
            month: guessStatementMonth(file.name, today()),
          }),
        )
      }
      case 'sendFile': {
        const { key, file, token, companyId, description } = effect
        const cut = new AbortController()
        const { signal } = cut
        sending.set(key, cut)
        const onProgress = (percent: number) =>
          signal.aborted || dispatch({ type: 'fileProgressed', key, percent })
        return void send(file, { token, companyId, clientFileId: key, description, signal, onProgress }).then(
          (stored) => signal.aborted || dispatch({ type: 'fileStored', key, token, stored }),
          async (error: ApiError) => {
            const readable = !isTransient(error) || (await isReadable(file))
            if (!signal.aborted) dispatch({ type: 'fileFailed', key, token, error, readable })
          },
        )
      }
      case 'saveDescription': {
        const { key, id, token, description } = effect
        // One after another, so that the last choice stays.
        const before = saving.get(key) ?? Promise.resolve()
        const next = before.then(() => untilAnswered(() => describe(id, description, token)))
        saving.set(key, next)
        return void next.then(() => dispatch({ type: 'descriptionSaved', key }))
      }
      case 'glanceAtFile': {
        const { key, id, token, setsMonth } = effect
        return void glance(id, token, setsMonth).then(
          (statement) => statement && dispatch({ type: 'fileGlanced', key, statement, problem: null }),
          // A help for the applicant: without it the file is as good.
          () => {},
        )
      }
      case 'unlockFile': {
        const { key, id, token, setsMonth, password } = effect
        return void unlock({ id, token, setsMonth, password }).then(
          (statement) => dispatch({ type: 'fileGlanced', key, statement, problem: null }),
          (error: ApiError) =>
            dispatch({
              type: 'fileGlanced',
              key,
              statement: null,
              problem: ({ errors }) => error.fields.password || error.message || errors.upload,
            }),
        )
      }
      case 'cutFile':
        return sending.get(effect.key)?.abort()
      case 'takeFileBack': {
        const { key, id, token } = effect
        const retries = { delays: LIMITS.retryDelaysMs, isTransient }
        return void withRetries(() => takeBack(id, token), retries).then(
          () => dispatch({ type: 'fileTakenBack', key, done: true }),
          () => dispatch({ type: 'fileTakenBack', key, done: false }),
        )
      }
      case 'eraseFile': {
        const { key, token } = effect
        return void eraseCut(() => takeBack(key, token)).then(() => dispatch({ type: 'fileErased', key }))
      }
      case 'dropPreview':
        return URL.revokeObjectURL(effect.preview)
    }
  }
}

const createPreview = (file: File): string | null =>
  ACCEPTED_PICTURES.split(',').includes(file.type) ? URL.createObjectURL(file) : null

/** Fails if the file was moved or changed after it was chosen. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

/**
 * Repeats, as the server may still be storing the cancelled upload. @param takeBack returns whether the
 * server had the file
 */
async function eraseCut(takeBack: () => Promise<boolean>): Promise<void> {
  for (const delay of LIMITS.cutUploadChecksMs) {
    await pause(delay)
    if (await untilAnswered(takeBack)) return
  }
}

/** A refusal means that the file is gone or can't be deleted any more. */
async function untilAnswered(takeBack: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    try {
      return await takeBack()
    } catch (error) {
      if (!isTransient(error) && !isTooMany(error)) return true
      await pauseUntilOnline(LIMITS.offlineRetryMs)
    }
  }
}
