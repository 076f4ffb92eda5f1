import AddBusinessIcon from '@mui/icons-material/AddBusinessOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import {
  Box,
  Button,
  Chip,
  Link,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  Typography,
} from '@mui/material'
import { useLogout } from 'react-admin'
import { NavLink } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { ACCOUNT_PATH, canOpenPage, DASHBOARD, PAGES } from '#domain/pages'
import { toHolder, isHeldBack } from '../providers/session.ts'
import { useArrivals } from '../providers/use-arrivals.ts'
import { PAGE_ICONS } from './page-icons.tsx'
import { useSession } from './route-guard.tsx'

export const Sidebar = ({ onNavigate }: { onNavigate?: () => void }) => {
  const { user } = useSession()
  const logout = useLogout()
  if (user === null) return null
  const holder = toHolder(user)
  const pages = isHeldBack(user) ? [] : [DASHBOARD, ...PAGES].filter((page) => canOpenPage(holder, page))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Typography
        component="p"
        variant="h2"
        sx={{ px: 5, height: 64, display: 'flex', alignItems: 'center' }}
      >
        {panelMessages.layout.title}
      </Typography>
      <Box component="nav" aria-label={panelMessages.layout.navigation} sx={{ flex: 1, overflowY: 'auto' }}>
        <List disablePadding sx={{ px: 2 }}>
          {pages.map(({ key, path }) => {
            const Icon = PAGE_ICONS[key]
            return (
              <ListItem key={key} disablePadding sx={{ mb: 1 }}>
                <ListItemButton component={NavLink} to={path} onClick={onNavigate} sx={linkStyle}>
                  <ListItemIcon sx={{ minWidth: 32, color: 'inherit' }}>
                    <Icon fontSize="small" />
                  </ListItemIcon>
                  <ListItemText
                    primary={panelMessages.layout.links[key]}
                    slotProps={{ primary: { noWrap: true } }}
                  />
                  {key === 'forms' && <NewCount />}
                </ListItemButton>
              </ListItem>
            )
          })}
        </List>
        {user.isAdmin && !isHeldBack(user) && (
          <Box sx={{ px: 2, pt: 2 }}>
            <Button
              component={NavLink}
              to={CREATE_COMPANY}
              onClick={onNavigate}
              variant="outlined"
              startIcon={<AddBusinessIcon fontSize="small" />}
              fullWidth
              sx={{ minHeight: 40 }}
            >
              {panelMessages.layout.createCompany}
            </Button>
          </Box>
        )}
      </Box>
      <Box sx={{ borderTop: 1, borderColor: 'divider', p: 5, pb: 4 }}>
        <Typography variant="body2" color="text.secondary" noWrap title={user.role?.name}>
          {user.role?.name}
        </Typography>
        <Typography noWrap title={panelMessages.layout.account}>
          <Link
            component={NavLink}
            to={ACCOUNT_PATH}
            onClick={onNavigate}
            color="text.primary"
            sx={{ fontWeight: 600 }}
          >
            {user.name}
            <span className="visually-hidden"> – {panelMessages.layout.account}</span>
          </Link>
        </Typography>
        <Typography variant="body2" color="text.secondary" noWrap title={user.email}>
          {user.email}
        </Typography>
        <Button
          onClick={() => void logout({}, '/', false)}
          startIcon={<LogoutIcon fontSize="small" />}
          color="inherit"
          size="small"
          sx={{ mt: 2, ml: -1.5, minHeight: 36 }}
        >
          {panelMessages.layout.logout}
        </Button>
      </Box>
    </Box>
  )
}

const NewCount = () => {
  const { count } = useArrivals()
  if (count === 0) return null
  return (
    <Chip size="small" color="primary" label={count} aria-label={submissionListMessages.arrived(count)} />
  )
}

const CREATE_COMPANY = '/admin/create-company'

const linkStyle = {
  minHeight: 40,
  px: 3,
  py: 1,
  borderRadius: 1,
  color: 'text.secondary',
  '&.active': { color: 'primary.main', backgroundColor: 'action.selected', fontWeight: 600 },
}
