import { describe, expect, it } from 'vitest'
import { MINE, ALL, startRowLevelSecurityTests } from './row-level-security.fixture.ts'

const { run, touched, insertOf } = await startRowLevelSecurityTests()

describe('within its own company', () => {
  const own = (table: string, changes: object) =>
    run(
      { scope: 'system' },
      `SELECT to_jsonb(t) AS row FROM "${table}" t WHERE to_jsonb(t)::text LIKE '%"mine-%'`,
    ).then(({ rows }) => insertOf(table, { ...(rows as { row: object }[])[0]?.row, ...changes }))

  it.each([
    ['User', `UPDATE "User" SET "name" = 'x' WHERE "id" = 'mine-user'`, 1],
    ['Team', `DELETE FROM "Team" WHERE "id" = 'mine-team'`, 1],
    ['its own file', `DELETE FROM "Document" WHERE "id" = 'mine-own-file'`, 1],
    ['a login session', `DELETE FROM "LoginSession" WHERE "id" = 'mine-login'`, 1],
    ['what was submitted', `UPDATE "FormSubmission" SET "clientIp" = '' WHERE "id" = 'mine-form'`, 0],
    ['a submission', `UPDATE "SubmissionDesk" SET "pdfState" = 'failed' WHERE "id" = 'mine-form'`, 1],
    [
      'a login session prolonged',
      `UPDATE "LoginSession" SET "expiresAt" = now() WHERE "id" = 'mine-login'`,
      0,
    ],
    ['an application', `UPDATE "FormSession" SET "draft" = NULL WHERE "id" = 'mine-form'`, 0],
    ['an application', `DELETE FROM "FormSession" WHERE "id" = 'mine-form'`, 0],
    ['a submission', `DELETE FROM "FormSubmission" WHERE "id" = 'mine-form'`, 0],
    ['a note', `UPDATE "SubmissionNote" SET "authorName" = 'x' WHERE "id" = 'mine-note'`, 0],
    ['a note', `DELETE FROM "SubmissionNote" WHERE "id" = 'mine-note'`, 0],
    ["an applicant's file", `DELETE FROM "Document" WHERE "id" = 'mine-form-file'`, 0],
    ["an applicant's file", `UPDATE "Document" SET "fileSize" = 2 WHERE "id" = 'mine-form-file'`, 0],
    [
      'its own file moved',
      `UPDATE "Document" SET "formSessionId" = 'mine-form' WHERE "id" = 'mine-own-file'`,
      0,
    ],
    ['a role that makes admins', `UPDATE "Role" SET "userType" = 'admin' WHERE "id" = 'mine-role'`, 0],
    ['a role of the house', `UPDATE "Role" SET "permissions" = '{}' WHERE "id" = 'house-role'`, 0],
    ['a role of the house', `DELETE FROM "Role" WHERE "id" = 'house-role'`, 0],
    ['a role of its own for the house', `UPDATE "Role" SET "companyId" = NULL WHERE "id" = 'mine-role'`, 0],
    ["another company's leader", `UPDATE "Team" SET "leaderId" = 'other-user' WHERE "id" = 'mine-team'`, 0],
    ["another company's role", `UPDATE "User" SET "roleId" = 'other-role' WHERE "id" = 'mine-user'`, 0],
    [
      'a role of the house for a user',
      `UPDATE "User" SET "roleId" = 'house-role' WHERE "id" = 'mine-user'`,
      1,
    ],
    ['a super admin', `UPDATE "User" SET "isAdmin" = true WHERE "id" = 'mine-user'`, 0],
  ])('somebody writes %s only where the services have to: %s', async (_what, statement, expected) => {
    expect(await touched(MINE, statement)).toBe(expected)
  })

  it.each([
    ['Team', { id: 'mine-team-2' }, 1],
    ['Role', { id: 'mine-role-2' }, 1],
    ['Document', { id: 'mine-file-2', storedAs: 'mine-c', formSessionId: null }, 1],
    ['Document', { id: 'mine-file-2', storedAs: 'mine-c', formSessionId: 'other-form' }, 0],
    ['LoginSession', { id: 'forged' }, 0],
    ['SubmissionNote', { id: 'mine-note-2' }, 1],
    ['SubmissionNote', { id: 'mine-note-2', submissionId: 'other-form' }, 0],
    ['SubmissionPresence', { submissionId: 'other-form' }, 0],
    ['Task', { id: 'mine-task-2' }, 1],
    ['Task', { id: 'mine-task-2', submissionId: 'other-form' }, 0],
    ['Notice', { id: 'mine-notice-2', companyId: 'other-company' }, 0],
    ['FormSession', { id: 'mine-form-2' }, 0],
    ['FormSubmission', { id: 'mine-form-2' }, 0],
    ['Company', {}, 0],
    ['Role', { id: 'mine-role-2', userType: 'admin' }, 0],
    ['User', { id: 'mine-user-2', emailKey: 'c@x', isAdmin: true }, 0],
    ['TeamMember', { userId: 'other-user' }, 0],
    ['GeneratedLink', { id: 'mine-link-2', slug: 'mine-2' }, 1],
    ['GeneratedLink', { id: 'mine-link-2', slug: 'mine-2', userId: 'other-user' }, 0],
    ['Team', { id: 'mine-team-2', leaderId: 'other-user' }, 0],
    ['User', { id: 'mine-user-2', emailKey: 'c@x', roleId: 'house-role' }, 1],
    ['User', { id: 'mine-user-2', emailKey: 'c@x', roleId: 'other-role' }, 0],
  ])('somebody adds a %s only where the services have to: %j', async (table, changes, expected) => {
    expect(await touched(MINE, await own(table, changes))).toBe(expected)
  })

  it('nobody makes a super admin, admins neither', async () => {
    for (const isAdmin of [true, false]) {
      const [id, before] = isAdmin ? ['mine-user', false] : ['house-admin', true]
      const statement = `UPDATE "User" SET "isAdmin" = ${isAdmin} WHERE "id" = '${id}' AND "isAdmin" = ${before}`
      expect(await touched(ALL, statement)).toBe(0)
      expect(await touched({ scope: 'system' }, statement)).toBe(1)
    }
  })
})
