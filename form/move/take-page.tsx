import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { linkWords } from '#domain/messages/link-dialog'
import { createTokenStore } from '../application/token-store.ts'
import { ApiError } from '../calls/api-error.ts'
import { call } from '../calls/call.ts'
import { useLanguage } from '../language/language-context.tsx'
import { LoadError } from '../load-error.tsx'
import { forgetPageToken, MOVE, pageToken } from '../page-token.ts'
import { questionPart } from '../shared-parts.ts'

const QuestionDialog = lazy(() => questionPart().catch(() => ({ default: () => <LoadError /> })))

/**
 * Takes a draft over from another device, or that of a renewal, then shows the form. Asks first: the draft may be a
 * stranger's, who could read what the visitor types.
 */
export function TakePage({ slug }: { slug: string }) {
  const { pack } = useLanguage()
  const words = linkWords[pack.language].move
  const [tokens] = useState(() => createTokenStore(slug))
  const [hasBegun] = useState(() => tokens.isBegun(tokens.read() ?? ''))
  const [asking, setAsking] = useState(true)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const isTaking = useRef(false)

  useEffect(() => {
    if (asking || isTaking.current) return
    isTaking.current = true
    const token = pageToken(MOVE)?.slice(MOVE.length) ?? ''
    call('POST', ['form', 'takeSession'], { token }).then(({ formSubmissionId }) => {
      tokens.write(formSubmissionId)
      tokens.markBegun(formSubmissionId)
      showForm()
    }, setFailure)
  }, [asking, tokens])

  if (failure?.code === 'link_ended') return <LoadError error={words.ended} again={showForm} />
  if (failure) return <LoadError error={failure.message || pack.form.errors.load} />
  return (
    <main>
      <p className="loading" role="status">
        {pack.form.draft.resuming}
      </p>
      <Suspense fallback={null}>
        {asking && (
          <QuestionDialog
            {...(hasBegun
              ? {
                  title: words.replaceTitle,
                  body: words.replace,
                  no: words.keep,
                  yes: words.take,
                  look: 'danger',
                }
              : {
                  ...(isRenewal()
                    ? { title: words.renewTitle, body: words.renew }
                    : { title: words.goOnTitle, body: words.shared }),
                  no: words.startNew,
                  yes: words.goOn,
                })}
            onAnswer={(yes) => (yes ? setAsking(false) : showForm())}
          />
        )}
      </Suspense>
    </main>
  )
}

/** Its draft is made by staff, not on another device. */
const isRenewal = () => new URLSearchParams(window.location.search).has('renewal')

function showForm(): void {
  forgetPageToken()
  window.location.reload()
}
