import type { SvgIconComponent } from '@mui/icons-material'
import { type FunctionComponent, useCallback } from 'react'
import { Resource, useLocation, useNavigate, type RaRecord, type ResourceProps } from 'react-admin'
import { Navigate, Route, Routes } from 'react-router'
import { canPerform } from '#domain/actions'
import { isRecord } from '#domain/json'
import { LISTS, type PageKey } from '#domain/pages'
import { toAction } from '../providers/auth-provider.ts'
import { useHolder } from '../providers/use-can-perform.ts'

type Screen = FunctionComponent<{ onClose: () => void }>

/** The props of `<Resource>`, except that `create`, `edit` and `show` are dialogs over the list. */
export type ResourceDeclaration = Pick<ResourceProps, 'children' | 'recordRepresentation'> & {
  list: FunctionComponent
  /** The page of a record, at its id. */
  page?: FunctionComponent
  create?: Screen
  edit?: Screen
  show?: Screen
  icon: SvgIconComponent
}

type Verb = 'create' | 'edit' | 'show'

/** react-admin replaces the list by the pages of `create` and `edit`, and its EditDialog is not open source. */
export const toResource = (name: PageKey, { list: List, page: Page, ...declared }: ResourceDeclaration) => {
  const { create, edit, show, ...resource } = declared
  const page = LISTS[name]
  const creation = create && <OverList name={name} verb="create" screen={create} />
  return (
    <Resource
      key={name}
      name={name}
      hasCreate={create !== undefined}
      hasEdit={edit !== undefined}
      hasShow={show !== undefined}
      recordRepresentation={'named' in page ? page.named : undefined}
      {...resource}
      {...(Page && {
        children: [
          <Route key="page" path=":id" element={<Page />} />,
          // Otherwise it would be the page of an id.
          <Route
            key="create"
            path="create"
            element={
              <>
                <List />
                {creation}
              </>
            }
          />,
        ],
      })}
      list={
        <>
          <List />
          <Routes>
            {creation && <Route path="create" element={creation} />}
            {edit && <Route path=":id/edit" element={<OverList name={name} verb="edit" screen={edit} />} />}
            {show && <Route path=":id/show" element={<OverList name={name} verb="show" screen={show} />} />}
            <Route path="*" element={null} />
          </Routes>
        </>
      }
    />
  )
}

/** Closing goes back in the history, or to the list if the dialog was opened by its address. */
const OverList = ({ name, verb, screen: Screen }: { name: PageKey; verb: Verb; screen: Screen }) => {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const isAllowed = useRecordRoutes(name)[verb] !== null
  const isOverList = isRecord(state) && state.isOverList === true
  const close = useCallback(
    () =>
      void (isOverList ? navigate(-1) : navigate({ pathname: `/admin/${name}`, search }, { replace: true })),
    [isOverList, navigate, name, search],
  )
  return isAllowed ? <Screen onClose={close} /> : <Navigate to="/unauthorized" replace />
}

/** Functions that open a resource's dialogs; null for those that the user may not open. */
export function useRecordRoutes(resource: PageKey) {
  const navigate = useNavigate()
  const holder = useHolder()
  const { search, state } = useLocation()
  const ifAllowed = <Open,>(verb: Verb, open: Open): Open | null => {
    const action = toAction(resource, verb)
    return action !== null && canPerform(holder, action) ? open : null
  }
  const open = (path: string) =>
    void navigate(
      { pathname: `/admin/${resource}/${path}`, search },
      { state: { ...(isRecord(state) && state), isOverList: true } },
    )
  return {
    create: ifAllowed('create', () => open('create')),
    edit: ifAllowed('edit', ({ id }: RaRecord<string>) => open(`${encodeURIComponent(id)}/edit`)),
    show: ifAllowed('show', ({ id }: RaRecord<string>) => open(`${encodeURIComponent(id)}/show`)),
  }
}
