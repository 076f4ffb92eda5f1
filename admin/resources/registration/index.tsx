import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const RegistrationPage = lazyPage(() =>
  import('./registration-list.tsx').then((module) => module.RegistrationList),
)

const name: PageKey = 'registrations'

/** Receipts of complete submissions; for admins with the ledger of registrations. */
export const registrations: ResourceProps = { name, list: RegistrationPage }
