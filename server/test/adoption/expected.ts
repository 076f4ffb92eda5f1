import { z } from 'zod'

const file = z.object({ id: z.string(), digest: z.string() })
/** A record as the release's list call returned it, without the fields that may change. */
export const record = z.record(z.string(), z.json()).and(z.object({ id: z.string() }))

/** What a data folder of an earlier release holds, in plain values; `digest` is a file's SHA-256. */
export const expectedSchema = z.object({
  release: z.string(),
  admin: z.object({ email: z.string(), password: z.string() }),
  /** `otpSecret`: in base32, of users who sign in with two steps */
  users: z.array(z.object({ email: z.string(), password: z.string(), otpSecret: z.string().nullable() })),
  records: z.object({
    companies: z.array(record),
    roles: z.array(record),
    teams: z.array(record),
    users: z.array(record),
    links: z.array(record),
  }),
  logos: z.array(z.object({ path: z.string(), digest: z.string() })),
  drafts: z.array(
    z.object({ token: z.string(), values: z.record(z.string(), z.string()), files: z.array(z.string()) }),
  ),
  submissions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      slug: z.string(),
      values: z.record(z.string(), z.string()),
      documents: z.array(file),
      /** null where the PDF was not made yet */
      pdf: z.string().nullable(),
    }),
  ),
  auditEntries: z.number(),
  apiKey: z.string(),
  /** additions of staff to one submission, and names of shared views and ids of webhooks that the admin sees */
  desk: z.object({
    submission: z.string(),
    status: z.string(),
    notes: z.number(),
    requests: z.number(),
    views: z.array(z.string()),
    webhooks: z.array(z.string()),
  }),
})
export type Expected = z.infer<typeof expectedSchema>
