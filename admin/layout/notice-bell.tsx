import NotificationsIcon from '@mui/icons-material/NotificationsOutlined'
import { Badge, Box, Divider, IconButton, ListItemText, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-router'
import { noticeMessages as words } from '#domain/messages/panel-task'
import { dateTime } from '../format.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { useNotices } from '../providers/use-notices.ts'
import { isHeldBack } from '../providers/session.ts'
import { submissionPath } from '../submissions/submission.ts'
import { Failed } from './page-parts.tsx'
import { useSession } from './route-guard.tsx'

export const NoticeBell = () => {
  const { user } = useSession()
  const canUse = useCanPerform('workspace.use')
  return user && canUse && !isHeldBack(user) ? <Bell /> : null
}

const Bell = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { notices, unread, failure, retry, read } = useNotices(words.failed)
  const close = () => setAnchor(null)
  const fresh = notices?.flatMap(({ id, readAt }) => (readAt === null ? [id] : [])) ?? []
  return (
    <>
      <IconButton
        aria-label={words.open(unread)}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => {
          setAnchor(currentTarget)
          retry()
        }}
        sx={{ ml: 'auto' }}
      >
        <Badge
          badgeContent={unread || null}
          max={999}
          color="primary"
          slotProps={{ badge: { 'aria-hidden': true } }}
        >
          <NotificationsIcon />
        </Badge>
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close} slotProps={menuSlots}>
        {failure !== null && (
          <Box component="li" sx={textStyle}>
            <Failed text={words.failed} detail={failure} onRetry={retry} />
          </Box>
        )}
        {failure === null && notices?.length === 0 && (
          <MenuItem disabled sx={textStyle}>
            {words.none}
          </MenuItem>
        )}
        {notices?.map(({ id, kind, submissionId, reference, actorName, createdAt, readAt }) => (
          <MenuItem
            key={id}
            component={Link}
            to={submissionPath(submissionId)}
            onClick={() => {
              close()
              if (readAt === null) read([id])
            }}
            sx={itemStyle}
          >
            <ListItemText
              primary={words.text(kind, actorName)}
              secondary={kind === 'due' ? reference : `${reference} · ${dateTime(createdAt)}`}
              slotProps={{ primary: { sx: { fontWeight: readAt === null ? 600 : 400 } } }}
            />
            {readAt === null && <Box role="img" aria-label={words.unread} sx={dotStyle} />}
          </MenuItem>
        ))}
        {fresh.length > 0 && <Divider />}
        {fresh.length > 0 && (
          <MenuItem onClick={() => read(fresh)} sx={{ minHeight: 44 }}>
            {words.readAll}
          </MenuItem>
        )}
      </Menu>
    </>
  )
}

const menuSlots = {
  list: { 'aria-label': words.title },
  paper: { sx: { width: 380, maxWidth: 'calc(100vw - 32px)', maxHeight: 480 } },
}
const textStyle = { px: 4, py: 3, listStyle: 'none', whiteSpace: 'normal' }
const itemStyle = { minHeight: 44, gap: 2, whiteSpace: 'normal', overflowWrap: 'anywhere' }
const dotStyle = { width: 8, height: 8, flexShrink: 0, borderRadius: '50%', backgroundColor: 'primary.main' }
