import { useQuery } from '@tanstack/react-query'
import { ArrayInput, DateInput, NumberInput, required, SelectInput, SimpleFormIterator } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { isRecord, toText } from '#domain/json'
import { offerMessages } from '#domain/messages/panel-offer'
import { FormDialog, UnsavedQuestion } from '../../dialogs/form-dialog.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import type { OpenedSubmission } from '../submission.ts'
import type { Funding, Offer } from './use-offers.ts'

const { funded: words, ...offerWords } = offerMessages
const needed = required(offerMessages.dialog.needed)

type Props = {
  submission: OpenedSubmission
  offers: readonly Offer[]
  today: string
  onSaved: (funding: Funding) => Promise<void>
  onClose: () => void
}

function toSplits(value: unknown): { userId: string; percent: number }[] {
  const rows = Array.isArray(value) ? value.filter(isRecord) : []
  return rows.map(({ userId, percent }) => ({ userId: toText(userId), percent: Number(percent ?? 0) }))
}

/** What the record says, or else the chosen offer. */
function toDefaults({ funding }: OpenedSubmission, offers: readonly Offer[], today: string) {
  if (funding) return { ...funding, offerId: funding.offerId ?? '' }
  const chosen = offers.find(({ chosenAt }) => chosenAt !== null)
  const { id: offerId = '', amount = null, commission = null } = chosen ?? {}
  return { offerId, amount, commission, fundedAt: today, splits: [] }
}

export const FundDialog = ({ submission, offers, today, onSaved, onClose }: Props) => {
  const { id } = submission
  const { data: users = [] } = useQuery({
    queryKey: ['colleagues', id],
    queryFn: async () => (await call(trpc.form.deskChoices.query({ id }))).data.users,
  })
  const known = submission.funding?.splits.map(({ userId, name }) => ({ id: userId, name })) ?? []
  const colleagues = [...users, ...known.filter((each) => !users.some((user) => user.id === each.id))]
  const send = async ({ offerId, amount, fundedAt, commission, splits }: FieldValues) => {
    const { data } = await call(
      trpc.form.fund.mutate({
        id,
        offerId: toText(offerId) || null,
        amount: Number(amount),
        fundedAt: toText(fundedAt),
        commission: Number(commission ?? 0),
        splits: toSplits(splits),
      }),
    )
    await onSaved(data)
    return undefined
  }
  return (
    <FormDialog
      title={words.title}
      submitLabel={offerWords.save}
      busyLabel={offerWords.saving}
      failure={words.failed}
      defaultValues={toDefaults(submission, offers, today)}
      send={send}
      onClose={onClose}
    >
      <UnsavedQuestion />
      {offers.length > 0 && (
        <SelectInput
          source="offerId"
          label={words.offer}
          choices={offers.map(({ id: offer, funder }) => ({ id: offer, name: funder.name }))}
          emptyText={words.noOffer}
          translateChoice={false}
        />
      )}
      <NumberInput source="amount" label={words.amount} min={0} step="any" validate={needed} />
      <DateInput source="fundedAt" label={words.day} validate={needed} />
      <NumberInput source="commission" label={words.commission} min={0} step="any" validate={needed} />
      <ArrayInput source="splits" label={words.splits}>
        <SimpleFormIterator inline disableReordering disableClear sx={splitStyle}>
          <SelectInput
            source="userId"
            label={words.user}
            choices={colleagues}
            translateChoice={false}
            validate={needed}
            helperText={false}
          />
          <NumberInput
            source="percent"
            label={words.percent}
            min={0}
            max={100}
            step="any"
            validate={needed}
            helperText={false}
          />
        </SimpleFormIterator>
      </ArrayInput>
    </FormDialog>
  )
}

/** Both inputs on one line. */
const splitStyle = { '& .MuiFormControl-root': { mt: 2, minWidth: 160 } }
