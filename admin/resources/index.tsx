import type { PageKey } from '#domain/pages'
import { apiKeys } from './api-keys/index.tsx'
import { audit } from './audit/index.tsx'
import { companies } from './companies/index.tsx'
import { links } from './links/index.tsx'
import { registrations } from './registrations/index.tsx'
import type { ResourceDeclaration } from './resource.tsx'
import { roles } from './roles/index.tsx'
import { submissions } from '../submissions/index.tsx'
import { teams } from './teams/index.tsx'
import { users } from './users/index.tsx'
import { webhooks } from './webhooks/index.tsx'

export const RESOURCES: Record<PageKey, ResourceDeclaration> = {
  forms: submissions,
  companies,
  teams,
  users,
  roles,
  links,
  registrations,
  'api-keys': apiKeys,
  webhooks,
  audit,
}
