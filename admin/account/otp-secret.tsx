import { Box, Link, Typography } from '@mui/material'
import { QRCodeSVG } from 'qrcode.react'
import { accountMessages } from '#domain/messages/panel-account'

const words = accountMessages.otp

/** What the app is given: to be scanned (`uri`) or typed (`secret`, base32). */
export type Enrolment = { uri: string; secret: string }

/** Dark on white in any theme, as some cameras read nothing else. */
export const OtpSecret = ({ enrolment }: { enrolment: Enrolment }) => (
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
