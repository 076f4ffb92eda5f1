import { useState } from 'react'
import { useDataProvider, useLogoutIfAccessDenied, type RaRecord } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import type { PageKey } from '#domain/pages'
import { useRunConfirmed } from '../confirmation/confirmation.tsx'
import { ApiError } from '../providers/api-error.ts'
import { useFailure } from '../providers/use-failure.ts'

/** A record that two people may have open at once. */
export type StoredRecord = RaRecord<string> & { updatedAt: string }

export type Failed = (reason: string, isNew: boolean, error: ApiError) => string

type Options<Row> = {
  resource: PageKey
  record: Row | null
  failed: Failed
  /** Is there an input of this name to say it at? */
  isField: (name: string) => boolean
}

/** What came of saving: the record; or the sentences of fields that are to blame; or nothing, a problem being shown. */
type Result<Row> = { row: Row } | { fields: Record<string, string> } | null

type Problem = { kind: 'stale' } | { kind: 'failed'; text: string }

/** Was it saved? */
export const isReady = <Row>(result: Result<Row>): result is { row: Row } =>
  result !== null && 'row' in result

/** Makes or changes a record, and knows what to do when that is refused. */
export function useSaveRecord<Row extends StoredRecord>({ resource, record, failed, isField }: Options<Row>) {
  const [base, setBase] = useState(record)
  const [problem, setProblem] = useState<Problem | null>(null)
  const dataProvider = useDataProvider()
  const fail = useFailure()
  const runConfirmed = useRunConfirmed()
  const leaveIfDenied = useLogoutIfAccessDenied()

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
    if (!(error instanceof ApiError)) {
      await fail(error, panelMessages.failures.unexpected)
      return null
    }
    // A session that has ended leads to the login page, and there is nothing more to tell.
    if (await leaveIfDenied(error)) return null
    if (error.code === 'stale') {
      setProblem({ kind: 'stale' })
      return null
    }
    const fields = knownFields(error.fields, isField)
    const hasFields = Object.keys(fields).length > 0
    if (error.status !== 400 || !hasFields) {
      setProblem({ kind: 'failed', text: failed(error.message, base === null, error) })
    }
    return hasFields ? { fields } : null
  }

  const save = async (body: Record<string, unknown>): Promise<Result<Row>> => {
    try {
      return { row: await runConfirmed(() => send(body)) }
    } catch (error) {
      return await refused(error)
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

  return { save, problem, dismiss: () => setProblem(null), takeOver }
}

/**
 * Sentences by input. What the server says of a part ('members.2') stands at the whole; what has no input is left out,
 * as the form would wait for it to be mended for ever.
 */
function knownFields(
  fields: Readonly<Record<string, string>>,
  isField: (name: string) => boolean,
): Record<string, string> {
  const known = Object.entries(fields).flatMap(([name, sentence]) => {
    const input = [name, name.split('.')[0] ?? ''].find(isField)
    return input === undefined ? [] : [[input, sentence] as const]
  })
  return Object.fromEntries(known)
}
