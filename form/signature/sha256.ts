export async function sha256(text: string): Promise<string | undefined> {
  // Missing on pages without TLS.
  if (!('subtle' in crypto)) return undefined
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
