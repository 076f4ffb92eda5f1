import { useState } from 'react'
import { linkWords } from '#domain/messages/link-dialog'
import { call } from '../calls/call.ts'
import { useLanguage } from '../language/language-context.tsx'
import { linkDialogPart } from '../shared-parts.ts'

type Part = Awaited<ReturnType<typeof linkDialogPart>>

/** Lets the applicant show or mail the second signer's link. */
export function InviteSigner({ token }: { token: string }) {
  const { dialog, invite } = linkWords[useLanguage().pack.language]
  const words = { ...dialog, ...invite }
  const [part, setPart] = useState<Part | null>(null)
  const [failed, setFailed] = useState(false)
  const make = async (email?: string) =>
    (await call('POST', ['application', 'inviteSigner'], { token, email })).url
  const open = () => {
    setFailed(false)
    linkDialogPart().then(setPart, () => setFailed(true))
  }
  return (
    <>
      <button type="button" className="button invite-signer" onClick={open}>
        {words.open}
      </button>
      <p className="note problem" role="status">
        {failed && words.failed}
      </p>
      {part && <part.LinkDialog words={words} make={make} onClose={() => setPart(null)} />}
    </>
  )
}
