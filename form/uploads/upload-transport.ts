import { api } from '../calls/api.ts'
import { ApiError, isConflict, isSessionExpired } from '../calls/api-error.ts'
import type { FormSession } from '../application/form-session.ts'
import { checkFile } from './upload-check.ts'
import { UploadQueue } from './upload-queue.ts'
import { uploadFile, type StoredFile } from './upload-request.ts'

export type SendOptions = { clientFileId: string; signal: AbortSignal; onProgress: (percent: number) => void }

/** The network's side of the queue. */
export type UploadTransport = {
  /** One try. `onProgress` takes 0 to 100. @throws ApiError whose message may be shown */
  send(file: File, options: SendOptions): Promise<StoredFile>
  /** Erases a file by the server's id or the client file id; answers whether the server had it. @throws ApiError */
  takeBack(id: string): Promise<boolean>
}

type UploadsOptions = {
  session: FormSession
  companyId: string
  /** The session has ended; answers the token of another. */
  renew: (ended: string) => Promise<string>
}

/** The files of one form session, with the server at their other end. */
export const createQueue = ({ session, companyId, renew }: UploadsOptions): UploadQueue =>
  new UploadQueue(
    {
      send: async (file, options) => {
        const token = await session.token()
        const upload = async (current: string) => {
          const stored = await uploadFile(file, { ...options, token: current, companyId })
          session.markBegun(current)
          return stored
        }
        return upload(token).catch(async (error: unknown) => {
          if (isSessionExpired(error)) return upload(await renew(token))
          // Its application was found to be in while the file was on its way: this is another's.
          if (isConflict(error) && session.stored() !== token) return upload(await session.token())
          throw error
        })
      },
      takeBack: async (id) => {
        try {
          await api.removeUpload(id, await session.token())
          return true
        } catch (error) {
          // Gone already, or gone with its session: that is what was asked for.
          if (error instanceof ApiError && ['not_found', 'session_expired'].includes(error.code)) return false
          throw error
        }
      },
    },
    checkFile,
  )
