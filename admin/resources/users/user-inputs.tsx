import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { PasswordInput } from 'react-admin'
import { useFormContext, useWatch, type FieldValues } from 'react-hook-form'
import { panelMessages } from '#domain/messages/panel'
import { userMessages as words } from '#domain/messages/panel-user'
import { passwordProblem } from '#domain/password'
import { reachesAllCompanies } from '#domain/permissions'
import { NameInput, NamesInput } from '../../inputs/name-input.tsx'
import { toHolder, type SessionUser } from '../../providers/session.ts'
import type { User } from './user-list.tsx'

const goodPassword = (value: string | null) => passwordProblem(value ?? '') ?? undefined
const sameAgain = (value: string | null, { password }: FieldValues) =>
  (value || '') === (password || '') ? undefined : panelMessages.password.noMatch

type PasswordProps = { label: string; repeatLabel: string; help: string; autoFocus: boolean }

const PasswordInputs = ({ label, repeatLabel, help, autoFocus }: PasswordProps) => (
  <>
    <PasswordInput
      source="password"
      label={label}
      validate={goodPassword}
      helperText={help}
      autoComplete="new-password"
      autoFocus={autoFocus}
      isRequired
    />
    <PasswordInput
      source="passwordRepeat"
      label={repeatLabel}
      validate={sameAgain}
      autoComplete="new-password"
      isRequired
    />
  </>
)

/** Until it is opened, a new user is invited by mail, and another keeps the password. */
export const NewPasswordInputs = ({ isInvited }: { isInvited: boolean }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { resetField } = useFormContext()
  const toggle = () => {
    for (const name of ['password', 'passwordRepeat']) resetField(name)
    setIsOpen(!isOpen)
  }
  const { open, close, ...labels } = isInvited ? words.firstPassword : words.anotherPassword
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {isInvited && !isOpen && <Typography color="text.secondary">{words.invited}</Typography>}
      <Button
        color="inherit"
        variant="outlined"
        aria-expanded={isOpen}
        onClick={toggle}
        sx={{ justifySelf: 'start', mb: 4 }}
      >
        {isOpen ? close : open}
      </Button>
      {isOpen && <PasswordInputs {...labels} autoFocus />}
    </Box>
  )
}

type Props = {
  user: User | null
  /** the signed-in user */
  me: SessionUser
  /** whether the signed-in user may change this user's role */
  governs: boolean
}

/** Role and teams belong to the company, so a change of the company clears them. */
export const PlaceInputs = ({ user, me, governs }: Props) => {
  const { setValue } = useFormContext()
  const chosen: unknown = useWatch({ name: 'company' })
  const companyLock = lockOfCompany(user, me)
  const roleLock = lockOfRole(user, me, governs)
  const companyId =
    companyLock === null
      ? asId(chosen)
      : user === null
        ? (me.company?.id ?? null)
        : (user.company?.id ?? null)
  const companyChanged = () => {
    if (roleLock === null) setValue('role', null, { shouldDirty: true })
    setValue('team', [], { shouldDirty: true })
  }
  return (
    <>
      <NameInput
        source="company"
        reference="company-names"
        words={{ label: words.company, help: companyLock ?? undefined }}
        disabled={companyLock !== null}
        onChange={companyChanged}
      />
      <NameInput
        source="role"
        reference="role-names"
        words={{ label: words.role, help: roleLock ?? undefined }}
        filter={{ companyId }}
        disabled={roleLock !== null}
      />
      <NamesInput
        source="team"
        reference="team-names"
        words={{ label: words.teams, help: companyId === null ? words.teamsNeedCompany : undefined }}
        filter={{ companyId }}
        disabled={companyId === null}
      />
    </>
  )
}

const asId = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** null: the company can be chosen */
function lockOfCompany(user: User | null, me: SessionUser): string | null {
  const holder = toHolder(me)
  if (reachesAllCompanies(holder)) return user?.id === me.id ? words.companySelf : null
  return holder.userType === 'company' ? words.companyLocked : words.companyOwn
}

function lockOfRole(user: User | null, me: SessionUser, governs: boolean): string | null {
  if (user?.role?.isStatic === true) return words.roleLocked
  if (user?.id === me.id) return words.roleSelf
  return governs ? null : words.beyondYou
}
