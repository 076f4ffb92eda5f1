import { Box, Button } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { accountMessages } from '#domain/messages/panel-account'
import { mustSetUpOtp, type SessionUser } from '../providers/session.ts'
import { AccountCard } from './account-card.tsx'
import { OtpProofDialog } from './otp-proof-dialog.tsx'
import { OtpSetupDialog } from './otp-setup-dialog.tsx'

const words = accountMessages.otp

export const OtpCard = ({ user, onSwitched }: { user: SessionUser; onSwitched: () => void }) => {
  const [open, setOpen] = useState<'set-up' | 'renew' | 'off' | null>(null)
  const close = () => setOpen(null)
  const switched = () => {
    close()
    onSwitched()
  }
  const buttons = useFocusAfterSwitch(user.otp)
  return (
    <AccountCard title={words.title} note={user.otp ? words.on : words.off}>
      <Box ref={buttons} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {user.otp ? (
          <>
            <Button variant="outlined" onClick={() => setOpen('renew')}>
              {words.renew}
            </Button>
            <Button color="error" onClick={() => setOpen('off')}>
              {words.switchOff}
            </Button>
          </>
        ) : (
          <Button variant="contained" autoFocus={mustSetUpOtp(user)} onClick={() => setOpen('set-up')}>
            {words.setUp}
          </Button>
        )}
      </Box>
      {open === 'set-up' && <OtpSetupDialog email={user.email} onClose={close} onSwitched={switched} />}
      {(open === 'renew' || open === 'off') && (
        <OtpProofDialog act={open} isRequired={user.otpRequired} onClose={close} onSwitched={switched} />
      )}
    </AccountCard>
  )
}

/** The button that opened the dialog is gone after the switch: the one in its place gets the focus. */
function useFocusAfterSwitch(isOn: boolean) {
  const buttons = useRef<HTMLDivElement>(null)
  const before = useRef(isOn)
  useEffect(() => {
    if (before.current !== isOn && document.activeElement === document.body)
      buttons.current?.querySelector('button')?.focus()
    before.current = isOn
  }, [isOn])
  return buttons
}
