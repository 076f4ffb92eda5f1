import { useFormContext, useWatch } from 'react-hook-form'
import { userMessages } from '#domain/messages/panel-user'
import { reachesAllCompanies } from '#domain/permissions'
import { NameInput, NamesInput } from '../../dialogs/name-input.tsx'
import { toHolder, type SessionUser } from '../../providers/session.ts'
import type { User } from './user.ts'

const words = userMessages

type Props = {
  user: User | null
  /** the signed-in user */
  me: SessionUser
  /** whether the signed-in user may change this user's role */
  governs: boolean
}

/** Role and teams belong to the company, so another company empties them. */
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
        label={words.company}
        disabled={companyLock !== null}
        helperText={companyLock ?? undefined}
        onChange={companyChanged}
      />
      <NameInput
        source="role"
        reference="role-names"
        label={words.role}
        filter={{ companyId }}
        disabled={roleLock !== null}
        helperText={roleLock ?? undefined}
      />
      <NamesInput
        source="team"
        reference="team-names"
        label={words.teams}
        filter={{ companyId }}
        disabled={companyId === null}
        helperText={companyId === null ? words.teamsNeedCompany : undefined}
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
