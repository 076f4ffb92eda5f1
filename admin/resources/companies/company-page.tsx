import { ArrayInput, BooleanInput, SimpleFormIterator, TextArrayInput } from 'react-admin'
import { Navigate, useNavigate } from 'react-router'
import { companyMessages as words } from '#domain/messages/panel-company'
import { deskMessages } from '#domain/messages/panel-desk'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { NameInput } from '../../inputs/name-input.tsx'
import { Text } from '../../inputs/text.tsx'
import { useRecordRoutes } from '../resource.tsx'
import { ApplicantInputs } from './applicant-inputs.tsx'
import { type Company, MERGES, toBody, toValues } from './company.ts'
import { OriginsInput, Part, TimeZoneInput } from './company-inputs.tsx'
import { AddEntry, DeskInputs, listStyle } from './desk-inputs.tsx'
import { FormTabs } from './form-tabs.tsx'
import { RetentionInput, useRetentionQuestion } from './retention.tsx'

const TITLES = {
  create: '',
  edit: words.settings.title,
  of: ({ nameIn }: Company) => words.settings.of(nameIn),
}

/** The settings that the dialog has no room for. */
export const CompanyPage = () => {
  const retention = useRetentionQuestion()
  const navigate = useNavigate()
  if (useRecordRoutes('companies').edit === null) return <Navigate to="/unauthorized" replace />
  return (
    <>
      <RecordDialog<Company>
        isPage
        titles={TITLES}
        toValues={toValues}
        transform={async (changes, values, company) =>
          (await retention.confirm(values, company)) ? toBody(changes) : null
        }
        failed={() => words.failed}
        saved={words.saved}
        onClose={() => void navigate('/admin/companies')}
        merges={MERGES}
      >
        {(company) => company && <FormTabs label={words.tabs} tabs={toTabs(company)} />}
      </RecordDialog>
      {retention.question}
    </>
  )
}

const toTabs = (company: Company) => [
  { name: words.sections.applicants, content: <ApplicantInputs /> },
  {
    name: deskMessages.settings.tab,
    content: (
      <>
        <TimeZoneInput company={company} />
        <DeskInputs />
      </>
    ),
  },
  { name: words.sections.signIn, content: <SignInInputs companyId={company.id} /> },
  {
    name: words.sections.security,
    content: (
      <>
        <Part title={words.sections.signIn}>
          <BooleanInput source="requireOtp" label={words.requireOtp} helperText={words.requireOtpHelp} />
          <BooleanInput
            source="allowsConnections"
            label={words.allowsConnections}
            helperText={words.allowsConnectionsHelp}
          />
        </Part>
        <Part title={words.sections.embedding}>
          <OriginsInput />
        </Part>
        <Part title={words.sections.retention}>
          <RetentionInput company={company} />
        </Part>
      </>
    ),
  },
]

const ssoWords = words.sso

const SignInInputs = ({ companyId }: { companyId: string }) => (
  <>
    <Text source="signIn.issuer" words={ssoWords.issuer} />
    <Text
      source="signIn.clientId"
      words={ssoWords.clientId(`${window.location.origin}/admin/sso/${companyId}`)}
    />
    <Text source="signIn.clientSecret" words={ssoWords.secret} autoComplete="off" />
    <TextArrayInput
      source="signIn.domains"
      label={ssoWords.domains.label}
      helperText={ssoWords.domains.help}
    />
    <BooleanInput
      source="signIn.secondStep"
      label={ssoWords.secondStep}
      helperText={ssoWords.secondStepHelp}
    />
    <BooleanInput source="signIn.enforced" label={ssoWords.enforced} helperText={ssoWords.enforcedHelp} />
    <Text source="signIn.groupsClaim" words={ssoWords.claim} />
    <ArrayInput source="signIn.groupRoles" label={false}>
      <SimpleFormIterator inline disableClear fullWidth addButton={<AddEntry />} sx={listStyle}>
        <Text source="group" words={ssoWords.group} helperText={false} />
        <NameInput
          source="role"
          reference="role-names"
          words={{ label: ssoWords.role }}
          filter={{ companyId }}
        />
      </SimpleFormIterator>
    </ArrayInput>
  </>
)
