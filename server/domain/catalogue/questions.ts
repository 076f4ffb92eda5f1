import { field, legacyToggle, toggle, yesNo, type Section, type Toggle } from './define.ts'

const afterBankruptcy = { input: 'question6', equals: 'Yes' }
const afterAdvance = { input: 'question9', equals: 'Yes' }

const question = (key: string, label: string, aliases: readonly string[] = []): Toggle =>
  toggle(key, label, [yesNo(key, label)], aliases)

const advanceRow = (row: number): Toggle[] => [
  field('text', `company${row}`, `Advance company ${row}`, { showWhen: afterAdvance }),
  field('money', `balance${row}`, `Balance ${row}`, { showWhen: afterAdvance }),
]

export const questions: Section = {
  key: 'questions',
  title: 'Qualifying questions',
  groups: [
    {
      key: 'questions',
      title: null,
      settingsGroup: 'questions',
      toggles: [
        question('question1', 'Do you own commercial/residential property?'),
        question('question2', 'Do you own vehicles, equipment or machinery?'),
        question('question3', 'Do you have future receivables (unpaid invoices)?'),
        question('question4', 'Are you looking to purchase equipment?'),
        question('question5', 'Do you have open liens or judgments?', ['lawsuit']),
        question('question6', 'Have you ever filed for bankruptcy?', ['bankruptcy']),
        field('choice', 'question7', 'Bankruptcy status', {
          choices: ['Discharged', 'Dismissed'],
          showWhen: afterBankruptcy,
        }),
        field('year', 'question8', 'Bankruptcy year', { showWhen: afterBankruptcy }),
        question('question9', 'Do you currently have a cash advance?'),
        ...[1, 2, 3, 4].flatMap(advanceRow),
        legacyToggle('defaulted'),
      ],
    },
  ],
}
