import { panelMessages } from '#domain/messages/panel'

/** A thin line at the top while code or the user is on its way. */
export const Waiting = () => (
  <div className="plain-waiting" role="status">
    <span className="visually-hidden">{panelMessages.layout.loading}</span>
  </div>
)
