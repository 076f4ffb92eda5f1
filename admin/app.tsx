import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { PlainBoundary } from './layout/plain-boundary.tsx'
import { RouteGuard } from './layout/route-guard.tsx'
import { Waiting } from './layout/waiting.tsx'
import { LoginPage } from './pages/login.tsx'
import { UnauthorizedPage } from './pages/unauthorized.tsx'
import { loadPanel } from './load-panel.ts'

/** react-admin and Material UI come only with the panel: the login page stays light. */
const Panel = lazy(loadPanel)

export const App = () => (
  <BrowserRouter>
    <Routes>
      <Route path="/" element={<LoginPage />} />
      <Route path="/unauthorized" element={<UnauthorizedPage />} />
      <Route path="/admin" element={<Navigate to="/admin/forms" replace />} />
      <Route
        path="/admin/*"
        element={
          <RouteGuard>
            <PlainBoundary>
              <Suspense fallback={<Waiting />}>
                <Panel />
              </Suspense>
            </PlainBoundary>
          </RouteGuard>
        }
      />
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  </BrowserRouter>
)
