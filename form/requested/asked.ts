import type { applicationApi, ApplicationState } from '../calls/application-api.ts'

export type Asked = NonNullable<ApplicationState['request']>
export type Answers = Parameters<typeof applicationApi.answer>[0]['answers']
