import { Box, Button, Paper, Typography } from '@mui/material'
import { useEffect } from 'react'
import { Form, useRedirect } from 'react-admin'
import { Link } from 'react-router'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { ROLE_PRESETS } from '#domain/permissions'
import { PageHeader } from '../layout/page-header.tsx'
import { AdminSection, CompanySection, RoleSection } from './create-company-inputs.tsx'
import { useCreateCompany } from './use-create-company.ts'

const words = companyMessages.create
const COMPANIES = '/admin/companies'

const { name, permissions } = ROLE_PRESETS.companyAdmin
const DEFAULTS = {
  company: { nameIn: '', nameOut: '', notifyEmails: '' },
  user: { name: '', email: '', password: '' },
  role: { name, permissions: [...permissions] },
}

/** /admin/create-company: a company, its first administrator and their role in one go. */
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
        <Paper variant="outlined" role="status" sx={{ maxWidth: 640, p: 6 }}>
          <Typography variant="h2" color="success.main" sx={{ mb: 2 }}>
            {words.done}
          </Typography>
          <Typography>{words.redirecting}</Typography>
        </Paper>
      </>
    )
  }
  return (
    <>
      <PageHeader title={words.title} />
      <Form defaultValues={DEFAULTS} onSubmit={create} noValidate disableInvalidFormNotification>
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
