/** 'owner@example.com', '2125550123' → 'o…@example.com · …0123' */
export function maskContact(email: string, phone: string): string {
  const [, first = '', domain = ''] = /^(.)[^@]*(@.+)$/.exec(email.trim()) ?? []
  const digits = phone.replace(/\D/g, '')
  const parts = [domain && `${first}…${domain}`, digits.length > 4 ? `…${digits.slice(-4)}` : '']
  return parts.filter(Boolean).join(' · ')
}
