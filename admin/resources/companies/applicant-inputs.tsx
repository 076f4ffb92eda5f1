import { Box } from '@mui/material'
import { BooleanInput, RadioButtonGroupInput, TextInput } from 'react-admin'
import { useWatch } from 'react-hook-form'
import {
  APPLICANT_SWITCHES,
  REASONS,
  SECTIONS_ON_PHONES,
  TRANSLATIONS,
  type ApplicantSwitch,
  type ReasonName,
} from '#domain/applicant-settings'
import { getOwn } from '#domain/get-own'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { formMessages } from '#domain/messages/form'
import { companyMessages } from '#domain/messages/panel-company'
import { Text } from '../../inputs/text.tsx'
import { Part } from './company-inputs.tsx'
import { PreviewEnding } from './form-preview.tsx'

const words = companyMessages.applicants

export const ApplicantInputs = () => (
  <>
    <Part title={words.afterSubmit}>
      <Text source="contact" words={words.contact} multiline minRows={2} max={LIMITS.contactLength} />
      {APPLICANT_SWITCHES.map((name) => (
        <Switch key={name} name={name} />
      ))}
      <Box inert sx={{ maxWidth: 480, fontSize: 12 }}>
        <PreviewEnding />
      </Box>
    </Part>
    <Part title={words.form}>
      <RadioButtonGroupInput
        source="applicantSettings.sectionsOnPhones"
        label={words.sectionsOnPhones}
        choices={SECTIONS_ON_PHONES.map((id) => ({ id, name: words.sectionsChoices[id] }))}
      />
    </Part>
    <Part title={words.reasons}>
      {REASONS.map((name) => (
        <Reason key={name} name={name} />
      ))}
    </Part>
    <Part title={words.translations}>
      {TRANSLATIONS.map((language) => (
        <TextInput
          key={language}
          source={`applicantSettings.translations.${language}`}
          label={words.translation[language]}
          helperText={words.translationHelp}
          parse={toText}
          multiline
          minRows={3}
          maxRows={10}
          slotProps={{ htmlInput: { maxLength: LIMITS.authorizationLength, lang: language } }}
        />
      ))}
    </Part>
  </>
)

const Switch = ({ name }: { name: ApplicantSwitch }) => {
  const elsewhere: unknown = useWatch({ name: 'applicantSettings.secondSignerElsewhere' })
  return (
    <BooleanInput
      source={`applicantSettings.${name}`}
      label={words.switches[name]}
      helperText={getOwn<string>(words.switchHelp, name) ?? false}
      disabled={name === 'waitForSecondSigner' && elsewhere === false}
    />
  )
}

const OURS = formMessages.reasons

/** Our text is stored as null, so that it follows the applicant's language. */
const Reason = ({ name }: { name: ReasonName }) => (
  <Text
    source={`applicantSettings.reasons.${name}`}
    words={{ label: words.reason[name], help: words.reasonHelp }}
    format={(text: string | null) => text ?? OURS[name]}
    parse={(text: unknown) => (text === OURS[name] ? null : toText(text))}
    multiline
    max={LIMITS.reasonLength}
  />
)
