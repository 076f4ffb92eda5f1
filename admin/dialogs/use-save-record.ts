import { useState } from 'react'
import { useDataProvider, type RaRecord } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { ApiError } from '../providers/api-error.ts'
import { useFailure } from '../providers/use-failure.ts'

/** A record that two people may have open at once. */
export type StoredRecord = RaRecord<string> & { updatedAt: string }

export type Failed = (reason: string, isNew: boolean, error: ApiError) => string

type Options<Row> = {
  resource: PageKey
  record: Row | null
  failed: Failed
}

/** What came of saving: the record; or the sentences of fields that are to blame; or nothing, a problem being shown. */
type Result<Row> = { row: Row } | { fields: Record<string, string> } | null

type Problem = { kind: 'stale' } | { kind: 'failed'; text: string }

export const isReady = <Row>(result: Result<Row>): result is { row: Row } =>
  result !== null && 'row' in result

/** Makes or changes a record, and knows what to do when that is refused. */
export function useSaveRecord<Row extends StoredRecord>({ resource, record, failed }: Options<Row>) {
  const [base, setBase] = useState(record)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const dataProvider = useDataProvider()
  const fail = useFailure()

  const send = async (body: Record<string, unknown>): Promise<Row> => {
    const { data } =
      base === null
        ? await dataProvider.create<Row>(resource, { data: body })
        : await dataProvider.update<Row>(resource, {
            id: base.id,
            data: { ...body, updatedAt: base.updatedAt },
            previousData: base,
          })
    return data
  }

  const refused = async (error: unknown): Promise<Result<Row>> => {
    const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0
    // A session that has ended, or an act that is no longer theirs as a whole, is more than this dialog's to tell.
    if (!(error instanceof ApiError) || error.status === 401 || (error.status === 403 && !hasFields)) {
      await fail(error, panelMessages.failures.unexpected)
      return null
    }
    if (error.code === 'stale') {
      setProblem({ kind: 'stale' })
      return null
    }
    if (error.status === 400 && hasFields) return { fields: error.fields }
    setProblem({ kind: 'failed', text: failed(error.message, base === null, error) })
    return hasFields ? { fields: error.fields } : null
  }

  const save = async (body: Record<string, unknown>): Promise<Result<Row>> => {
    if (busy) return null
    setBusy(true)
    try {
      return { row: await send(body) }
    } catch (error) {
      return await refused(error)
    } finally {
      setBusy(false)
    }
  }

  /** The record as somebody else has left it, to be saved over from now on; null when it cannot be had. */
  const takeOver = async (): Promise<Row | null> => {
    setProblem(null)
    if (base === null) return null
    try {
      const { data } = await dataProvider.getOne<Row>(resource, { id: base.id })
      setBase(data)
      return data
    } catch (error) {
      await fail(error, panelMessages.failures.unexpected)
      return null
    }
  }

  return { save, busy, problem, dismiss: () => setProblem(null), takeOver }
}
