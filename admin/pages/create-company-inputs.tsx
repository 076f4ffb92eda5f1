import { Box, Paper, Typography } from '@mui/material'
import { useId, type ReactNode } from 'react'
import { required, TextInput } from 'react-admin'
import { addressesIn, isEmailAddress } from '#domain/email-addresses'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { passwordProblem } from '#domain/password'
import { Text } from '../inputs/text.tsx'
import { PermissionsInput } from '../inputs/permission-matrix.tsx'

const words = companyMessages.create

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2" id={id} sx={{ mb: 4 }}>
        {title}
      </Typography>
      <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box>
    </Paper>
  )
}

const areAddresses = (value: unknown): string | undefined => {
  const wrong = addressesIn(toText(value)).find((address) => !isEmailAddress(address))
  return wrong === undefined ? undefined : companyMessages.notifyWrong(wrong)
}
const isAddress = (value: unknown): string | undefined =>
  isEmailAddress(toText(value).trim()) ? undefined : companyMessages.emailWrong
const isPassword = (value: unknown): string | undefined => passwordProblem(toText(value)) ?? undefined

export const CompanySection = () => (
  <Section title={words.company}>
    <Text
      source="company.nameIn"
      label={companyMessages.nameIn}
      needed={companyMessages.nameInNeeded}
      max={LIMITS.textLength}
    />
    <Text
      source="company.nameOut"
      label={companyMessages.nameOut}
      helperText={companyMessages.nameOutHelp}
      needed={companyMessages.nameOutNeeded}
      max={LIMITS.textLength}
    />
    <Text
      source="company.notifyEmails"
      label={companyMessages.notifyEmails}
      helperText={words.notifyHelp}
      check={areAddresses}
    />
  </Section>
)

export const AdminSection = () => (
  <Section title={words.admin}>
    <Text
      source="user.name"
      label={words.adminName}
      needed={words.adminNameNeeded}
      autoComplete="off"
      max={LIMITS.textLength}
    />
    <Text
      source="user.email"
      label={words.adminEmail}
      type="email"
      needed={words.adminEmailNeeded}
      check={isAddress}
      autoComplete="off"
    />
    <TextInput
      source="user.password"
      label={words.adminPassword}
      type="password"
      helperText={words.adminPasswordHelp}
      validate={[required(words.adminPasswordNeeded), isPassword]}
      autoComplete="new-password"
      slotProps={{ htmlInput: { minLength: LIMITS.passwordLength, maxLength: LIMITS.passwordMaxLength } }}
    />
  </Section>
)

export const RoleSection = () => (
  <Section title={words.role}>
    <Text
      source="role.name"
      label={words.roleName}
      helperText={words.roleType}
      needed={words.roleNameNeeded}
      max={LIMITS.textLength}
    />
    <PermissionsInput source="role.permissions" hideTypes />
  </Section>
)
