import { panelMessages } from '#domain/messages/panel'

export const Waiting = () => (
  <div className="plain-waiting" role="status">
    <span className="visually-hidden">{panelMessages.layout.loading}</span>
  </div>
)
