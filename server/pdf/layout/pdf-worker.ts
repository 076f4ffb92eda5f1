import type { MessagePort } from 'node:worker_threads'
import { move } from 'piscina'
import type { PreparedApplication } from '../printed-application.ts'
import { layOutApplication } from './application-pdf.ts'

export type LayoutTask = { application: PreparedApplication; begun: MessagePort }

export type LayoutResult = Uint8Array<ArrayBuffer> | { error: unknown }

export default async function layOut({
  application,
  begun,
}: LayoutTask): Promise<ReturnType<typeof move> | { error: unknown }> {
  begun.postMessage(null)
  try {
    return move(await layOutApplication(application))
  } catch (error) {
    return { error }
  }
}
