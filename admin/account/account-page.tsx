import { Alert, Stack } from '@mui/material'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { accountMessages } from '#domain/messages/panel-account'
import { headedFor } from '../layout/landing.ts'
import { PageHeader } from '../layout/page-header.tsx'
import { useSession } from '../layout/route-guard.tsx'
import { isHeldBack, mustSetUpOtp, refreshUser, sessionSnapshot } from '../providers/session.ts'
import { OtpCard } from './otp-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

const words = accountMessages.ownPassword

/** /admin/account: one's own password, two-step sign-in and sessions; what is required of somebody comes first. */
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
        <SessionsCard />
      </Stack>
    </>
  )
}

/**
 * After a change of the account: loads the user anew and, once nothing is required any more, leads to where they were
 * headed. Only on their own act, as the recovery codes are shown once and must not vanish when the user is refreshed.
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
