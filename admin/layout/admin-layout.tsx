import MenuIcon from '@mui/icons-material/Menu'
import {
  Box,
  Drawer,
  IconButton,
  Link,
  Typography,
  useMediaQuery,
  Button,
  Chip,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
} from '@mui/material'
import { useEffect, useState, type ReactNode } from 'react'
import { type LayoutProps, useLogout } from 'react-admin'
import { useLocation, NavLink } from 'react-router'
import AddBusinessIcon from '@mui/icons-material/AddBusinessOutlined'
import LogoutIcon from '@mui/icons-material/Logout'
import DashboardOutlined from '@mui/icons-material/DashboardOutlined'
import { panelMessages } from '#domain/messages/panel'
import { submissionListMessages } from '#domain/messages/panel-submission-list'
import { ACCOUNT_PATH, canOpenPage, DASHBOARD, PAGES } from '#domain/pages'
import { ConfirmationProvider } from '../confirmation/confirmation.tsx'
import { DRAWER_BELOW, SIDEBAR_WIDTH } from '../theme/tokens.ts'
import { isHeldBack, toHolder } from '../providers/session.ts'
import { useArrivals } from '../providers/use-arrivals.ts'
import { findResource } from '../resources/index.tsx'
import { NoticeBell } from './notice-bell.tsx'
import { useSession } from './route-guard.tsx'

const CONTENT_ID = 'content'

export const AdminLayout = ({ children }: LayoutProps) => {
  const narrow = useMediaQuery(`(max-width: ${DRAWER_BELOW - 0.05}px)`, { noSsr: true })
  return (
    <Box sx={{ display: 'flex', flexDirection: narrow ? 'column' : 'row', minHeight: '100dvh' }}>
      <Link href={`#${CONTENT_ID}`} className="not-printed" sx={skipStyle}>
        {panelMessages.layout.skip}
      </Link>
      {narrow ? <MenuBar /> : <FixedSidebar />}
      <Box component="main" id={CONTENT_ID} tabIndex={-1} sx={{ flex: 1, minWidth: 0, outline: 'none' }}>
        <Box sx={{ maxWidth: 1704, p: { xs: 4, sm: 6 }, pt: { xs: 2, sm: 5 } }}>
          <ConfirmationProvider>{children}</ConfirmationProvider>
        </Box>
      </Box>
    </Box>
  )
}

const FixedSidebar = () => (
  <Box
    component="header"
    sx={{
      ...panelStyle,
      position: 'sticky',
      top: 0,
      height: '100dvh',
      flexShrink: 0,
      borderRight: 1,
      borderColor: 'divider',
    }}
  >
    <Sidebar bell={<NoticeBell />} />
  </Box>
)

const MenuBar = () => {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  useEffect(() => () => setOpen(false), [pathname])
  return (
    <>
      <Box component="header" sx={barStyle}>
        <IconButton
          onClick={() => setOpen(true)}
          aria-label={panelMessages.layout.openMenu}
          aria-expanded={open}
        >
          <MenuIcon />
        </IconButton>
        <Typography component="p" variant="h2">
          {panelMessages.layout.title}
        </Typography>
        <NoticeBell />
      </Box>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        slotProps={{ paper: { sx: panelStyle, 'aria-label': panelMessages.layout.title } }}
      >
        <Sidebar onNavigate={() => setOpen(false)} />
      </Drawer>
    </>
  )
}

const panelStyle = { width: SIDEBAR_WIDTH, backgroundColor: 'background.paper' }

const barStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  height: 48,
  px: 2,
  borderBottom: 1,
  borderColor: 'divider',
  backgroundColor: 'background.paper',
}

/** Hidden until it has the focus. */
const skipStyle = {
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: 'tooltip',
  px: 4,
  py: 2,
  borderRadius: 1,
  backgroundColor: 'background.paper',
  '&:not(:focus)': { transform: 'translateY(-200%)' },
}

const Sidebar = ({ bell, onNavigate }: { bell?: ReactNode; onNavigate?: () => void }) => {
  const { user } = useSession()
  const logout = useLogout()
  if (user === null) return null
  const holder = toHolder(user)
  const pages = isHeldBack(user) ? [] : [DASHBOARD, ...PAGES].filter((page) => canOpenPage(holder, page))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Typography
        component="div"
        variant="h2"
        sx={{ pl: 5, pr: 3, height: 64, display: 'flex', alignItems: 'center' }}
      >
        {panelMessages.layout.title}
        {bell}
      </Typography>
      <Box component="nav" aria-label={panelMessages.layout.navigation} sx={{ flex: 1, overflowY: 'auto' }}>
        <List disablePadding sx={{ px: 2 }}>
          {pages.map(({ key, path, link }) => {
            const Icon = key === 'dashboard' ? DashboardOutlined : findResource(key).icon
            return (
              <ListItem key={key} disablePadding sx={{ mb: 1 }}>
                <ListItemButton component={NavLink} to={path} onClick={onNavigate} sx={linkStyle}>
                  <ListItemIcon sx={{ minWidth: 28, color: 'inherit' }}>
                    <Icon fontSize="small" />
                  </ListItemIcon>
                  <ListItemText primary={link} />
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
              startIcon={<AddBusinessIcon />}
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
          startIcon={<LogoutIcon />}
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
  px: 2,
  py: 1,
  borderRadius: 1,
  color: 'text.secondary',
  '&.active': { color: 'primary.main', backgroundColor: 'action.selected', fontWeight: 600 },
}
