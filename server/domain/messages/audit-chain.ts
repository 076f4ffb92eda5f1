export const chainMessages = {
  unbroken: (company: string, entries: bigint, head: string) =>
    `${company}: ${entries} ${entries === 1n ? 'entry' : 'entries'}, unbroken, head ${head}`,
  noCompany: 'Outside any company',
  goneCompany: (id: string) => `Company ${id} (gone)`,
  empty: 'No entry of the audit log is sealed yet',
  all: (entries: bigint) =>
    `${entries} ${entries === 1n ? 'entry' : 'entries'} in all. Keep the heads outside of this database: with --heads <file> they tell next time whether the last entries are still there`,
  broken: (row: string, fault: string) => `BROKEN at ${row}: ${fault}. What comes after it was not looked at`,
  late: (row: string, fault: string) => `OUT OF TIME: ${row}: ${fault}`,
  sealedLate: (row: string, fault: string, count: number) =>
    `SEALED LATE: ${row}: ${fault}${count === 1 ? '' : `. It is the first of ${count} such entries`}`,
  row: {
    entry: (id: bigint) => `entry ${id}`,
    chain: (company: string) => `chain '${company}'`,
    seq: (seq: bigint) => `seq ${seq}`,
    seal: (number: bigint) => `seal ${number}`,
  },
  faults: {
    'seal-missing': 'this seal is missing, and with it perhaps its entry and others',
    'out-of-place': 'it does not follow the one before it in its chain',
    'entry-missing': 'the entry is missing',
    altered: 'the entry or its seal is not what was written',
    late: 'its time lies long before that of entries sealed ahead of it, so it was put in afterwards, or the clock was set back',
    'sealed-late':
      'sealed more than an hour after it was written. Unless no server with jobs ran then, the chain was sealed anew from here',
    'other-head': 'the chain is another one here than the head says that was kept outside',
    'cut-off': 'the chain ends before this, but the head that was kept outside says that it went further',
  },
  unsealed: (count: number, overdue: number) =>
    `${count} ${count === 1 ? 'entry waits' : 'entries wait'} for a seal` +
    (overdue === 0
      ? ', as fresh ones do for a moment'
      : `, ${overdue} of them for longer than a minute: is a server running, that runs jobs?`),
  receipts: {
    unbroken: (company: string, receipts: bigint, head: string) =>
      `${company}: ${receipts} ${receipts === 1n ? 'receipt' : 'receipts'} of complete submissions, unbroken, head ${head}`,
    broken: (company: string, number: bigint, fault: string) =>
      `BROKEN at receipt ${number} of '${company}': ${fault}. What comes after it was not looked at`,
    faults: {
      missing: 'it is missing',
      altered: 'it is not what was written',
      'other-head': 'it is another one here than the head says that was kept outside',
      'cut-off':
        'the receipts end before this, but the head that was kept outside says that they went further',
    },
  },
  noHeads: (file: string) => `${file} holds no heads, such as company:12:9f86…`,
  badHead: (text: string) => `"${text}" is no head, such as company:12:9f86…`,
  failed: (reason: string) => `The audit log cannot be verified: ${reason}`,
} as const
