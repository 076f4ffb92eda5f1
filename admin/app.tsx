import { lazy, Suspense, type ReactNode } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { PlainBoundary } from './layout/plain-boundary.tsx'
import { RouteGuard } from './layout/route-guard.tsx'
import { Waiting } from './layout/waiting.tsx'
import { LoginPage } from './pages/login.tsx'
import { UnauthorizedPage } from './pages/unauthorized.tsx'
import { loadPanel } from './load-panel.ts'

/** react-admin and Material UI come only with the panel: the login page stays light. */
const Panel = lazy(loadPanel)

const ForgotPasswordPage = lazy(() =>
  import('./pages/forgot-password.tsx').then((module) => ({ default: module.ForgotPasswordPage })),
)
const ResetPasswordPage = lazy(() =>
  import('./pages/reset-password.tsx').then((module) => ({ default: module.ResetPasswordPage })),
)

export const App = () => (
  <BrowserRouter>
    <Routes>
      <Route path="/" element={<LoginPage />} />
      <Route path="/unauthorized" element={<UnauthorizedPage />} />
      <Route path="/forgot-password" element={<Later page={<ForgotPasswordPage />} />} />
      <Route path="/reset-password" element={<Later page={<ResetPasswordPage />} />} />
      <Route path="/admin" element={<Navigate to="/admin/forms" replace />} />
      <Route
        path="/admin/*"
        element={
          <RouteGuard>
            <Later page={<Panel />} />
          </RouteGuard>
        }
      />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  </BrowserRouter>
)

/** A page whose code is fetched when it is opened. */
const Later = ({ page }: { page: ReactNode }) => (
  <PlainBoundary>
    <Suspense fallback={<Waiting />}>{page}</Suspense>
  </PlainBoundary>
)
