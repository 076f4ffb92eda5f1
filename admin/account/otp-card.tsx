import { Box, Button, Typography, Link } from '@mui/material'
import { useEffect, useRef, useState } from 'react'
import { useNotify } from 'react-admin'
import { QRCodeSVG } from 'qrcode.react'
import { accountMessages } from '#domain/messages/panel-account'
import { toText } from '#domain/json'
import { mustSetUpOtp, type SessionUser } from '../providers/session.ts'
import { OtpDialog } from './otp-dialog.tsx'
import { Section } from '../layout/page-parts.tsx'
import { call, trpc } from '../providers/trpc-client.ts'
import { FormField, type Sending } from '../inputs/use-sending.tsx'

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
    <Section title={words.title} note={user.otp ? words.on : words.off}>
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
        <OtpProofDialog action={open} isRequired={user.otpRequired} onClose={close} onSwitched={switched} />
      )}
    </Section>
  )
}

/** The button that opened the dialog is gone; its replacement gets the focus. */
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

type Props = {
  action: 'renew' | 'off'
  isRequired: boolean
  onClose: () => void
  onSwitched: () => void
}

const OtpProofDialog = ({ action, isRequired, onClose, onSwitched }: Props) => {
  const [codes, setCodes] = useState<string[] | null>(null)
  const notify = useNotify()
  const send: Sending['send'] = async (values) => {
    const steps = { currentPassword: toText(values.currentPassword), code: toText(values.code) }
    if (action === 'renew') {
      setCodes((await call(trpc.account.otp.recoveryCodes.mutate(steps))).data.recoveryCodes)
    } else {
      await call(trpc.account.otp.off.mutate(steps))
      notify(words.switchedOff, { type: 'success' })
      onSwitched()
    }
  }
  const offNote = isRequired ? words.switchOffRequired : words.switchOffNote
  const off = [words.switchOffTitle, words.switchOff, offNote]
  const renew = [words.renewTitle, words.renewSubmit, words.renewNote]
  const [title = '', submit = '', note] = action === 'renew' ? renew : off
  return (
    <OtpDialog
      title={title}
      submit={submit}
      isDestructive={action === 'off'}
      send={send}
      codes={codes}
      onClose={onClose}
    >
      <Typography>{note}</Typography>
      <FormField
        source="currentPassword"
        type="password"
        label={words.currentPassword}
        autoComplete="current-password"
        autoFocus
      />
      <FormField source="code" label={words.code} help={words.eitherCode} autoComplete="one-time-code" />
    </OtpDialog>
  )
}

type OtpSetupDialogProps = {
  email: string
  onClose: () => void
  /** Called after the recovery codes are confirmed. */
  onSwitched: () => void
}

const OtpSetupDialog = ({ email, onClose, onSwitched }: OtpSetupDialogProps) => {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const notify = useNotify()
  const start: Sending['send'] = async ({ currentPassword: password }) => {
    setEnrolment((await call(trpc.account.otp.start.mutate({ currentPassword: toText(password) }))).data)
  }
  const confirm: Sending['send'] = async ({ code }) => {
    const { data } = await call(trpc.account.otp.confirm.mutate({ code: toText(code) }))
    notify(words.switchedOn, { type: 'success' })
    setCodes(data.recoveryCodes)
  }
  return (
    <OtpDialog
      title={words.setUpTitle}
      submit={enrolment === null ? words.next : words.confirm}
      send={enrolment === null ? start : confirm}
      codes={codes}
      onClose={codes === null ? onClose : onSwitched}
    >
      {enrolment === null ? (
        <>
          <Typography>{words.proveFirst}</Typography>
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <FormField
            source="currentPassword"
            type="password"
            label={words.currentPassword}
            autoComplete="current-password"
            autoFocus
          />
        </>
      ) : (
        <>
          <OtpSecret enrolment={enrolment} />
          <FormField
            source="code"
            label={words.code}
            help={words.codeHelp}
            autoComplete="one-time-code"
            autoFocus
          />
        </>
      )}
    </OtpDialog>
  )
}

/** `uri` is for the QR code, `secret` (base32) for typing. */
type Enrolment = { uri: string; secret: string }

/** Dark on white in every theme, as some cameras read nothing else. */
const OtpSecret = ({ enrolment }: { enrolment: Enrolment }) => (
  <>
    <Typography>{words.scan}</Typography>
    <Box sx={{ justifySelf: 'center', p: 3, borderRadius: 1, backgroundColor: '#ffffff', lineHeight: 0 }}>
      <QRCodeSVG value={enrolment.uri} size={184} title={words.qr} role="img" />
    </Box>
    <Link href={enrolment.uri} sx={{ justifySelf: 'center' }}>
      {words.openHere}
    </Link>
    <Box>
      <Typography variant="body2" color="text.secondary">
        {words.byHand}
      </Typography>
      <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {enrolment.secret.match(/.{1,4}/g)?.join(' ')}
      </Typography>
    </Box>
  </>
)
