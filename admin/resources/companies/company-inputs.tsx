import { Box, Button, Collapse, TextField, Typography } from '@mui/material'
import { useId, useState, type ReactNode } from 'react'
import { AutocompleteInput, required } from 'react-admin'
import { Link } from 'react-router'
import { isEmailAddress } from '#domain/email-addresses'
import { LIMITS } from '#domain/limits'
import { companyMessages as words } from '#domain/messages/panel-company'
import { parseOrigin } from '#domain/origin'
import { Text } from '../../inputs/text.tsx'
import { isEmailOrNone } from '../../inputs/email-or-none.ts'
import { NameInput } from '../../inputs/name-input.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { ChipsInput } from '../../inputs/chips-input.tsx'
import { companyPath, type Company } from './company.ts'
import { Authorization } from './form-preview.tsx'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={partStyle}>
      <Typography id={id} variant="h3" component="h2" color="text.secondary" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

export const CompanyInputs = ({ company }: { company: Company | null }) => (
  <>
    <Text source="nameIn" words={words.nameIn} autoFocus max={LIMITS.textLength} />
    <Text source="nameOut" words={words.nameOut} max={LIMITS.textLength} />
    {useCanPerform('company.choose-lead') ? (
      <NameInput
        source="lead"
        reference="user-names"
        words={{ label: words.lead, help: company?.leadName ? words.leadNow(company.leadName) : '' }}
        filter={{ leadsOf: company?.id ?? '' }}
      />
    ) : (
      <TextField
        label={words.lead}
        value={company?.leadName || words.noLead}
        sx={{ mb: 5 }}
        slotProps={{ htmlInput: { readOnly: true } }}
      />
    )}
    <Text source="email" words={words.email} type="email" check={isEmailOrNone} />
    <ChipsInput
      source="notifyEmails"
      words={words.notifyEmails}
      max={LIMITS.notifyAddresses}
      tooMany={words.notifyTooMany}
      findProblem={(entry) => (isEmailAddress(entry) ? null : words.notifyWrong(entry))}
    />
    {company !== null && (
      <Button component={Link} to={companyPath(company)} variant="outlined" sx={{ justifySelf: 'start' }}>
        {words.settings.more}
      </Button>
    )}
  </>
)

export const TimeZoneInput = ({ company }: { company: Company }) => (
  <AutocompleteInput
    source="timeZone"
    label={words.timeZone}
    helperText={words.timeZoneHelp}
    choices={timeZones(company)}
    validate={required(words.timeZoneNeeded)}
  />
)

/** The stored zone may be one that this browser does not list. */
const timeZones = ({ timeZone }: Company) =>
  [...new Set([timeZone, ...Intl.supportedValuesOf('timeZone')])].map((name) => ({ id: name, name }))

export const OriginsInput = () => (
  <ChipsInput
    source="allowedOrigins"
    words={words.origins}
    max={LIMITS.allowedOrigins}
    tooMany={words.originsTooMany}
    findProblem={(entry) => (parseOrigin(entry) === null ? words.originWrong(entry) : null)}
    normalize={(entry) => parseOrigin(entry) ?? entry}
  />
)

export const TextInputs = () => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Text
        source="authorizationText"
        words={words.authorizationText}
        multiline
        minRows={4}
        maxRows={10}
        max={LIMITS.authorizationLength}
      />
      <Text
        source="disclaimer"
        words={words.disclaimer}
        multiline
        minRows={2}
        maxRows={6}
        max={LIMITS.disclaimerLength}
      />
      <Box>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
          sx={{ ml: -1.5 }}
        >
          {words.authorizationPreview}
        </Button>
        <Collapse in={isOpen} id={id} unmountOnExit>
          <Box sx={{ mt: 2, p: 3, border: 1, borderColor: 'divider', borderRadius: 1 }}>
            <Authorization />
          </Box>
        </Collapse>
      </Box>
    </>
  )
}

const partStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 2,
  minWidth: 0,
  '& + &': { mt: 4, pt: 4, borderTop: 1, borderColor: 'divider' },
}
