import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { panelMessages } from '#domain/messages/panel'
import { useSession } from '../layout/route-guard.tsx'
import { findHome, loadIfUnknown } from '../providers/session.ts'
import { PlainCard } from './plain-form.tsx'

const { title, text, home, back } = panelMessages.unauthorized

export const UnauthorizedPage = () => {
  const navigate = useNavigate()
  const { user } = useSession()
  useEffect(loadIfUnknown, [])

  const homePath = (user && findHome(user)) ?? '/'
  const goBack = () => void (hasHistory() ? navigate(-1) : navigate(homePath))
  return (
    <PlainCard title={title} isWide>
      <p>{text}</p>
      <div className="plain-actions">
        <button type="button" className="plain-button" onClick={() => void navigate(homePath)}>
          {home}
        </button>
        <button type="button" className="plain-button quiet" onClick={goBack}>
          {back}
        </button>
      </div>
    </PlainCard>
  )
}

/** react-router numbers its entries; one step back from 0 would leave the panel. */
function hasHistory(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
