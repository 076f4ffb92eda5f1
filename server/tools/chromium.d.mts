export function findChromium(): Promise<string | null>
export function findProgram(name: string): string | null
