import { Component, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'

type Props = { text: string; onRetry: () => void }

/** Without Material UI, which the login page doesn't load. */
export const PlainFailed = ({ text, onRetry }: Props) => (
  <main className="plain-page">
    <div className="plain-card wide" role="alert">
      <h1>{panelMessages.failures.crashTitle}</h1>
      <p>{text}</p>
      <button type="button" className="plain-button" onClick={onRetry}>
        {panelMessages.table.retry}
      </button>
    </div>
  </main>
)

type State = { hasFailed: boolean }

/** Catches errors outside of react-admin. */
export class PlainBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return <PlainFailed text={panelMessages.failures.crash} onRetry={() => window.location.reload()} />
  }
}

export const Waiting = () => (
  <div className="plain-waiting" role="status">
    <span className="visually-hidden">{panelMessages.layout.loading}</span>
  </div>
)
