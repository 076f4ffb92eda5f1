import { Alert, Stack } from '@mui/material'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { accountMessages } from '#domain/messages/panel-account'
import { headedFor } from '../layout/landing.ts'
import { PageHeader } from '../layout/page-header.tsx'
import { useSession } from '../layout/route-guard.tsx'
import { isHeldBack, mustSetUpOtp, refreshUser, sessionSnapshot } from '../providers/session.ts'
import { MailCard } from './mail-card.tsx'
import { OtpCard } from './otp-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const words = accountMessages.ownPassword

export const AccountPage = () => {
  const { user } = useSession()
  const goOn = useGoOn()
  if (user === null) return null
  if (user.passwordChangeRequired)
    return (
      <>
        <PageHeader title={accountMessages.title} />
        <Stack spacing={4} sx={{ maxWidth: 680 }}>
          <Alert severity="warning">
            {words.required} {mustSetUpOtp(user) && words.thenOtp}
          </Alert>
          <PasswordCard key="given" email={user.email} isGiven onChanged={goOn} />
        </Stack>
      </>
    )
  return (
    <>
      <PageHeader title={accountMessages.title} />
      <Stack spacing={4} sx={{ maxWidth: 680 }}>
        {mustSetUpOtp(user) && <Alert severity="warning">{accountMessages.setupRequired}</Alert>}
        <OtpCard user={user} onSwitched={goOn} />
        <PasswordCard email={user.email} />
        <MailCard user={user} />
        <SessionsCard />
      </Stack>
    </>
  )
}

/**
 * Loads the user again and, once nothing is required, goes on to the page they asked for. Only after their own action, as
 * a refresh must not hide the recovery codes.
 */
function useGoOn(): () => void {
  const { user } = useSession()
  const [wasHeldBack] = useState(() => user !== null && isHeldBack(user))
  const { state } = useLocation()
  const navigate = useNavigate()
  const goOn = async () => {
    await refreshUser()
    const { user: now } = sessionSnapshot()
    if (wasHeldBack && now !== null && !isHeldBack(now))
      await navigate(headedFor(now, state), { replace: true })
  }
  return () => void goOn()
}
