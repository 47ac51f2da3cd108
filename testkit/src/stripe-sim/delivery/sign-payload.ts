import { createHmac } from 'node:crypto'

/** The `stripe-signature` header. During a rotation the provider signs with both secrets. */
export function signPayload(
  payload: string,
  { secrets, timestampSeconds }: { secrets: readonly string[]; timestampSeconds: number },
): string {
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${timestampSeconds}.${payload}`).digest('hex'),
  )
  return [`t=${timestampSeconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}
