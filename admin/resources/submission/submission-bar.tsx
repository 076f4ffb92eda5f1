import ArrowBack from '@mui/icons-material/ArrowBack'
import KeyboardIcon from '@mui/icons-material/KeyboardOutlined'
import NextIcon from '@mui/icons-material/KeyboardArrowDown'
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { Box, Button, IconButton, Tooltip, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { submissionMessages } from '#domain/messages/panel-submission'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { useWayBack } from './submission-link.tsx'
import type { Neighbours } from './use-neighbours.ts'

const { back, print } = submissionMessages.page
const { neighbours: words, shortcuts } = workspaceMessages

type Props = { neighbours: Neighbours; canPrint: boolean; onShortcuts: () => void }

/** The way back to the list and along it. */
export const SubmissionBar = ({ neighbours, canPrint, onShortcuts }: Props) => (
  <Box
    className="not-printed"
    sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, minHeight: 36, mb: 1 }}
  >
    <Button component={Link} to={useWayBack()} size="small" startIcon={<ArrowBack fontSize="small" />}>
      {back}
    </Button>
    {neighbours && (
      <>
        <Turn label={words.previous} to={neighbours.previous} icon={<PreviousIcon />} />
        <Turn label={words.next} to={neighbours.next} icon={<NextIcon />} />
        <Typography variant="body2" color="text.secondary">
          {words.place(neighbours.place, neighbours.total)}
        </Typography>
      </>
    )}
    <Box sx={{ flex: 1 }} />
    <Turn label={shortcuts.title} to={onShortcuts} icon={<KeyboardIcon fontSize="small" />} />
    {canPrint && <Turn label={print} to={() => window.print()} icon={<PrintIcon fontSize="small" />} />}
  </Box>
)

const Turn = ({ label, to, icon }: { label: string; to: (() => void) | null; icon: ReactNode }) => (
  <Tooltip title={label}>
    <IconButton aria-label={label} aria-disabled={to === null} onClick={to ?? undefined} sx={turnStyle}>
      {icon}
    </IconButton>
  </Tooltip>
)

const turnStyle = { p: 1.5, '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' } }
