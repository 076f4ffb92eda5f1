import type { DraftSaver } from './draft-saver.ts'

/** Tells the saver of the page: hidden, and so perhaps gone for ever, or back on line. Answers how to stop. */
export function attachSaver(saver: DraftSaver): () => void {
  const visibility = () => {
    if (document.visibilityState === 'hidden') saver.hidden()
  }
  const hidden = () => saver.hidden()
  const online = () => saver.online()
  document.addEventListener('visibilitychange', visibility)
  // iOS tells of a closed tab by this alone.
  window.addEventListener('pagehide', hidden)
  window.addEventListener('online', online)
  return () => {
    document.removeEventListener('visibilitychange', visibility)
    window.removeEventListener('pagehide', hidden)
    window.removeEventListener('online', online)
  }
}
