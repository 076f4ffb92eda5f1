import { Button, Typography } from '@mui/material'
import { Link } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { PageHeader } from '../layout/page-header.tsx'
import { useSession } from '../layout/route-guard.tsx'
import { findHome } from '../providers/session.ts'

export const NotFoundPage = () => {
  const { user } = useSession()
  return (
    <>
      <PageHeader title={panelMessages.failures.notFoundTitle} />
      <Typography sx={{ mb: 4 }}>{panelMessages.failures.notFound}</Typography>
      <Button variant="contained" component={Link} to={(user && findHome(user)) ?? '/'}>
        {panelMessages.unauthorized.home}
      </Button>
    </>
  )
}
