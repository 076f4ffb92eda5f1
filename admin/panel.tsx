import { CacheProvider } from '@emotion/react'
import { useState } from 'react'
import { Admin, CustomRoutes, Notification } from 'react-admin'
import { Navigate, Route, Link } from 'react-router'
import { Button, Typography, Box } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { PAGES } from '#domain/pages'
import { AdminLayout } from './layout/admin-layout.tsx'
import { useSession } from './layout/route-guard.tsx'
import { Waiting } from './layout/plain-parts.tsx'
import { lazyPage } from './lazy/lazy.tsx'
import { authProvider } from './providers/auth-provider.ts'
import { createChoicesStore } from './providers/choices-store.ts'
import { dataProvider } from './providers/data-provider.ts'
import { i18nProvider } from './providers/i18n-provider.ts'
import { findResource } from './resources/index.tsx'
import { toResource } from './resources/resource.tsx'
import { styleCache } from './theme/style-cache.ts'
import { darkTheme, lightTheme } from './theme/theme.ts'
import { PageHeader } from './layout/page-parts.tsx'
import { findHome } from './providers/session.ts'

const AccountPage = lazyPage(() => import('./account/account-page.tsx').then((module) => module.AccountPage))
const DashboardPage = lazyPage(() =>
  import('./dashboard/dashboard-page.tsx').then((module) => module.DashboardPage),
)
const ImportPage = lazyPage(() => import('./import/import-page.tsx').then((module) => module.ImportPage))
const FunderReport = lazyPage(() =>
  import('./report/funder-report.tsx').then((module) => module.FunderReport),
)
const ConnectPage = lazyPage(() => import('./pages/connect.tsx').then((module) => module.ConnectPage))
const CreateCompanyPage = lazyPage(() =>
  import('./pages/create-company.tsx').then((module) => module.CreateCompanyPage),
)

const AccessDenied = () => <Navigate to="/unauthorized" replace />
const SignedOut = () => <Navigate to="/" replace />
const Notices = () => <Notification anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }} />

export const Panel = () => {
  const { user } = useSession()
  const [store] = useState(() => createChoicesStore(user?.id ?? ''))
  return (
    <CacheProvider value={styleCache}>
      <Admin
        basename="/admin"
        title={panelMessages.layout.title}
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        store={store}
        theme={lightTheme}
        darkTheme={darkTheme}
        layout={AdminLayout}
        loading={Waiting}
        error={PanelError}
        catchAll={NotFoundPage}
        notification={Notices}
        loginPage={false}
        requireAuth
        disableTelemetry
        accessDenied={AccessDenied}
        authenticationError={SignedOut}
      >
        {PAGES.map(({ key }) => toResource(key, findResource(key)))}
        <CustomRoutes>
          <Route path="/dashboard" element={<DashboardPage />} />
          <Route path="/account" element={<AccountPage />} />
          <Route path="/funders/report" element={<FunderReport />} />
          <Route path="/import" element={<ImportPage />} />
          <Route path="/connect/:id" element={<ConnectPage />} />
          <Route path="/create-company" element={<CreateCompanyPage />} />
        </CustomRoutes>
      </Admin>
    </CacheProvider>
  )
}

const NotFoundPage = () => {
  const { user } = useSession()
  return (
    <>
      <PageHeader title={panelMessages.failures.notFoundTitle} />
      <Typography sx={{ mb: 4 }}>{panelMessages.failures.notFound}</Typography>
      <Button variant="contained" component={Link} to={(user && findHome(user)) ?? '/'}>
        {panelMessages.unauthorized.home}
      </Button>
    </>
  )
}

const PanelError = () => (
  <Box role="alert" sx={{ p: 6 }}>
    <PageHeader title={panelMessages.failures.crashTitle} />
    <Typography sx={{ mb: 4 }}>{panelMessages.failures.crash}</Typography>
    <Button variant="contained" onClick={() => window.location.reload()}>
      {panelMessages.table.retry}
    </Button>
  </Box>
)
