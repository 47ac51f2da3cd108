import { randomFillSync } from 'node:crypto'
import { createEventSeal } from '@gatehouse/outgoing-events/seal-event-secret'
import { Secret } from '@gatehouse/runtime/secret'

/** The same in the proof, which registers the endpoints, and in its senders. */
export const proofSeal = createEventSeal({
  secrets: { current: { id: 'proof', secret: new Secret('p'.repeat(32)) } },
  fillRandom: randomFillSync,
})

/** Events may be sent to this address. Every other one on the loopback interface is forbidden. */
export const allowedRange = { address: '127.0.0.1', prefixBits: 32, family: 'ipv4' } as const
