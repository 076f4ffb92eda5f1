import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { useSession } from '../layout/route-guard.tsx'
import { findHome, loadIfUnknown } from '../providers/session.ts'
import { useTitle } from './use-title.ts'

const { title, text, home, back } = panelMessages.unauthorized

export const UnauthorizedPage = () => {
  const navigate = useNavigate()
  const { user } = useSession()
  useTitle(title)
  useEffect(loadIfUnknown, [])

  const homePath = (user && findHome(user)) ?? '/'
  const goBack = () => void (hasHistory() ? navigate(-1) : navigate(homePath))
  return (
    <main className="plain-page">
      <div className="plain-card wide">
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="plain-actions">
          <button type="button" className="plain-button" onClick={() => void navigate(homePath)}>
            {home}
          </button>
          <button type="button" className="plain-button quiet" onClick={goBack}>
            {back}
          </button>
        </div>
      </div>
    </main>
  )
}

/** react-router numbers its entries; at 0 a step back would leave the panel. */
function hasHistory(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
