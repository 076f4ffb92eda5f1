import ErrorOutline from '@mui/icons-material/ErrorOutline'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import { Button, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'

type Props = {
  icon?: ReactNode
  text: string
  detail?: string
  role?: 'alert'
  action?: { label: string; onClick: () => void } | null
  children?: ReactNode
}

/** Shown in place of rows: the reason and the next step. */
export const ListState = ({ icon, text, detail, role, action, children }: Props) => (
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
