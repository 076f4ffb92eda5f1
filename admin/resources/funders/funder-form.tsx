import { Typography } from '@mui/material'
import { AutocompleteArrayInput, BooleanInput, NumberInput, TextArrayInput } from 'react-admin'
import { CRITERIA, LIST_CRITERIA, NUMBER_CRITERIA, parseCriteria, type CriterionName } from '#domain/funder'
import { isEmailAddress } from '#domain/email-addresses'
import { getOwn } from '#domain/get-own'
import { LIMITS } from '#domain/limits'
import { funderMessages as words } from '#domain/messages/panel-funder'
import { US_STATES } from '#domain/us-states'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { ChipsInput } from '../../inputs/chips-input.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { Text } from '../../inputs/text.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import type { Funder } from './funder-list.tsx'

const TITLES = {
  create: words.createTitle,
  edit: words.editTitle,
  of: ({ name }: Funder) => words.edit(name),
}
const NEW = {
  name: '',
  companyId: null,
  emails: [],
  contacts: '',
  phone: '',
  products: [],
  buyRate: null,
  commissionPercent: null,
  note: '',
  hidesContact: false,
  asksCode: true,
  active: true,
  criteria: parseCriteria({}),
}
const STATES = US_STATES.map(([id, name]) => ({ id, name }))
const findProblem = (entry: string) => (isEmailAddress(entry) ? null : words.invalidEmail(entry))

export const FunderForm = ({ onClose }: { onClose: () => void }) => {
  const canChooseCompany = useCanPerform('company.create')
  return (
    <RecordDialog<Funder>
      titles={TITLES}
      toValues={(funder) => ({ ...(funder ?? NEW) })}
      failed={({ message }) => words.failed(message)}
      saved={words.saved}
      onClose={onClose}
    >
      {(funder) => (
        <>
          <Text source="name" words={words.name} autoFocus autoComplete="off" max={LIMITS.textLength} />
          {canChooseCompany && funder === null && (
            <NameInput source="companyId" reference="company-names" words={words.company} />
          )}
          <ChipsInput
            source="emails"
            words={words.emails}
            max={LIMITS.funderEmails}
            findProblem={findProblem}
          />
          <Text source="contacts" words={words.contacts} multiline max={LIMITS.longTextLength} />
          <Text source="phone" words={words.phone} autoComplete="off" max={LIMITS.textLength} />
          <TextArrayInput
            source="products"
            label={words.products.label}
            helperText={words.products.help}
            size="small"
          />
          <NumberInput source="buyRate" label={words.buyRate} min={1} max={10} step={0.01} />
          <NumberInput source="commissionPercent" label={words.commissionPercent} min={0} max={100} />
          <BooleanInput
            source="hidesContact"
            label={words.hidesContact}
            helperText={words.hidesContactHelp}
          />
          <BooleanInput source="asksCode" label={words.asksCode} />
          <Text source="note" words={words.note} multiline max={LIMITS.noteLength} />
          {funder && <BooleanInput source="active" label={words.active} helperText={words.activeHelp} />}
          <Typography variant="h3" component="h3">
            {words.criteria}
          </Typography>
          <Typography color="text.secondary">{words.criteriaHelp}</Typography>
          {CRITERIA.map((name) => (
            <CriterionInput key={name} name={name} />
          ))}
        </>
      )}
    </RecordDialog>
  )
}

const CriterionInput = ({ name }: { name: CriterionName }) => {
  const input = { source: `criteria.${name}`, label: words.criterionNames[name] }
  if (name === 'statesExcluded') return <AutocompleteArrayInput {...input} choices={STATES} />
  if (Object.hasOwn(LIST_CRITERIA, name))
    return <TextArrayInput {...input} helperText={words.naturesHelp} size="small" />
  const isDollars = getOwn<{ unit: string }>(NUMBER_CRITERIA, name)?.unit === 'dollars'
  return <NumberInput {...input} min={0} step={isDollars ? 'any' : 1} />
}
