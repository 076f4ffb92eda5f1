import { Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { DateInput, NumberInput, required, SelectInput } from 'react-admin'
import { type FieldValues, useWatch } from 'react-hook-form'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { offerMessages } from '#domain/messages/panel-offer'
import { offerTerms, type PaymentFrequency } from '#domain/offer-terms'
import { FormDialog, UnsavedQuestion } from '../../dialogs/form-dialog.tsx'
import { Text } from '../../inputs/text.tsx'
import { money } from '../../format.ts'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import type { OpenedSubmission } from '../submission.ts'
import type { Offer } from './use-offers.ts'

const { dialog: words, ...offerWords } = offerMessages

const PACKAGE = 'package:'

/** Funders who were sent a package, each with the last one, and the others in use. */
function useAnswering({ id, company }: OpenedSubmission) {
  const canList = useCanPerform('funder.list')
  const { data = [] } = useQuery({
    queryKey: ['answering', id],
    queryFn: async () => {
      const packages = (await call(trpc.form.packages.query({ id }))).data
      const filter = JSON.stringify({ active: true })
      const funders = canList ? (await call(trpc.funder.list.query({ filter }))).data : []
      const sent = new Map(packages.map((each) => [each.funder.id, each]))
      for (const each of packages.toReversed()) sent.set(each.funder.id, each)
      return [
        ...[...sent.values()].map((each) => ({ id: PACKAGE + each.id, name: words.sent(each.funder.name) })),
        ...funders
          .filter((funder) => funder.companyId === company.id && !sent.has(funder.id))
          .map(({ id: funder, name }) => ({ id: funder, name })),
      ]
    },
    gcTime: 0,
  })
  return data
}

const toFrequency = (value: unknown): PaymentFrequency => (value === 'weekly' ? 'weekly' : 'daily')
const toNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const toDay = (value: unknown): string | null => toText(value) || null

const toInputs = (values: FieldValues) => ({
  amount: toNumber(values.amount) ?? 0,
  factor: toNumber(values.factor) ?? 0,
  paymentCount: toNumber(values.paymentCount) ?? 0,
  frequency: toFrequency(values.frequency),
  fees: toNumber(values.fees) ?? 0,
  startsAt: toText(values.startsAt),
  expiresAt: toDay(values.expiresAt),
  conditions: toText(values.conditions).trim(),
  commissionPercent: toNumber(values.commissionPercent),
})

type Props = {
  submission: OpenedSubmission
  /** null: a new answer */
  offer: Offer | null
  today: string
  onSaved: () => Promise<void>
  onClose: () => void
}

export const OfferDialog = ({ submission, offer, today, onSaved, onClose }: Props) => {
  const send = async (values: FieldValues) => {
    const of = toText(values.of)
    const answering = of.startsWith(PACKAGE) ? { packageId: of.slice(PACKAGE.length) } : { funderId: of }
    const inputs = toInputs(values)
    if (offer) {
      const { updatedAt } = offer
      await call(trpc.offer.update.mutate({ id: offer.id, updatedAt, ...inputs }))
    } else {
      const answer =
        values.kind === 'decline'
          ? { kind: 'decline' as const, reason: toText(values.reason).trim() }
          : { kind: 'offer' as const, ...inputs }
      await call(trpc.form.addOffer.mutate({ id: submission.id, ...answering, ...answer }))
    }
    await onSaved()
    return undefined
  }
  return (
    <FormDialog
      title={offer ? offerWords.editOf(offer.funder.name) : offerWords.add}
      submitLabel={offerWords.save}
      busyLabel={offerWords.saving}
      failure={offerWords.saveFailed}
      defaultValues={offer ?? { kind: 'offer', frequency: 'daily', fees: 0, startsAt: today }}
      send={send}
      onClose={onClose}
    >
      <UnsavedQuestion />
      {offer ? <Terms /> : <NewAnswer submission={submission} />}
    </FormDialog>
  )
}

const toChoices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([id, name]) => ({ id, name }))

const NewAnswer = ({ submission }: Pick<Props, 'submission'>) => {
  const kind: unknown = useWatch({ name: 'kind' })
  return (
    <>
      <SelectInput
        source="of"
        label={words.of}
        choices={useAnswering(submission)}
        translateChoice={false}
        validate={required(words.ofNeeded)}
      />
      <SelectInput
        source="kind"
        label={words.kind}
        choices={toChoices(words.kinds)}
        translateChoice={false}
        validate={required()}
      />
      {kind === 'decline' ? (
        <Text source="reason" words={{ label: words.reason }} multiline max={LIMITS.reasonTextLength} />
      ) : (
        <Terms />
      )}
    </>
  )
}

const needed = required(words.needed)

const Terms = () => (
  <>
    <NumberInput source="amount" label={words.amount} min={0} step="any" validate={needed} />
    <NumberInput source="factor" label={words.factor} min={1} step="any" validate={needed} />
    <NumberInput source="paymentCount" label={words.paymentCount} min={1} validate={needed} />
    <SelectInput
      source="frequency"
      label={words.frequency}
      choices={toChoices(words.frequencies)}
      translateChoice={false}
      validate={needed}
    />
    <NumberInput source="fees" label={words.fees} min={0} step="any" />
    <DateInput source="startsAt" label={words.startsAt} validate={needed} />
    <DateInput source="expiresAt" label={words.expiresAt} />
    <NumberInput source="commissionPercent" label={words.commissionPercent} min={0} max={100} step="any" />
    <Text source="conditions" words={{ label: words.conditions }} multiline max={LIMITS.noteLength} />
    <Preview />
  </>
)

const Preview = () => {
  const inputs = toInputs(useWatch())
  const isWhole = inputs.amount > 0 && inputs.factor >= 1 && inputs.paymentCount > 0 && inputs.startsAt !== ''
  const isSmall = inputs.paymentCount <= LIMITS.offerPayments
  const terms = isWhole && isSmall ? offerTerms(inputs) : null
  if (terms === null) return null
  const apr = offerWords.percent(terms.apr)
  return (
    <Typography role="status">
      {words.preview(money(terms.payback), money(terms.payment), money(terms.cost), apr)}
    </Typography>
  )
}
