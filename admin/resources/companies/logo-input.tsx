import { Box, Button, Typography } from '@mui/material'
import { useRef, useEffect, useState } from 'react'
import { useInput, useRefresh } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { LIMITS } from '#domain/limits'
import { companyMessages } from '#domain/messages/panel-company'
import { toText, isRecord } from '#domain/json'
import { AlertDialog } from '../../dialogs/dialogs.tsx'
import { ApiError, requestData } from '../../providers/request.ts'
import { useTask } from '../../providers/use-task.ts'

const words = companyMessages.logo

type Props = { companyId: string | null; type: LogoType; onBusy: (busy: boolean) => void }

/**
 * Uploads an existing company's logo at once. A new company's logo, and one whose upload failed, is held until the
 * company is saved. @param onBusy prevents saving during an upload
 */
export const LogoInput = ({ companyId, type, onBusy }: Props) => {
  const source = LOGO_FIELDS[type]
  const { field } = useInput<string>({ source })
  const { resetField } = useFormContext()
  const [problem, setProblem] = useState<string | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const { busy, run } = useTask(words.removeFailed)
  const refresh = useRefresh()
  const url = toText(field.value)
  useEffect(() => onBusy(busy), [busy, onBusy])

  /** Leaves no unsaved change. */
  const settle = (path: string): void => {
    resetField(source, { defaultValue: path })
    refresh()
  }

  const choose = async (file: File): Promise<void> => {
    setProblem(findProblem(file))
    if (findProblem(file) !== null) return
    const data = await readDataUrl(file)
    if (data === null) return setProblem(words.unreadable)
    if (companyId === null) return field.onChange(data)
    try {
      settle(await uploadLogo(companyId, type, data))
    } catch (error) {
      if (error instanceof ApiError && REFUSALS.includes(error.status)) return setProblem(error.message)
      field.onChange(data)
      setHasFailed(true)
    }
  }

  const remove = async (): Promise<void> => {
    setProblem(null)
    if (companyId === null) return field.onChange('')
    await removeLogo(companyId, type)
    settle('')
  }

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
              onClick={() => run(remove)}
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
            if (file) run(() => choose(file))
            // Lets the user choose the same file again.
            target.value = ''
          }}
        />
      </Box>
      {hasFailed && (
        <AlertDialog
          title={words.failedTitle}
          text={words.failed[type]}
          onClose={() => setHasFailed(false)}
        />
      )}
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

/** The server rejects the picture itself, so there is no point in holding it. */
const REFUSALS = [400, 413, 415]

const findProblem = (file: File): string | null => {
  if (!['image/png', 'image/jpeg'].includes(file.type)) return words.wrongType
  return file.size > LIMITS.logoBytes ? words.tooLarge : null
}

const readDataUrl = (file: File): Promise<string | null> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(toText(reader.result))
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(file)
  })

export type LogoType = 'logo' | 'pdf-logo'

export const LOGO_FIELDS = { logo: 'logoUrl', 'pdf-logo': 'pdfLogoUrl' } as const satisfies Record<
  LogoType,
  string
>

/** A picture that is not uploaded yet. */
export const isHeld = (url: string): boolean => url.startsWith('data:')

const send = (method: string, path: string, body: object) =>
  requestData(`/api/company/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** @returns the stored path. @throws ApiError */
export async function uploadLogo(companyId: string, logoType: LogoType, logoData: string): Promise<string> {
  const { json } = await send('POST', `upload-logo/${encodeURIComponent(companyId)}`, { logoData, logoType })
  return isRecord(json) && typeof json.logoPath === 'string' ? json.logoPath : ''
}

/** @throws ApiError */
const removeLogo = (companyId: string, logoType: LogoType) =>
  send('PUT', `update/${encodeURIComponent(companyId)}`, { [LOGO_FIELDS[logoType]]: '' })
