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
  /** The current one first; a second one while it is being changed. */
  signingSecrets: readonly Secret[]
}

const toleranceSeconds = 300

export function createVerifyEvent({ stripe, clock, signingSecrets }: VerifyEventDeps): VerifyEvent {
  // With an empty secret everybody could sign.
  assert(signingSecrets.length > 0, 'there is a signing secret')
  for (const secret of signingSecrets) assert(secret.reveal().trim() !== '', 'a signing secret is not empty')

  /** The message, or nothing if it was not signed with this secret, or too long ago. */
  function open(rawBody: Buffer, signature: string, secret: Secret): unknown {
    try {
      const receivedAt = clock.wallMs()
      const options = [toleranceSeconds, undefined, receivedAt] as const
      return stripe.webhooks.constructEvent(rawBody, signature, secret.reveal(), ...options)
    } catch {
      return undefined
    }
  }

  return (rawBody, signature) => {
    if (!signature || rawBody.length === 0 || isFromTheFuture(signature, clock.wallMs())) return undefined
    for (const secret of signingSecrets) {
      const message = open(rawBody, signature, secret)
      if (message !== undefined) return toEvent(message)
    }
    return undefined
  }
}

function toEvent(message: unknown): ProviderEvent | undefined {
  try {
    return readEvent(message)
  } catch {
    return undefined
  }
}

/** The SDK refuses only what is too old. A message dated ahead could be kept and sent again for as long. */
function isFromTheFuture(signature: string, wallMs: number): boolean {
  const times = [...signature.matchAll(/(?:^|,)\s*t=(\d+)/g)].map((match) => Number(match[1]))
  return times.some((seconds) => seconds - wallMs / 1_000 > toleranceSeconds)
}
