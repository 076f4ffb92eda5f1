import {
  type ComponentProps,
  type FormEvent,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { QRCodeSVG } from 'qrcode.react'
import { LIMITS } from '#domain/limits'
import type { LinkDialogWords } from '#domain/messages/link-dialog'
import { ApiError } from './calls/api-error.ts'
import { useModal } from './use-modal.ts'
import { reloadable } from './reloadable.ts'

type LinkDialogProps = {
  words: LinkDialogWords
  /** Makes a new link and ends the one before. */
  make: (email?: string) => Promise<{ url: string; mailed: boolean }>
  onClose: () => void
  /** Replaces the code once it is of no use. */
  children?: ReactNode
}

const SIZE = 208
const QUIET_ZONE = 4

export function LinkDialog({ words, make, onClose, children }: LinkDialogProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const [url, setUrl] = useState<string | null>(null)
  const [said, setSaid] = useState('')
  // A focused field would open a phone's keyboard over the code.
  const { dialog, close } = useModal(onClose, () => title.current?.focus())

  const show = (email?: string) =>
    make(email).then(
      ({ url, mailed }) => {
        setUrl(url)
        setSaid(email === undefined ? '' : mailed ? words.sent : words.notSent)
      },
      (cause: unknown) => setSaid((cause instanceof ApiError && cause.message) || words.failed),
    )
  useEffect(() => {
    if (!children) void show()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once: opening the dialog makes a link
  }, [])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSaid('')
    void show(String(new FormData(event.currentTarget).get('email')))
  }
  return (
    <dialog {...dialog} className="ask link-dialog" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} ref={title} tabIndex={-1}>
        {words.title}
      </h2>
      {children || (
        <>
          <p>{words.body}</p>
          <div className="link-code">
            {url && (
              <QrCode
                value={url}
                size={SIZE}
                marginSize={QUIET_ZONE}
                level="M"
                role="img"
                title={words.code}
              />
            )}
          </div>
          <form onSubmit={send}>
            <label className="label" htmlFor={`${id}-email`}>
              {words.email}
            </label>
            <div className="link-email">
              <input
                id={`${id}-email`}
                name="email"
                type="email"
                required
                maxLength={LIMITS.emailLength}
                autoComplete="email"
              />
              <button className="button">{words.send}</button>
            </div>
          </form>
          <p className="note" role="status">
            {said}
          </p>
        </>
      )}
      <div className="ask-answers">
        <button type="button" className="button" onClick={close}>
          {words.close}
        </button>
      </div>
    </dialog>
  )
}

const library = reloadable(() => import('qrcode.react'))
const LazyCode = lazy(async () => ({ default: (await library()).QRCodeSVG }))

const QrCode = (props: ComponentProps<typeof QRCodeSVG>) => (
  <Suspense fallback={null}>
    <LazyCode {...props} />
  </Suspense>
)
