import type { Clock } from '@gatehouse/runtime/clock'
import { assert } from '@gatehouse/runtime/assert'
import type { Secret } from '@gatehouse/runtime/secret'
import type { Stripe } from 'stripe'
import type { ProviderEvent } from '../facts/provider-event.ts'
import type { VerifyEvent } from '../payment-provider.ts'
import { readEvent } from './read-fact.ts'

export type VerifyEventDeps = {
  stripe: Stripe
  clock: Pick<Clock, 'wallMs'>
  /** The current secret first; a second one during a rotation. */
  signingSecrets: readonly Secret[]
}

const toleranceSeconds = 300

export function createVerifyEvent({ stripe, clock, signingSecrets }: VerifyEventDeps): VerifyEvent {
  // With an empty secret anyone could sign an event.
  assert(signingSecrets.length > 0, 'at least one signing secret is configured')
  for (const secret of signingSecrets) assert(secret.reveal().trim() !== '', 'no signing secret is empty')

  /** Undefined if the event was not signed with this secret, or too long ago. */
  function verifyWith(rawBody: Buffer, signature: string, secret: Secret): ProviderEvent | undefined {
    const receivedAtMs = clock.wallMs()
    const options = [toleranceSeconds, undefined, receivedAtMs] as const
    try {
      const message = stripe.webhooks.constructEvent(rawBody, signature, secret.reveal(), ...options)
      return readEvent(message, new Date(receivedAtMs))
    } catch (thrown) {
      // The SDK parses the body only after it has verified the signature, so a syntax error means that the signature
      // was valid.
      if (!(thrown instanceof SyntaxError)) return undefined
      const payload = { body_base64: rawBody.toString('base64') }
      return { ...readEvent(payload, new Date(receivedAtMs)), shapeProblem: 'the body is not JSON' }
    }
  }

  return (rawBody, signature) => {
    if (!signature || rawBody.length === 0 || hasWrongTime(signature, clock.wallMs())) return undefined
    for (const secret of signingSecrets) {
      const event = verifyWith(rawBody, signature, secret)
      if (event) return event
    }
    return undefined
  }
}

/**
 * The SDK rejects only old timestamps. An event dated in the future could be captured and replayed until then. The SDK
 * also reads a timestamp with a sign or white space before its digits, so anything but digits is refused here.
 */
function hasWrongTime(signature: string, wallMs: number): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=([^,]*)/g)].map(([, time = '']) => time)
  return times.some((time) => !/^\d+$/.test(time) || Number(time) - wallMs / 1_000 > toleranceSeconds)
}
