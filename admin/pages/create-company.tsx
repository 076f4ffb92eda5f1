import { Box, Button, Paper, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { Form, useRedirect } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { Link } from 'react-router'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { ROLE_PRESETS } from '#domain/permissions'
import { UnsavedQuestion } from '../dialogs/form-dialog.tsx'
import { PageHeader } from '../layout/page-parts.tsx'
import { AdminSection, CompanySection, RoleSection } from './create-company-inputs.tsx'
import { ApiError, requestData } from '../providers/request.ts'
import { useFailure } from '../providers/use-task.ts'

const words = companyMessages.create
const COMPANIES = '/admin/companies'

const { name, permissions } = ROLE_PRESETS.companyAdmin
const DEFAULTS = {
  company: { nameIn: '', nameOut: '', notifyEmails: '' },
  user: { name: '', email: '', password: '' },
  role: { name, permissions: [...permissions] },
}

export const CreateCompanyPage = () => {
  const { state, problem, create } = useCreateCompany()
  const redirect = useRedirect()

  useEffect(() => {
    if (state !== 'done') return
    const timer = setTimeout(() => redirect(COMPANIES), LIMITS.createCompanyRedirectMs)
    return () => clearTimeout(timer)
  }, [state, redirect])

  if (state === 'done') {
    return (
      <>
        <PageHeader title={words.title} />
        <CompanyCreated />
      </>
    )
  }
  return (
    <>
      <PageHeader title={words.title} />
      <Form defaultValues={DEFAULTS} onSubmit={create} noValidate disableInvalidFormNotification>
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
              <Button type="submit" variant="contained" aria-disabled={state === 'busy'}>
                {state === 'busy' ? words.busy : words.submit}
              </Button>
            </Box>
          </Box>
        </Box>
      </Form>
    </>
  )
}

/** The heading takes the focus, as the pressed button is gone. */
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

type State = 'filling' | 'busy' | 'done'

function useCreateCompany() {
  const [state, setState] = useState<State>('filling')
  const [problem, setProblem] = useState<string | null>(null)
  const fail = useFailure()

  const create = async (values: FieldValues): Promise<Record<string, string> | undefined> => {
    if (state !== 'filling') return undefined
    setState('busy')
    setProblem(null)
    try {
      await requestData('/api/admin/create-company', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(toBody(values)),
      })
      setState('done')
      return undefined
    } catch (error) {
      setState('filling')
      setProblem(toSentence(error))
      if (!(error instanceof ApiError)) return undefined
      if (error.status === 401) await fail(error, words.failed)
      return error.fields
    }
  }
  return { state, problem, create }
}

function toSentence(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0) return words.failedUnknown
  return error.code === '' ? words.failed : error.message
}

const toBody = ({ company, user, role }: FieldValues) => ({
  company: { ...company, notifyEmails: company.notifyEmails ?? '' },
  user: { ...user, email: String(user.email).trim() },
  role: { ...role, userType: ROLE_PRESETS.companyAdmin.userType },
})
