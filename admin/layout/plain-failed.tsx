import { panelMessages } from '#domain/messages/panel'

type Props = { text: string; onRetry: () => void }

/** Without Material UI, as the login page must not load it. */
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
