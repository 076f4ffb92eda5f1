import type { MessagePort } from 'node:worker_threads'
import type { PreparedApplication } from '../printed-application.ts'
import { layOutApplication } from './application-pdf.ts'

export type LayoutTask = { application: PreparedApplication; begun: MessagePort }

export type LayoutResult = Uint8Array | { error: unknown }

export default async function layOut({ application, begun }: LayoutTask): Promise<LayoutResult> {
  begun.postMessage(null)
  try {
    return await layOutApplication(application)
  } catch (error) {
    return { error }
  }
}
