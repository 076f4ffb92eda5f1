import { useState } from 'react'
import { STATEMENT_TYPE } from '#domain/files'
import type { Language } from '#domain/language'
import { statementMessages } from '#domain/messages/statements'
import { monthName } from '#domain/month-name'
import { useLanguage } from '../language/language-context.tsx'
import type { UploadItem } from './upload-item.ts'

/** 'July 2026, Harbor National, account ending in 1234' */
export function statementText({ statement, description }: UploadItem, language: Language): string | null {
  if (statement === null || description.documentType !== STATEMENT_TYPE) return null
  const text = statementMessages[language]
  const { state, month, bank, accountEnding } = statement
  if (state === 'locked') return text.passwordNeeded
  if (state === 'not_a_statement') return text.noStatement
  const parts = [month && monthName(month, language), bank, accountEnding && text.ending(accountEnding)]
  return parts.filter(Boolean).join(', ') || null
}

type Props = { item: UploadItem; onUnlock: (password: string) => void }

export function StatementNote({ item, onUnlock }: Props) {
  const { pack } = useLanguage()
  const text = statementText(item, pack.language)
  if (text === null) return null
  const isLocked = item.statement?.state === 'locked'
  return (
    <>
      <p className={item.statement?.state === 'statement' ? 'note' : 'upload-hint'}>{text}</p>
      {isLocked && <PasswordField item={item} onUnlock={onUnlock} />}
    </>
  )
}

/** The password is kept nowhere but here, and only until it is sent. */
function PasswordField({ item: { name, isUnlocking, passwordProblem }, onUnlock }: Props) {
  const { pack } = useLanguage()
  const text = statementMessages[pack.language]
  const [password, setPassword] = useState('')
  const send = () => {
    if (password === '' || isUnlocking) return
    onUnlock(password)
    setPassword('')
  }
  return (
    <div className="field upload-description">
      <input
        type="password"
        autoComplete="off"
        aria-label={text.passwordOf(name)}
        aria-invalid={passwordProblem !== null}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The input stands in the form of the application, which Enter would send.
          event.preventDefault()
          send()
        }}
      />
      <button type="button" className="link-button" aria-disabled={isUnlocking} onClick={send}>
        {text.unlock}
      </button>
      <p className="upload-hint" role="alert">
        {passwordProblem?.(pack.form)}
      </p>
    </div>
  )
}
