import { Box, Button, Paper, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { Form, required, TextInput, useRedirect } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { Link } from 'react-router'
import { addressesIn, isEmailAddress } from '#domain/email-addresses'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { passwordProblem } from '#domain/password'
import { ROLE_PRESETS } from '#domain/permissions'
import { UnsavedQuestion } from '../dialogs/form-dialog.tsx'
import { PermissionsInput } from '../inputs/permission-matrix.tsx'
import { Text } from '../inputs/text.tsx'
import { useSending } from '../inputs/use-sending.tsx'
import { PageHeader, Section } from '../layout/page-parts.tsx'
import { ApiError, requestData } from '../providers/request.ts'

const words = companyMessages.create
const COMPANIES = '/admin/companies'

const { name, permissions, userType } = ROLE_PRESETS.companyAdmin
const DEFAULTS = {
  company: { nameIn: '', nameOut: '', notifyEmails: '' },
  user: { name: '', email: '', password: '' },
  role: { name, permissions: [...permissions] },
}

export const CreateCompanyPage = () => {
  const [isDone, setIsDone] = useState(false)
  const [problem, setProblem] = useState('')
  const redirect = useRedirect()
  const { busy, formControl, submit } = useSending({
    failure: words.failed,
    send: async (values) => {
      setProblem('')
      try {
        await requestData('/api/admin/create-company', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(toBody(values)),
        })
        setIsDone(true)
        return undefined
      } catch (error) {
        setProblem(toSentence(error))
        if (!(error instanceof ApiError)) return undefined
        if (error.status === 401) throw error
        return error.fields
      }
    },
  })

  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => redirect(COMPANIES), LIMITS.createCompanyRedirectMs)
    return () => clearTimeout(timer)
  }, [isDone, redirect])

  return (
    <>
      <PageHeader title={words.title} />
      {isDone ? (
        <CompanyCreated />
      ) : (
        <Form
          formControl={formControl}
          defaultValues={DEFAULTS}
          onSubmit={submit}
          noValidate
          disableInvalidFormNotification
        >
          <UnsavedQuestion />
          <Box sx={{ display: 'grid', gap: 5, maxWidth: 640 }}>
            <CompanySection />
            <AdminSection />
            <RoleSection />
            <Box>
              <Typography color="error" role="alert" sx={{ minHeight: 32 }}>
                {problem}
              </Typography>
              <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
                <Button color="inherit" component={Link} to={COMPANIES}>
                  {words.cancel}
                </Button>
                <Button type="submit" variant="contained" aria-disabled={busy}>
                  {busy ? words.busy : words.submit}
                </Button>
              </Box>
            </Box>
          </Box>
        </Form>
      )}
    </>
  )
}

/** The heading gets the focus, as the pressed button is gone. */
const CompanyCreated = () => (
  <Paper variant="outlined" role="status" sx={{ maxWidth: 640, p: 6 }}>
    <Typography
      variant="h2"
      color="success.main"
      ref={focus}
      tabIndex={-1}
      sx={{ mb: 2, '&:focus-visible': { outlineOffset: 4 } }}
    >
      {words.done}
    </Typography>
    <Typography>{words.redirecting}</Typography>
  </Paper>
)

const focus = (heading: HTMLElement | null): void => heading?.focus()

function toSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return words.failedUnknown
  return error.code === '' ? words.failed : error.message
}

const toBody = ({ company, user, role }: FieldValues) => ({
  company: { ...company, notifyEmails: company.notifyEmails ?? '' },
  user: { ...user, email: String(user.email).trim() },
  role: { ...role, userType },
})

const areAddresses = (value: unknown): string | undefined => {
  const wrong = addressesIn(toText(value)).find((address) => !isEmailAddress(address))
  return wrong === undefined ? undefined : companyMessages.notifyWrong(wrong)
}
const isAddress = (value: unknown): string | undefined =>
  isEmailAddress(toText(value).trim()) ? undefined : companyMessages.emailWrong
const isPassword = (value: unknown): string | undefined => passwordProblem(toText(value)) ?? undefined

const CompanySection = () => (
  <Section title={words.company}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Text source="company.nameIn" words={companyMessages.nameIn} max={LIMITS.textLength} />
      <Text source="company.nameOut" words={companyMessages.nameOut} max={LIMITS.textLength} />
      <Text source="company.notifyEmails" words={words.notifyEmails} check={areAddresses} />
    </Box>
  </Section>
)

const AdminSection = () => (
  <Section title={words.admin}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Text source="user.name" words={words.adminName} autoComplete="off" max={LIMITS.textLength} />
      <Text source="user.email" words={words.adminEmail} type="email" check={isAddress} autoComplete="off" />
      <TextInput
        source="user.password"
        label={words.adminPassword}
        type="password"
        helperText={words.adminPasswordHelp}
        validate={[required(words.adminPasswordNeeded), isPassword]}
        autoComplete="new-password"
        slotProps={{ htmlInput: { minLength: LIMITS.passwordLength, maxLength: LIMITS.passwordMaxLength } }}
      />
    </Box>
  </Section>
)

const RoleSection = () => (
  <Section title={words.role}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Text source="role.name" words={words.roleName} max={LIMITS.textLength} />
      <PermissionsInput source="role.permissions" hideTypes />
    </Box>
  </Section>
)
