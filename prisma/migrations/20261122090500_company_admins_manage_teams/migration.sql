-- Company administrators create, change and delete the teams of their company. A role made without the page Teams stays
-- without them. The list has the order of PERMISSIONS in server/domain/permissions.ts.
UPDATE "Role" SET "permissions" = ARRAY(
  SELECT permission FROM unnest(ARRAY[
    'page:users', 'page:companies', 'page:roles', 'page:teams', 'page:forms', 'page:links', 'page:attachments', 'page:main',
    'user:create', 'user:read', 'user:update', 'user:delete',
    'company:create', 'company:read', 'company:update', 'company:delete',
    'role:create', 'role:read', 'role:update', 'role:delete',
    'team:create', 'team:read', 'team:update', 'team:delete',
    'action:create', 'action:edit', 'action:delete', 'userType:admin', 'userType:company'
  ]) WITH ORDINALITY AS listed(permission, place)
  WHERE permission = ANY("permissions") OR permission IN ('team:create', 'team:update', 'team:delete')
  ORDER BY place
)
WHERE "isStatic" AND "userType" = 'company' AND 'page:teams' = ANY("permissions");
