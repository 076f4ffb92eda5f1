/** From the opened link to the paid advance. */
export const FUNNEL_STEPS = ['opened', 'started', 'signed', 'submitted', 'decided', 'funded'] as const
export type FunnelStep = (typeof FUNNEL_STEPS)[number]

export const FUNNEL_DAYS = [30, 90] as const
