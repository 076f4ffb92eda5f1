import { walkPanel } from './access-walk.ts'

walkPanel('user')
