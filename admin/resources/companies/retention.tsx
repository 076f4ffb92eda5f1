import { Box, Button, Link, List, Skeleton, Typography } from '@mui/material'
import { useState, type ReactNode } from 'react'
import { NumberInput } from 'react-admin'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { isShorter } from '#domain/retention'
import { readRetentionDays, type Company } from './company.ts'
import { AppDialog, ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { dateTime, dayInUtc } from '../../format.ts'
import { Failed } from '../../layout/page-parts.tsx'
import { useLoad, useFailure } from '../../providers/use-task.ts'
import { submissionPath } from '../../submissions/submission.ts'
import { type Outputs, call, trpc } from '../../providers/trpc-client.ts'

const words = companyMessages.retention
const { min, max } = LIMITS.retentionDays

const isPeriod = (days: number): boolean => Number.isInteger(days) && days >= min && days <= max

const periodOrNone = (days: unknown): string | undefined =>
  days === null || (typeof days === 'number' && isPeriod(days)) ? undefined : words.wrong

export const RetentionInput = ({ company }: { company: Company | null }) => {
  const days = readRetentionDays({ retentionDays: useWatch({ name: 'retentionDays' }) })
  const { trigger } = useFormContext()
  const [isOpen, setOpen] = useState(false)
  const shown = days !== null && isPeriod(days) ? days : null
  return (
    <>
      <NumberInput
        source="retentionDays"
        label={words.days}
        helperText={words.help}
        validate={periodOrNone}
        onBlur={() => void trigger('retentionDays')}
        min={min}
        max={max}
        step={1}
      />
      {company !== null && (
        <Box>
          <Button size="small" disabled={shown === null} onClick={() => setOpen(true)} sx={{ ml: -1.5 }}>
            {words.show}
          </Button>
        </Box>
      )}
      {isOpen && company !== null && shown !== null && (
        <RetentionDialog companyId={company.id} days={shown} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

type Props = { companyId: string; days: number; onClose: () => void }

type Listed = Retention['submissions'][number]

const RetentionDialog = ({ companyId, days, onClose }: Props) => {
  const { data, failure, retry } = useLoad({
    queryKey: ['retention', companyId, days],
    queryFn: () => askRetention(companyId, days),
    gcTime: 0,
  })
  return (
    <AppDialog title={words.title} isToBeRead onClose={onClose}>
      {data !== null ? (
        <Preview retention={data} days={days} />
      ) : failure !== null ? (
        <Failed text={words.failed} detail={failure} onRetry={retry} />
      ) : (
        <Box aria-busy>
          <span className="visually-hidden" role="status">
            {words.loading}
          </span>
          <Skeleton height={24} />
          <Skeleton height={24} width="60%" />
        </Box>
      )}
    </AppDialog>
  )
}

const Preview = ({ retention, days }: { retention: Retention; days: number }) => {
  const { due, onHold, from, next, submissions } = retention
  return (
    <>
      <Typography sx={{ fontWeight: 600 }}>{words.due(due, days)}</Typography>
      {onHold > 0 && <Typography>{words.onHold(onHold)}</Typography>}
      <Typography color="text.secondary" sx={{ mt: 1 }}>
        {from === null ? words.daily : words.from(dateTime(from))}
      </Typography>
      {next.length > 0 && (
        <Part title={words.next}>
          {next.map(({ day, submissions: count }) => (
            <li key={day}>{words.nextDay(dayInUtc(day), count)}</li>
          ))}
        </Part>
      )}
      {submissions.length > 0 && (
        <Part title={due > submissions.length ? words.oldest(submissions.length, due) : words.all}>
          {submissions.map((submission) => (
            <Box component="li" key={submission.id} sx={{ py: 1 }}>
              <Name submission={submission} />
              <Typography variant="body2" color="text.secondary">
                {formatTimes(submission)}
              </Typography>
            </Box>
          ))}
        </Part>
      )}
    </>
  )
}

/** Opens in a new tab, so that the dialog keeps its entries. */
const Name = ({ submission: { id, legalName } }: { submission: Listed }) => {
  if (legalName === null) return <span>{id}</span>
  const name = legalName || words.nameless
  return (
    <Link href={submissionPath(id)} target="_blank" rel="noopener" aria-label={words.opensTab(name)}>
      {name}
    </Link>
  )
}

function formatTimes({ createdAt, destroyedFrom }: Listed): string {
  const received = words.received(dayInUtc(createdAt))
  const isPast = new Date(destroyedFrom).getTime() <= Date.now()
  return isPast ? received : `${received}, ${words.destroyedFrom(dateTime(destroyedFrom))}`
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <Typography variant="h3" sx={{ mt: 4, mb: 1 }}>
      {title}
    </Typography>
    <List disablePadding aria-label={title}>
      {children}
    </List>
  </>
)

type Asked = { retention: Retention; days: number; answer: (agreed: boolean) => void }

/** Before a shorter period is saved, asks how many submissions it would destroy and from when. */
export function useRetentionQuestion(): {
  confirm: (values: FieldValues, company: Company | null) => Promise<boolean>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const fail = useFailure()

  const confirm = async (values: FieldValues, company: Company | null): Promise<boolean> => {
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

type Retention = Outputs['company']['retention']['data']

/** A dry run. */
const askRetention = async (id: string, days: number): Promise<Retention> =>
  (await call(trpc.company.retention.query({ id, days: String(days) }))).data
