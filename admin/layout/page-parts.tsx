import ErrorOutline from '@mui/icons-material/ErrorOutline'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import { Box, Button, Typography, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { useTitle } from '../pages/use-title.ts'

type Props = { text: string; detail?: string; onRetry?: () => void }

export const Failed = ({ text, detail, onRetry }: Props) => (
  <Box role="alert">
    <Typography>{text}</Typography>
    {detail !== undefined && (
      <Typography variant="body2" color="text.secondary">
        {detail}
      </Typography>
    )}
    {onRetry && (
      <Button variant="outlined" onClick={onRetry} sx={{ mt: 3 }}>
        {panelMessages.table.retry}
      </Button>
    )}
  </Box>
)

type ListStatesProps = {
  icon?: ReactNode
  text: string
  detail?: string
  role?: 'alert'
  action?: { label: string; onClick: () => void } | null
  children?: ReactNode
}

/** Shown in place of rows: the reason and the next step. */
export const ListState = ({ icon, text, detail, role, action, children }: ListStatesProps) => (
  <Stack role={role} spacing={2} sx={stateStyle}>
    {icon ?? <InboxOutlined color="disabled" fontSize="large" />}
    <Typography>{text}</Typography>
    {detail !== undefined && (
      <Typography variant="body2" color="text.secondary">
        {detail}
      </Typography>
    )}
    {action && (
      <Button variant="outlined" onClick={action.onClick}>
        {action.label}
      </Button>
    )}
    {children}
  </Stack>
)

const stateStyle = {
  minHeight: 280,
  p: 6,
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  '& > p': { maxWidth: 420 },
  '& > .MuiButton-root': { minHeight: 40 },
}

const words = panelMessages.table

type FailedProps = { text?: string; reason: string; onRetry: () => void }

export const ListFailed = ({ text = words.failed, reason, onRetry }: FailedProps) => (
  <ListState
    role="alert"
    icon={<ErrorOutline color="error" fontSize="large" />}
    text={text}
    detail={reason}
    action={{ label: words.retry, onClick: onRetry }}
  />
)

export const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <ListState text={words.nothingFound} action={{ label: words.clearSearch, onClick: onClear }} />
)

/** `children` stand at the right. */
export const PageHeader = ({ title, children }: { title: string; children?: ReactNode }) => {
  useTitle(`${title} – ${panelMessages.layout.title}`)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}>
      <Typography variant="h1" sx={{ mb: 4, minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Box sx={{ minWidth: 0 }}>
    <Typography component="dt" variant="body2" color="text.secondary">
      {label}
    </Typography>
    <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  </Box>
)
