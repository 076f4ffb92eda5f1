import type { ResourceProps } from 'react-admin'
import type { PageKey } from '#domain/pages'
import { lazyPage } from '../../lazy/lazy-page.tsx'

const TeamList = lazyPage(() => import('./team-list.tsx').then((module) => module.TeamList))

const name: PageKey = 'teams'

export const teams: ResourceProps = { name, list: TeamList }
