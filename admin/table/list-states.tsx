import ErrorOutline from '@mui/icons-material/ErrorOutline'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import { Box, Button, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'

type Props = { icon: ReactNode; text: string; detail?: string; action?: { label: string; run: () => void } }

const State = ({ icon, text, detail, action }: Props) => (
  <Box sx={{ display: 'grid', placeItems: 'center', alignContent: 'center', gap: 2, minHeight: 280, p: 6 }}>
    {icon}
    <Typography sx={{ maxWidth: 420, textAlign: 'center' }}>{text}</Typography>
    {detail !== undefined && (
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: 420, textAlign: 'center' }}>
        {detail}
      </Typography>
    )}
    {action && (
      <Button variant="outlined" onClick={action.run} sx={{ mt: 2, minHeight: 40 }}>
        {action.label}
      </Button>
    )}
  </Box>
)

const words = panelMessages.table

type FailedProps = { text?: string; reason: string; onRetry: () => void }

/** Something, a list unless told, could not be loaded: what happened, and another try. */
export const ListFailed = ({ text = words.failed, reason, onRetry }: FailedProps) => (
  <div role="alert">
    <State
      icon={<ErrorOutline color="error" fontSize="large" />}
      text={text}
      detail={reason}
      action={{ label: words.retry, run: onRetry }}
    />
  </div>
)

/** Nothing there yet: what this page is for. */
export const ListEmpty = ({ text }: { text: string }) => (
  <State icon={<InboxOutlined color="disabled" fontSize="large" />} text={text} />
)

/** A search without a hit. */
export const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <State
    icon={<InboxOutlined color="disabled" fontSize="large" />}
    text={words.nothingFound}
    action={{ label: words.clearSearch, run: onClear }}
  />
)
