import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { passwordProblem } from '#domain/password'
import { ROLE_PRESETS, type RolePreset } from '#domain/permissions'
import type { Tx } from '../server/platform/database/db.ts'
import { isCommonPassword, hashPassword } from '../server/auth/passwords.ts'
import { emailKey } from '../server/auth/email-key.ts'
import { ConfigError } from '../server/config.ts'
import { LOCKS } from '../server/platform/database/locks.ts'
import { storeLogo } from '../server/platform/files/logo.ts'
import { Prisma } from '../server/generated/client.ts'
import { projectRoot } from '../server/project-root.ts'
import type { Services } from '../server/services.ts'

export type Seeded = { adminEmail: string; adminPassword: string | null; demoUrl: string | null }

const COMMON_ADMIN_PASSWORD =
  'ADMIN_PASSWORD is one of the 10,000 most common passwords, but takes one that is not'

const DEMO = { company: 'Demo Funding', slug: 'demo', notifyEmails: 'desk@demo-funding.example' }

/** Fills an empty database. Returns null if there are users already. @throws ConfigError for a common ADMIN_PASSWORD */
export async function seed(services: Services): Promise<Seeded | null> {
  const { config, db } = services
  if ((await db.system('seed').query('any-user', Prisma.sql`SELECT 1 FROM "User" LIMIT 1`)).length > 0)
    return null
  const password = config.adminPassword ?? madeUpPassword()
  if (isCommonPassword(password)) throw new ConfigError(COMMON_ADMIN_PASSWORD)
  const passwordHash = await hashPassword(password)
  const logoUrl = config.seedDemo ? await storeLogo(services, await demoLogo()) : ''

  return db.system('seed').write(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.seed})`
    if (await hasUsers(tx)) return null
    const adminRole = await tx.role.create({ data: toRole(ROLE_PRESETS.admin) })
    await tx.role.create({ data: toRole(ROLE_PRESETS.user) })
    const admin = await tx.user.create({
      data: {
        name: 'Administrator',
        email: config.adminEmail,
        emailKey: emailKey(config.adminEmail),
        passwordHash,
        // The password is printed or in the environment, so the admin is not the only one who knows it.
        passwordSetByOther: true,
        isAdmin: true,
        roleId: adminRole.id,
      },
    })
    if (config.seedDemo) await seedDemo(tx, { userId: admin.id, userName: admin.name, logoUrl })
    return {
      adminEmail: admin.email,
      adminPassword: config.adminPassword === null ? password : null,
      demoUrl: config.seedDemo ? `${services.publicUrl}/form/${DEMO.slug}` : null,
    }
  })
}

function madeUpPassword(): string {
  const password = randomBytes(12).toString('base64url')
  return passwordProblem(password) === null ? password : madeUpPassword()
}

async function seedDemo(tx: Tx, by: { userId: string; userName: string; logoUrl: string }): Promise<void> {
  const company = await tx.company.create({
    data: {
      nameIn: DEMO.company,
      nameOut: DEMO.company,
      notifyEmails: DEMO.notifyEmails,
      logoUrl: by.logoUrl,
    },
  })
  await tx.role.create({ data: { ...toRole(ROLE_PRESETS.companyAdmin), companyId: company.id } })
  await tx.generatedLink.create({
    data: { slug: DEMO.slug, companyId: company.id, userId: by.userId, userName: by.userName },
  })
}

const hasUsers = async (tx: Tx): Promise<boolean> =>
  (await tx.user.findFirst({ select: { id: true } })) !== null

const toRole = (preset: RolePreset) => ({ ...preset, permissions: [...preset.permissions] })

const demoLogo = (): Promise<Buffer> => readFile(path.join(projectRoot, 'prisma', 'demo-logo.png'))
