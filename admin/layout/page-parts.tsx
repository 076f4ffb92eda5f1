import ErrorOutline from '@mui/icons-material/ErrorOutline'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import { Box, Button, Paper, Typography, Stack } from '@mui/material'
import { useId, type ReactNode } from 'react'
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

export const PageHeader = ({ title, children }: { title: string; children?: ReactNode }) => {
  useTitle(`${title} – ${panelMessages.layout.title}`)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 4 }}>
      <Typography variant="h1" sx={{ mb: { xs: 2, sm: 4 }, minWidth: 0, overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

type SectionProps = { title: string; note?: string; children: ReactNode }

export const Section = ({ title, note, children }: SectionProps) => {
  const id = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 4, sm: 5 } }}>
      <Typography variant="h2" id={id} sx={{ mb: note === undefined ? 4 : 0 }}>
        {title}
      </Typography>
      {note !== undefined && (
        <Typography color="text.secondary" sx={{ mb: 4 }}>
          {note}
        </Typography>
      )}
      {children}
    </Paper>
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
