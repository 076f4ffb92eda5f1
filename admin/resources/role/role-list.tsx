import { useMemo, useState } from 'react'
import { roleMessages } from '#domain/messages/panel-role'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import { failureSentence } from '../../providers/api-error.ts'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { roleColumns } from './role-columns.tsx'
import type { Role } from './role.ts'
import { useRoleLock } from './use-role-lock.ts'

const RoleDialog = lazyDialog(() => import('./role-dialog.tsx').then((module) => module.RoleDialog))
const LockedRole = lazyDialog(() => import('./locked-role.tsx').then((module) => module.LockedRole))

const NEWEST_FIRST = { field: 'updatedAt', order: 'DESC' } as const
const words = roleMessages
const DELETE_FAILURES = { unreachable: words.failed.deleteLater, unusable: words.failed.delete }

/** `role` null: a new one */
type Open = { dialog: 'edit'; role: Role | null } | { dialog: 'delete'; role: Role }

/** /admin/roles. */
export const RoleList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const [mayCreate, mayUpdate, mayDelete] = [
    useCanPerform('role.create'),
    useCanPerform('role.update'),
    useCanPerform('role.delete'),
  ]
  const findLock = useRoleLock()
  const columns = useMemo(
    () =>
      roleColumns({
        edit: mayUpdate ? (role) => setOpen({ dialog: 'edit', role }) : null,
        remove: mayDelete ? (role) => setOpen({ dialog: 'delete', role }) : null,
        lockOf: findLock,
      }),
    [mayUpdate, mayDelete, findLock],
  )
  const close = () => setOpen(null)
  const edited = open?.dialog === 'edit' ? open.role : null
  const lock = edited && findLock(edited)
  return (
    <RecordList<Role>
      page="roles"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={words.empty}
      actions={
        mayCreate && <AddButton label={words.add} onClick={() => setOpen({ dialog: 'edit', role: null })} />
      }
    >
      {open?.dialog === 'edit' &&
        (edited && lock ? (
          <LockedRole role={edited} lock={lock} onClose={close} />
        ) : (
          <RoleDialog role={edited} onClose={close} />
        ))}
      {open?.dialog === 'delete' && (
        <DeleteDialog
          resource="roles"
          record={open.role}
          title={words.deleteTitle}
          text={words.deleteQuestion(open.role.name)}
          failed={(error) => failureSentence(error, DELETE_FAILURES)}
          deleted={words.deleted}
          onClose={close}
        />
      )}
    </RecordList>
  )
}
