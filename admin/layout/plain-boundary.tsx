import { Component, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'

type State = { hasFailed: boolean }

/** Around the panel as a whole: its code may not load (the server was updated meanwhile, the network is gone). */
export class PlainBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="plain-page">
        <div className="plain-card wide" role="alert">
          <h1>{panelMessages.failures.crashTitle}</h1>
          <p>{panelMessages.failures.load}</p>
          <button type="button" className="plain-button" onClick={() => window.location.reload()}>
            {panelMessages.table.retry}
          </button>
        </div>
      </main>
    )
  }
}
