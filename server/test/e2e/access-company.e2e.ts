import { walkPanel } from './access-walk.ts'

await walkPanel('company')
