import { useMemo, useState } from 'react'
import { canPerform } from '#domain/actions'
import { canEditUser } from '#domain/authority'
import { userMessages } from '#domain/messages/panel-user'
import { useSession } from '../../layout/route-guard.tsx'
import { toHolder } from '../../providers/session.ts'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { LazyEmbedDialog } from '../link/lazy-embed-dialog.ts'
import { userColumns } from './user-columns.tsx'
import type { User } from './user.ts'

const UserDialog = lazyDialog(() => import('./user-dialog.tsx').then((module) => module.UserDialog))

const NEWEST_FIRST = { field: 'updatedAt', order: 'DESC' } as const

/** What is open over the list; `user` null: a new one. */
type Open = { kind: 'edit'; user: User | null } | { kind: 'embed'; user: User }

/** /admin/users. */
export const UserList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const { user: me } = useSession()
  const mayCreate = useCanPerform('user.create')
  const columns = useMemo(() => {
    const holder = me && toHolder(me)
    return userColumns({
      edit: (user) =>
        holder !== null && canPerform(holder, 'user.update') && canEditUser(holder, user)
          ? () => setOpen({ kind: 'edit', user })
          : null,
      embed: (user) => setOpen({ kind: 'embed', user }),
    })
  }, [me])
  const close = () => setOpen(null)
  return (
    <RecordList<User>
      page="users"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={userMessages.empty}
      actions={
        mayCreate && (
          <AddButton label={userMessages.add} onClick={() => setOpen({ kind: 'edit', user: null })} />
        )
      }
    >
      {open?.kind === 'edit' && me !== null && <UserDialog user={open.user} me={me} onClose={close} />}
      {open?.kind === 'embed' && (
        <LazyEmbedDialog
          companyId={open.user.company?.id ?? null}
          userEmail={open.user.email}
          title={userMessages.embedFor(open.user.name)}
          onClose={close}
        />
      )}
    </RecordList>
  )
}
