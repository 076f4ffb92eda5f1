import { Box, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import type { Input } from '#domain/catalogue/define'
import { companyMessages } from '#domain/messages/panel-company'

const words = companyMessages.preview

/** Not headings or fields to assistive technology. */

export const PreviewCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, p: 3 }}>
    <Typography component="p" sx={{ fontWeight: 600, mb: 2, overflowWrap: 'anywhere' }}>
      {title}
    </Typography>
    {children}
  </Box>
)

export const PreviewHeading = ({ children }: { children: ReactNode }) => (
  <Box component="p" sx={{ m: 0, mb: 1, fontSize: 13, fontWeight: 600 }}>
    {children}
  </Box>
)

export const PreviewField = ({ input }: { input: Input }) => (
  <Box sx={{ minWidth: 0, opacity: input.showWhen === null ? 1 : 0.75 }}>
    <Box sx={{ fontWeight: 600, mb: 0.5 }}>
      {input.label}
      {input.required && (
        <Box component="span" sx={{ color: 'error.main' }}>
          {' *'}
        </Box>
      )}
    </Box>
    <Answer input={input} />
    {input.showWhen !== null && <Box sx={{ color: 'text.secondary', mt: 0.5 }}>{words.afterYes}</Box>}
  </Box>
)

const Answer = ({ input }: { input: Input }) => {
  switch (input.kind) {
    case 'yesNo':
      return (
        <Box sx={{ display: 'flex', gap: 2 }}>
          {input.choices.map((choice) => (
            <Box key={choice} sx={{ ...boxStyle, flex: 1, textAlign: 'center' }}>
              {choice}
            </Box>
          ))}
        </Box>
      )
    case 'choice':
    case 'state':
      return <Box sx={boxStyle}>{words.form.chooseOne}</Box>
    case 'signature':
      return <Box sx={{ ...boxStyle, height: 64 }} />
    default:
      return <Box sx={boxStyle}>{input.placeholder || '\u00a0'}</Box>
  }
}

const boxStyle = {
  px: 2,
  py: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  color: 'text.secondary',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
}
