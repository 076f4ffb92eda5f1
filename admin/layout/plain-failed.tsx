import { panelMessages } from '#domain/messages/panel'

type Props = { text: string; onRetry: () => void }

/** In the place of a whole page, without Material UI: what happened, and another try. */
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
