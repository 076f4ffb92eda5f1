import type { MessagePort } from 'node:worker_threads'
import { move } from 'piscina'
import type { PreparedApplication } from '../printed-application.ts'
import { layOutApplication } from './application-pdf.ts'

export type LayoutTask = { application: PreparedApplication; begun: MessagePort }

/** What the pool passes on. `error`: the layout failed on this application and would fail on it again. */
export type LayoutResult = Uint8Array<ArrayBuffer> | { error: unknown }

/** Runs in a thread of the pool, for which this file is built apart. */
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
