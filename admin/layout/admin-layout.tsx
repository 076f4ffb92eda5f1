import MenuIcon from '@mui/icons-material/Menu'
import { Box, Drawer, IconButton, Link, Typography, useMediaQuery } from '@mui/material'
import { useEffect, useState } from 'react'
import type { LayoutProps } from 'react-admin'
import { useLocation } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { ConfirmationProvider } from '../confirmation/confirmation.tsx'
import { DRAWER_BELOW, SIDEBAR_WIDTH } from '../theme/tokens.ts'
import { Sidebar } from './sidebar.tsx'

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
        <Box sx={{ maxWidth: 1440, p: { xs: 4, sm: 6 }, pt: { xs: 4, sm: 5 } }}>
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
    <Sidebar />
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
  height: 56,
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
