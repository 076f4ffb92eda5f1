import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { eg, egText, EXAMPLE } from '../../trpc/example.ts'
import { id, optionalEmail, optionalReference, readAt, text, TIMES } from '../../trpc/inputs.ts'
import { columnsOf, EXTERNAL_ID, METADATA, TIME_ZONE, type Stored } from '../declare.ts'
import { recordsOf } from '../records.ts'

const { derived, stored, declare } = columnsOf<'GeneratedLink', { publicUrl: string }>()

const company = z.object({ id: z.string(), nameIn: z.string(), nameOut: z.string() })
const user = z.object({ name: z.string(), email: z.string() })
const team = z.object({ id: z.string(), name: z.string() }).nullable()

export const link = declare('Link', {
  id: stored('id', egText(EXAMPLE.link.id)),
  name: stored('name', eg(z.string(), 'Trade show'), {
    input: text(LIMITS.linkNameLength)
      .trim()
      .optional()
      .meta({ description: 'Shown to staff in place of the slug; empty: none', example: 'Trade show' }),
    listed: true,
    audit: true,
  }),
  slug: stored('slug', egText(EXAMPLE.link.slug), { listed: true, audit: true }),
  company: derived(
    { companyId: true, company: { select: { id: true, nameIn: true, nameOut: true } } },
    eg(company, EXAMPLE.company),
    ({ company: { id, nameIn, nameOut } }) => ({ id, nameIn, nameOut }),
    { sort: 'company.nameIn', search: ['company.nameIn', 'company.nameOut'] },
  ),
  user: derived(
    { userId: true, userName: true, userEmail: true },
    eg(user, { name: EXAMPLE.user.name, email: EXAMPLE.user.email }),
    ({ userName, userEmail }) => ({ name: userName, email: userEmail }),
    { sort: 'userName', search: ['userName', 'userEmail'], audit: ({ userId }) => userId },
  ),
  userEmail: stored('userEmail', null, { audit: true }),
  team: derived({ team: { select: { id: true, name: true } } }, eg(team, EXAMPLE.team), (row) => row.team, {
    input: optionalReference().meta({ description: 'The same as teamId, as the record has it; teamId wins' }),
    audit: (row) => row.team?.name ?? null,
  }),
  teamId: stored('teamId', null, {
    input: id.nullable().optional().meta({
      description: 'The team whose members own what comes in, by turns; null: nobody',
      example: EXAMPLE.team.id,
    }),
  }),
  sharedDevice: stored('sharedDevice', eg(z.boolean(), false), {
    audit: true,
    input: z.boolean().optional().meta({
      description: 'The form is filled on shared devices: the browser keeps nothing after the submit',
      example: true,
    }),
  }),
  iframeUrl: derived(
    { slug: true },
    egText('https://apply.example.com/embed/acme-east'),
    ({ slug }, { publicUrl }) => `${publicUrl}/embed/${slug}`,
  ),
  url: derived(
    { slug: true },
    egText('https://apply.example.com/form/acme-east'),
    ({ slug }, { publicUrl }) => `${publicUrl}/form/${slug}`,
  ),
  externalId: derived(...EXTERNAL_ID),
  metadata: derived(...METADATA),
  timeZone: derived(...TIME_ZONE),
  closedAt: stored('closedAt', eg(z.string().nullable(), null), { audit: true }),
  createdAt: stored('createdAt', egText(EXAMPLE.time), { listed: true }),
  updatedAt: stored('updatedAt', egText(EXAMPLE.time), { input: readAt() }),
})
export type StoredLink = Stored<typeof link>
export type LinkRow = z.infer<typeof link.record>

export const links = recordsOf(
  'GeneratedLink',
  link,
  ['companyId', 'userId', 'teamId', 'externalId'],
  { closed: z.boolean().optional(), ...TIMES },
  { order: ['company', 'user', 'name', 'slug', 'createdAt'] },
)
export type ListInput = z.infer<typeof links.listInput>

export const createInput = z.strictObject({
  companyId: id.meta({ example: EXAMPLE.company.id }),
  userEmail: optionalEmail().meta({
    description: "Whose link it becomes, a user of the company; left out, the caller's own",
  }),
  name: link.input.name.meta({
    description: 'Of a new link; an open one keeps its own',
    example: 'Trade show',
  }),
  externalId: link.input.externalId,
  metadata: link.input.metadata,
})
export type CreateInput = z.infer<typeof createInput>

export const deleteInput = z.strictObject({ id, updatedAt: readAt() })
export type DeleteInput = z.infer<typeof deleteInput>

export const updateInput = z.strictObject({ id, ...link.input, ...link.readOnly })
export type UpdateInput = z.infer<typeof updateInput>
