import { useState, type ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { companyMessages } from '#domain/messages/panel-company'
import { isShorter } from '#domain/retention'
import { ConfirmDialog } from '../../dialogs/confirm-dialog.tsx'
import { dateTime } from '../../format.ts'
import { useFailure } from '../../providers/use-failure.ts'
import { readRetentionDays, type Company } from './company.ts'
import { askRetention, type Retention } from './retention.ts'

const words = companyMessages.retention

type Asked = { retention: Retention; days: number; answer: (agreed: boolean) => void }

/** Before a shorter period is saved, asks how many submissions it may destroy and from when. */
export function useRetentionQuestion(company: Company | null): {
  confirm: (values: FieldValues) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const fail = useFailure()

  const confirm = async (values: FieldValues): Promise<boolean> => {
    const days = readRetentionDays(values)
    if (company === null || days === null || !isShorter(company.retentionDays, days)) return true
    try {
      const retention = await askRetention(company.id, days)
      if (retention.due === 0) return true
      return await new Promise((answer) => setAsked({ retention, days, answer }))
    } catch (error) {
      await fail(error, words.checkFailed)
      return false
    }
  }

  const settle = (agreed: boolean): void => {
    asked?.answer(agreed)
    setAsked(null)
  }
  const question = asked && (
    <ConfirmDialog
      title={words.confirmTitle}
      text={words.confirm(asked.retention.due, asked.days, dateTime(asked.retention.from ?? ''))}
      confirmLabel={words.confirmLabel}
      isDestructive
      onConfirm={() => settle(true)}
      onClose={() => settle(false)}
    />
  )
  return { confirm, question }
}
