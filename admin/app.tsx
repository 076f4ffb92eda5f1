import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { lazyModule } from './late/late-code.ts'
import { LatePlainPage } from './late/late-plain-page.tsx'
import { panelCode } from './late/panel-code.ts'
import { PlainBoundary } from './layout/plain-boundary.tsx'
import { RouteGuard } from './layout/route-guard.tsx'
import { LoginPage } from './pages/login.tsx'
import { UnauthorizedPage } from './pages/unauthorized.tsx'

const forgotPasswordCode = lazyModule(() =>
  import('./pages/forgot-password.tsx').then((module) => module.ForgotPasswordPage),
)
const resetPasswordCode = lazyModule(() =>
  import('./pages/reset-password.tsx').then((module) => module.ResetPasswordPage),
)

export const App = () => (
  <BrowserRouter>
    <PlainBoundary>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="/unauthorized" element={<UnauthorizedPage />} />
        <Route path="/forgot-password" element={<LatePlainPage late={forgotPasswordCode} />} />
        <Route path="/reset-password" element={<LatePlainPage late={resetPasswordCode} />} />
        <Route path="/admin" element={<Navigate to="/admin/forms" replace />} />
        <Route
          path="/admin/*"
          element={
            <RouteGuard>
              <LatePlainPage late={panelCode} />
            </RouteGuard>
          }
        />
        <Route path="*" element={<Navigate to="/" replace />} />
      </Routes>
    </PlainBoundary>
  </BrowserRouter>
)
