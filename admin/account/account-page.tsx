import { Alert, Stack } from '@mui/material'
import { accountMessages } from '#domain/messages/panel-account'
import { PageHeader } from '../layout/page-header.tsx'
import { useSession } from '../layout/route-guard.tsx'
import { mustSetUpOtp } from '../providers/session.ts'
import { OtpCard } from './otp-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** /admin/account: one's own password, two-step sign-in and sessions. */
export const AccountPage = () => {
  const { user } = useSession()
  if (user === null) return null
  return (
    <>
      <PageHeader title={accountMessages.title} />
      <Stack spacing={4} sx={{ maxWidth: 680 }}>
        {mustSetUpOtp(user) && <Alert severity="warning">{accountMessages.setupRequired}</Alert>}
        <OtpCard user={user} />
        <PasswordCard email={user.email} />
        <SessionsCard />
      </Stack>
    </>
  )
}
