import { Box, Button, Typography } from '@mui/material'
import { useRef } from 'react'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { isHeld, type LogoType } from './logo-calls.ts'
import { useLogo } from './use-logo.ts'

const words = companyMessages.logo

type Props = { companyId: string | null; type: LogoType; onBusy: (busy: boolean) => void }

export const LogoInput = ({ companyId, type, onBusy }: Props) => {
  const { url, busy, problem, failed, dismiss, choose, remove } = useLogo(companyId, type, onBusy)
  const picker = useRef<HTMLInputElement>(null)
  const name = words[type]
  const note = busy ? words.uploading : isHeld(url) ? words.held : words.help

  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 4, alignItems: 'center' }}
    >
      <Box sx={url === '' ? boxStyle : { ...boxStyle, backgroundColor: 'common.white' }}>
        {url === '' ? (
          <Typography variant="body2" color="text.secondary">
            {words.none}
          </Typography>
        ) : (
          <img src={url} alt={words.alt(name)} />
        )}
      </Box>
      <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        <Typography variant="body2" color={problem === null ? 'text.secondary' : 'error'} role="status">
          {problem ?? note}
        </Typography>
        <Box sx={{ display: 'flex', gap: 2, mt: 2 }}>
          <Button
            size="small"
            variant="outlined"
            aria-disabled={busy}
            aria-label={words.act(url === '' ? words.choose : words.replace, name)}
            onClick={() => {
              if (!busy) picker.current?.click()
            }}
          >
            {url === '' ? words.choose : words.replace}
          </Button>
          {url !== '' && (
            <Button
              size="small"
              color="error"
              aria-disabled={busy}
              aria-label={words.act(words.remove, name)}
              onClick={remove}
            >
              {words.remove}
            </Button>
          )}
        </Box>
        <input
          ref={picker}
          type="file"
          accept="image/png,image/jpeg"
          aria-label={name}
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) choose(file)
            // The same file can be chosen again.
            target.value = ''
          }}
        />
      </Box>
      {failed && <AlertDialog title={words.failedTitle} text={words.failed[type]} onClose={dismiss} />}
    </Box>
  )
}

/** Logos are made for white paper. */
const boxStyle = {
  display: 'grid',
  placeItems: 'center',
  width: LIMITS.logoBox.width + 18,
  height: LIMITS.logoBox.height + 18,
  p: 2,
  flexShrink: 0,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  '& img': {
    display: 'block',
    maxWidth: LIMITS.logoBox.width,
    maxHeight: LIMITS.logoBox.height,
  },
}
