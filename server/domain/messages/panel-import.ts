import { LIMITS } from '../limits.ts'

export const importMessages = {
  title: 'Import',
  help: `At most ${LIMITS.importRows.toLocaleString('en-US')} lines. What exists stays as it is. New users get a mail with a link to set a password.`,
  file: 'CSV file',
  template: 'Download a template',
  templates: {
    companies: 'nameIn,nameOut,email,notifyEmails,timeZone\nAcme (east),Acme Funding,,,America/New_York\n',
    users: 'email,name,role,company\nann@acme.example,Ann Broker,User,Acme (east)\n',
    funders:
      'name,emails,phone,buyRate,commissionPercent,minTrueRevenue,statesExcluded\nNorthgate Capital,deals@northgate.example;uw@northgate.example,,1.25,8,25000,CA;NY\n',
    links: 'companyId,userEmail\nAcme (east),ann@acme.example\n',
  },
  busy: 'Checking the file…',
  importing: 'Importing…',
  checked: ({ created, unchanged, errors }: { created: number; unchanged: number; errors: unknown[] }) =>
    errors.length > 0
      ? `Correct the file and choose it again. Errors: ${errors.length}`
      : `The file is valid: ${created} new, ${unchanged} unchanged.`,
  line: (line: number, field: string) => [`Line ${line}`, field].filter(Boolean).join(', '),
  kinds: { companies: 'Companies', users: 'Users', funders: 'Funders', links: 'Generated Links' },
  submit: (created: number, what: string) =>
    `Import ${created === 1 ? '1 line' : `${created} ${what.toLowerCase()}`}`,
  done: (created: number) => `Imported: ${created}`,
  failed: 'The file could not be imported. Try again.',
} as const
