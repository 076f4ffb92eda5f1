import { Component, type ReactNode } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { PlainFailed } from './plain-failed.tsx'

type State = { hasFailed: boolean }

/** Catches what react-admin does not. */
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
