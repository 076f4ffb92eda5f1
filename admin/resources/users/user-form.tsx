import { Button } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, PasswordInput, required } from 'react-admin'
import { type FieldValues, useWatch } from 'react-hook-form'
import { Navigate } from 'react-router'
import { canEditUser, canSetCredentials } from '#domain/grants'
import { LIMITS } from '#domain/limits'
import { userMessages as words } from '#domain/messages/panel-user'
import { Text } from '../../inputs/text.tsx'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import type { ApiError } from '../../providers/request.ts'
import { refreshUser, type SessionUser, toHolder } from '../../providers/session.ts'
import { useSession } from '../../layout/route-guard.tsx'
import { EmbedDialog } from '../links/index.tsx'
import { NewPasswordInputs, PlaceInputs } from './user-inputs.tsx'
import { canEmbed, type User } from './user-list.tsx'

const TITLES = { create: words.createTitle, edit: words.editTitle }

const CREDENTIALS = { currentPassword: '', password: '', passwordRepeat: '', otpOff: false }

const toValues = (me: SessionUser) => (user: User | null) =>
  user === null
    ? { name: '', email: '', company: me.company?.id ?? null, role: null, team: [], slug: '', active: true }
    : {
        ...user,
        ...CREDENTIALS,
        company: user.company?.id ?? null,
        role: user.role?.id ?? null,
        team: user.teams.map(({ id }) => id),
      }

const toBody = ({ passwordRepeat: _, otpOff, ...changes }: FieldValues) => ({
  ...changes,
  ...(otpOff && { otp: false }),
})

const failed = ({ status, message }: ApiError, user: User | null) =>
  status === 0 ? words.notSaved.unreachable : words.notSaved[user === null ? 'create' : 'update'](message)

/** The server chooses another slug if this one is taken. */
const savedOver = (row: User, before: User | null) =>
  row.slug === null || row.slug === before?.slug ? words.saved : words.savedWithSlug(row.slug)

export const UserForm = ({ onClose }: { onClose: () => void }) => {
  const { user: me } = useSession()
  if (me === null) return null
  const holder = toHolder(me)
  return (
    <RecordDialog<User>
      titles={TITLES}
      toValues={toValues(me)}
      transform={toBody}
      failed={failed}
      saved={savedOver}
      onSaved={({ id }) => (id === me.id ? refreshUser() : undefined)}
      renderLocked={(user) => !canEditUser(holder, user) && <Navigate to="/unauthorized" replace />}
      onClose={onClose}
    >
      {(user) => <UserInputs user={user} me={me} />}
    </RecordDialog>
  )
}

const UserInputs = ({ user, me }: { user: User | null; me: SessionUser }) => {
  const [isEmbedding, setIsEmbedding] = useState(false)
  const isSelf = user?.id === me.id
  const governs = user === null || canSetCredentials(toHolder(me), user)
  return (
    <>
      <Text source="name" words={words.name} autoFocus autoComplete="off" max={LIMITS.textLength} />
      <Text
        source="email"
        type="email"
        words={words.email}
        disabled={!governs}
        helperText={governs ? undefined : words.beyondYou}
        autoComplete="off"
        max={LIMITS.emailLength}
      />
      {user !== null && isSelf && <OwnPasswordInput user={user} />}
      {user === null && <NewPasswordInputs isInvited />}
      {user !== null && !isSelf && governs && (
        <>
          <NewPasswordInputs isInvited={false} />
          <BooleanInput source="otpOff" label={words.otpOff} helperText={words.otpOffHelp} />
        </>
      )}
      <PlaceInputs user={user} me={me} governs={governs} />
      <Text source="slug" words={words.slug} autoComplete="off" max={LIMITS.slugLength} />
      <BooleanInput
        source="active"
        label={words.active}
        disabled={isSelf || !governs}
        helperText={isSelf ? words.activeSelf : governs ? words.activeHelp : words.beyondYou}
      />
      {user !== null && canEmbed(user) && (
        <Button variant="outlined" onClick={() => setIsEmbedding(true)} sx={{ justifySelf: 'start' }}>
          {words.embed}
        </Button>
      )}
      {isEmbedding && user !== null && (
        <EmbedDialog
          companyId={user.company?.id ?? null}
          userEmail={user.email}
          title={words.embedFor(user.name)}
          onClose={() => setIsEmbedding(false)}
        />
      )}
    </>
  )
}

const toKey = (email: unknown): string => (typeof email === 'string' ? email.trim().toLowerCase() : '')

/** The server asks for the password when users change their own address. */
const OwnPasswordInput = ({ user }: { user: User }) => {
  const email: unknown = useWatch({ name: 'email' })
  if (toKey(email) === toKey(user.email)) return null
  return (
    <PasswordInput
      source="currentPassword"
      label={words.currentPassword}
      helperText={words.currentPasswordHelp}
      validate={required(words.currentPasswordNeeded)}
      autoComplete="current-password"
      slotProps={{ htmlInput: { maxLength: LIMITS.passwordMaxLength } }}
    />
  )
}
