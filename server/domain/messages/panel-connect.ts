import { LIMITS } from '../limits.ts'

export const connectMessages = {
  title: 'Connect an app',
  connect: (app: string) => `Connect ${app}?`,
  unavailable: 'This app can’t be connected here.',
  notVerified:
    'Name not verified: anyone can call an app like this. Go on only if you started this in an app that you trust.',
  host: 'Sends you back to',
  resource: 'Works on',
  resources: { rest: 'The REST API', mcp: 'Tools for assistants (MCP)' },
  permissions: 'What the app may do as you',
  help: `It can never do more than you can yourself. It ends after ${LIMITS.connectionDays} days, or when someone revokes it under API keys.`,
  nothing: 'You have none of the permissions that the app asks for.',
  company: { label: 'Company', help: 'Without a company the app reaches all of them.' },
  allow: 'Connect',
  failed: 'The app could not be connected. Try again.',
} as const
