export const HEADLESS_SHELL: string
/** @param preferred programs, tried before the usual ones */
export function findChromium(preferred?: string[]): Promise<string | null>
export function findProgram(name: string): string | null
