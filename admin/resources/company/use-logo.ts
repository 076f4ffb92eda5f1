import { toText } from '#domain/json'
import { useEffect, useState } from 'react'
import { useInput, useRefresh } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { ApiError } from '../../providers/api-error.ts'
import { useTask } from '../../providers/use-task.ts'
import { LOGO_FIELDS, removeLogo, uploadLogo, type LogoType } from './logo-calls.ts'

const words = companyMessages.logo

/** The server refuses the picture itself; holding it would not help. */
const REFUSALS = [400, 413, 415]

/**
 * Uploads the logo of an existing company at once. A new company's logo, and one whose upload failed, is held until the
 * company is saved.
 *
 * @param companyId null: a new company
 * @param onBusy saving waits for a running upload
 */
export function useLogo(companyId: string | null, type: LogoType, onBusy: (busy: boolean) => void) {
  const source = LOGO_FIELDS[type]
  const { field } = useInput<string>({ source })
  const { resetField } = useFormContext()
  const [problem, setProblem] = useState<string | null>(null)
  const [failed, setFailed] = useState(false)
  const { busy, run } = useTask(words.removeFailed)
  const refresh = useRefresh()
  const url = toText(field.value)
  useEffect(() => onBusy(busy), [busy, onBusy])

  /** Nothing of it is left to be saved. */
  const settle = (path: string): void => {
    resetField(source, { defaultValue: path })
    refresh()
  }

  const choose = async (file: File): Promise<void> => {
    setProblem(findProblem(file))
    if (findProblem(file) !== null) return
    const data = await readDataUrl(file)
    if (data === null) return setProblem(words.unreadable)
    if (companyId === null) return field.onChange(data)
    try {
      settle(await uploadLogo(companyId, type, data))
    } catch (error) {
      if (error instanceof ApiError && REFUSALS.includes(error.status)) return setProblem(error.message)
      field.onChange(data)
      setFailed(true)
    }
  }

  const remove = async (): Promise<void> => {
    setProblem(null)
    if (companyId === null) return field.onChange('')
    await removeLogo(companyId, type)
    settle('')
  }

  return {
    url,
    busy,
    problem,
    failed,
    dismiss: () => setFailed(false),
    choose: (file: File) => run(() => choose(file)),
    remove: () => run(remove),
  }
}

const findProblem = (file: File): string | null => {
  if (!['image/png', 'image/jpeg'].includes(file.type)) return words.wrongType
  return file.size > LIMITS.logoBytes ? words.tooLarge : null
}

const readDataUrl = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(toText(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })
