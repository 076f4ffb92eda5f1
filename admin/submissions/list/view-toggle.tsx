import ListIcon from '@mui/icons-material/FormatListBulleted'
import BoardIcon from '@mui/icons-material/ViewWeekOutlined'
import { Button, ButtonGroup } from '@mui/material'
import { Link } from 'react-router'
import { deskMessages } from '#domain/messages/panel-desk'

const words = deskMessages.board

const VIEWS = [
  { view: 'list', to: '/admin/forms', name: words.list, icon: <ListIcon fontSize="small" /> },
  { view: 'board', to: '/admin/forms/board', name: words.title, icon: <BoardIcon fontSize="small" /> },
] as const

export const ViewToggle = ({ view }: { view: 'list' | 'board' }) => (
  <ButtonGroup aria-label={words.views} sx={{ alignSelf: 'start', mb: { xs: 2, sm: 4 } }}>
    {VIEWS.map(({ view: each, to, name, icon }) => (
      <Button
        key={each}
        component={Link}
        to={to}
        variant={each === view ? 'contained' : 'outlined'}
        aria-current={each === view ? 'page' : undefined}
        sx={{ minHeight: { xs: 40, sm: 36 }, gap: 2 }}
      >
        {icon}
        <span className="visually-hidden-on-phones">{name}</span>
      </Button>
    ))}
  </ButtonGroup>
)
