import { formatCredits } from '@gatehouse/credits/credit'
import type { ApiKey } from '@gatehouse/keys/api-key'
import type { MintedKey } from '@gatehouse/keys/key-change'

export function nameKey({ name, hint }: ApiKey): string {
  return `${name} (…${hint})`
}

/** What it may do and until when, in one line. */
export function describeKey(key: ApiKey): string {
  const { monthlyCreditCapMicros: cap } = key
  const parts = [
    key.scopes.join(', '),
    key.modelAllowlist?.join(', ') ?? 'every alias',
    `${key.rpmLimit} RPM, ${key.tpmLimit} TPM`,
    cap === null ? '' : `at most ${formatCredits(cap)} credits a month`,
    key.mayReadCompanyUsage ? "reads the company's usage" : '',
    key.expiresAt ? `expires ${writeTime(key.expiresAt)}` : 'never expires',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

/** The only lines that ever show a raw key. */
export function describeMinted({ key, rawKey }: MintedKey): string[] {
  return [
    `  id ${key.id}`,
    `  ${describeKey(key)}`,
    'This is the key. It is not stored and cannot be shown again:',
    rawKey.reveal(),
  ]
}

export function writeTime(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
