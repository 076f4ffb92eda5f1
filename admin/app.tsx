import type { FunctionComponent } from 'react'
import { createBrowserRouter, Navigate, Route, RouterProvider, Routes } from 'react-router'
import { lazyComponent } from './lazy/lazy-component.tsx'
import { loadPanel } from './lazy/load-panel.ts'
import { PlainBoundary, PlainFailed, Waiting } from './layout/plain-parts.tsx'
import { RouteGuard } from './layout/route-guard.tsx'
import { LoginPage } from './pages/login.tsx'
import { UnauthorizedPage } from './pages/unauthorized.tsx'
import { panelMessages } from '#domain/messages/panel'

const lazyPage = (load: () => Promise<FunctionComponent>) =>
  lazyComponent(load, <Waiting />, ({ onRetry }) => (
    <PlainFailed text={panelMessages.failures.load} onRetry={onRetry} />
  ))

const Panel = lazyPage(loadPanel)
const ForgotPasswordPage = lazyPage(() =>
  import('./pages/forgotten-password.tsx').then((module) => module.ForgotPasswordPage),
)
const ResetPasswordPage = lazyPage(() =>
  import('./pages/forgotten-password.tsx').then((module) => module.ResetPasswordPage),
)

const Pages = () => (
  <PlainBoundary>
    <Routes>
      <Route path="/" element={<LoginPage />} />
      <Route path="/admin/sso/:company" element={<LoginPage />} />
      <Route path="/unauthorized" element={<UnauthorizedPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/admin" element={<Navigate to="/admin/forms" replace />} />
      <Route
        path="/admin/*"
        element={
          <RouteGuard>
            <Panel />
          </RouteGuard>
        }
      />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  </PlainBoundary>
)

/** Only data routers can block navigation. */
const router = createBrowserRouter([{ path: '*', Component: Pages }])

export const App = () => <RouterProvider router={router} />
