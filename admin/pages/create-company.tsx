import { Box, Button, Typography } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { Form, useRedirect } from 'react-admin'
import type { UseFormReturn } from 'react-hook-form'
import { Link } from 'react-router'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { ROLE_PRESETS } from '#domain/permissions'
import { FormHandle } from '../dialogs/form-handle.tsx'
import { PageHeader } from '../layout/page-header.tsx'
import { CompanyCreated } from './company-created.tsx'
import { AdminSection, CompanySection, RoleSection } from './create-company-inputs.tsx'
import { useCreateCompany } from './use-create-company.ts'
import { useLeaving } from './use-leaving.ts'

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
  const form = useRef<UseFormReturn | null>(null)
  const [isDirty, setIsDirty] = useState(false)
  const leaving = useLeaving(isDirty && state !== 'done')

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
        <FormHandle formRef={form} onDirty={setIsDirty} />
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
      {leaving}
    </>
  )
}
