import { Button } from '@mui/material'
import { useState } from 'react'
import { BooleanInput, required, TextInput } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { canSetCredentials } from '#domain/authority'
import { LIMITS } from '#domain/limits'
import { userMessages } from '#domain/messages/panel-user'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import type { ApiError } from '../../providers/api-error.ts'
import { toHolder, refreshUser, type SessionUser } from '../../providers/session.ts'
import { LazyEmbedDialog } from '../link/lazy-embed-dialog.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import { NewPasswordInputs, PasswordInputs } from './password-inputs.tsx'
import { PlaceInputs } from './place-inputs.tsx'

import { canEmbed, type User } from './user.ts'

const words = userMessages

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

const failed =
  (user: User | null) =>
  ({ status, message }: ApiError) =>
    status === 0 ? words.notSaved.unreachable : words.notSaved[user === null ? 'create' : 'update'](message)

/** The server gives another slug where the wished one is taken. */
const savedOver = (before: User | null) => (row: User) =>
  row.slug === null || row.slug === before?.slug ? words.saved : words.savedWithSlug(row.slug)

type Props = { user: User | null; me: SessionUser; onClose: () => void }

export const UserDialog = ({ user, me, onClose }: Props) => {
  const [isEmbedding, setIsEmbedding] = useState(false)
  const isSelf = user?.id === me.id
  const governs = user === null || canSetCredentials(toHolder(me), user)
  return (
    <>
      <RecordDialog<User>
        title={user === null ? words.createTitle : words.editTitle}
        resource="users"
        record={user}
        toValues={toValues(me)}
        transform={toBody}
        failed={failed(user)}
        saved={savedOver(user)}
        onSaved={isSelf ? refreshUser : undefined}
        onClose={onClose}
      >
        <TextInput
          source="name"
          label={words.name}
          validate={required(words.nameNeeded)}
          autoFocus
          autoComplete="off"
          fullWidth
          slotProps={{ htmlInput: { maxLength: LIMITS.textLength } }}
        />
        <TextInput
          source="email"
          type="email"
          label={words.email}
          validate={required(words.emailNeeded)}
          disabled={!governs}
          helperText={governs ? undefined : words.beyondYou}
          autoComplete="off"
          fullWidth
          slotProps={{ htmlInput: { maxLength: LIMITS.emailLength } }}
        />
        {user !== null && isSelf && <OwnPasswordInput user={user} />}
        {user === null && <PasswordInputs />}
        {user !== null && !isSelf && governs && (
          <>
            <NewPasswordInputs />
            <BooleanInput source="otpOff" label={words.otpOff} helperText={words.otpOffHelp} />
          </>
        )}
        <PlaceInputs user={user} me={me} governs={governs} />
        <TextInput
          source="slug"
          label={words.slug}
          helperText={words.slugHelp}
          autoComplete="off"
          fullWidth
          slotProps={{ htmlInput: { maxLength: LIMITS.slugLength } }}
        />
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
      </RecordDialog>
      {isEmbedding && user !== null && (
        <LazyEmbedDialog
          companyId={user.company?.id ?? null}
          userEmail={user.email}
          title={words.embedFor(user.name)}
          onClose={() => setIsEmbedding(false)}
        />
      )}
    </>
  )
}
