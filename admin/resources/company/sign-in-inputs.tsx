import { ArrayInput, BooleanInput, SimpleFormIterator, TextArrayInput, TextInput } from 'react-admin'
import { companyMessages } from '#domain/messages/panel-company'
import { NameInput } from '../../dialogs/name-input.tsx'
import { AddEntry, listStyle } from './desk-inputs.tsx'

const words = companyMessages.sso

export const SignInInputs = ({ companyId }: { companyId: string }) => (
  <>
    <TextInput source="signIn.issuer" label={words.issuer} helperText={words.issuerHelp} />
    <TextInput
      source="signIn.clientId"
      label={words.clientId}
      helperText={words.redirect(`${window.location.origin}/admin/sso/${companyId}`)}
    />
    <TextInput source="signIn.clientSecret" label={words.secret} helperText={words.kept} autoComplete="off" />
    <TextArrayInput source="signIn.domains" label={words.domains} helperText={words.domainsHelp} />
    <BooleanInput source="signIn.secondStep" label={words.secondStep} helperText={words.secondStepHelp} />
    <BooleanInput source="signIn.enforced" label={words.enforced} helperText={words.enforcedHelp} />
    <TextInput source="signIn.groupsClaim" label={words.claim} helperText={words.claimHelp} />
    <ArrayInput source="signIn.groupRoles" label={false}>
      <SimpleFormIterator inline disableClear fullWidth addButton={<AddEntry />} sx={listStyle}>
        <TextInput source="group" label={words.group} helperText={false} />
        <NameInput source="role" reference="role-names" label={words.role} filter={{ companyId }} />
      </SimpleFormIterator>
    </ArrayInput>
  </>
)
