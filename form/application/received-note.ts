import { api } from '../calls/api.ts'
import { announceSubmitted } from '../embed/frame.ts'
import type { ApplicationStore } from './application-store.ts'
import type { FormSession } from './form-session.ts'

/** Says on the page that its application is in, though the answer to its submit never came. */
export type ReceivedNote = {
  /** This page has sent an application under the token. */
  tried: (token: string) => void
  /** Says it. `at` is in ISO form. */
  say: (token: string, at: string) => void
  /** The server takes no more of the token, perhaps: is its application in? Said if the page is as it was. @throws ApiError */
  look: (token: string) => Promise<void>
  /** The applicant has started over, and the server keeps what there was, as its application is in: says so. @throws ApiError */
  lookBack: (token: string) => Promise<void>
}

export function createReceivedNote(store: ApplicationStore, session: FormSession): ReceivedNote {
  const tried = new Set<string>()
  const say = (token: string, at: string) => {
    store.dispatch({ type: 'received', at })
    if (tried.has(token)) tellHost(session, token)
  }
  return {
    tried: (token) => void tried.add(token),
    say,
    look: async (token) => {
      const { generation } = store.state()
      const { submittedAt } = await api.sessionState(token)
      // Meanwhile the applicant may have started over, or be sending.
      const now = store.state()
      const same = now.phase === 'filling' && now.generation === generation && session.stored() === token
      if (submittedAt !== null && same) say(token, submittedAt)
    },
    lookBack: async (token) => {
      const { generation } = store.state()
      const { submittedAt } = await api.sessionState(token)
      if (submittedAt === null) return
      tellHost(session, token)
      if (store.state().generation !== generation) return
      store.dispatch({ type: 'news', news: { is: 'received', at: submittedAt } })
    },
  }
}

/** Tells the page around that the application of a token is in; once, on however many visits that is found out. */
export function tellHost(session: FormSession, token: string): void {
  if (session.told(token)) return
  session.markTold(token)
  announceSubmitted()
}
