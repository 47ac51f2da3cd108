// The payment provider's webhook accepts an event only with a signature of exactly its bytes, made within the tolerance, and
// never loses an event that the provider has signed. An input is `<seconds since the signature>\n<header>\n<body>`.
import { createHmac } from 'node:crypto'
import { createVerifyEvent } from '@gatehouse/billing/verify-event'
import { Secret } from '@gatehouse/runtime/secret'
import { Stripe } from 'stripe'
import { type Check, type Surface, promise } from '../engine/surface.ts'

const secret = 'whsec_of_the_fuzzer'
const signedAt = 1_760_000_000
const toleranceSeconds = 300
const signedBodies = [
  '{"id":"evt_1","object":"event","type":"invoice.paid","created":1760000000,"api_version":"2024-06-20","livemode":false,"data":{"object":{"id":"in_1","object":"invoice","customer":"cus_1"}}}',
  '{"id":"evt_2"}',
  'not JSON',
]

export type Verify = ReturnType<typeof createVerifyEvent>

/** Gives the verifier of the product a clock that the check sets. */
export function createVerifier(clock: { wallMs(): number }): Verify {
  const stripe = new Stripe('sk_test_of_the_fuzzer')
  return createVerifyEvent({ stripe, clock, signingSecrets: [new Secret('whsec_older'), new Secret(secret)] })
}

export function checkWebhook(create: (clock: { wallMs(): number }) => Verify): Check {
  let nowMs = 0
  const verify = create({ wallMs: () => nowMs })
  return (input) => {
    const { offset, header, body } = read(input)
    nowMs = (signedAt + offset) * 1_000
    if (verify(body, header)) {
      promise(signedBodies.includes(body.toString('latin1')), 'only a signed body is accepted')
      promise(header.includes(sign(body, signedAt)), 'only the signature of the body is accepted')
      promise(Math.abs(offset) <= toleranceSeconds, 'a signature is accepted only within the tolerance')
    }
    if (body.length === 0) return
    const event = verify(body, `t=${signedAt + offset},v1=${sign(body, signedAt + offset)}`)
    promise(event !== undefined, 'an event that the provider has signed is accepted')
    promise(isStorableEvent(event), 'an accepted event can be stored')
  }
}

/** Postgres stores no NUL and, in `jsonb`, no half of a surrogate pair; an index holds only short ids. */
function isStorableEvent(event: ReturnType<Verify>): boolean {
  if (!event || !Number.isFinite(event.createdAt.getTime())) return false
  const payload = JSON.stringify(event.payload)
  const texts = [event.id, event.type, event.objectId, event.customerId, event.apiVersion, event.shapeProblem]
  return (
    event.id !== '' &&
    event.id.length <= 255 &&
    texts.every((text) => text === null || !text.includes('\0')) &&
    // A backslash of the text is doubled, so that only an escape has an odd number of them.
    !/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(payload)
  )
}

function read(input: Buffer): { offset: number; header: string; body: Buffer } {
  const first = input.indexOf(0x0a)
  const second = input.indexOf(0x0a, first + 1)
  if (first < 0 || second < 0) return { offset: 0, header: '', body: input }
  const offset = Math.trunc(Number(input.toString('latin1', 0, first))) || 0
  const isPlausible = Math.abs(offset) < 1_000_000_000
  return {
    offset: isPlausible ? offset : 0,
    header: input.toString('latin1', first + 1, second),
    body: input.subarray(second + 1),
  }
}

function sign(body: Buffer, seconds: number): string {
  return createHmac('sha256', secret).update(`${seconds}.`).update(body.toString('utf8')).digest('hex')
}

export const surface: Surface = {
  name: 'webhook-signature',
  inputBytesMax: 700,
  dictionary: [
    't=',
    ',v1=',
    ',v0=',
    '-301',
    '301',
    '299',
    ',',
    '=',
    '+',
    '{"object":',
    'null',
    '"created":',
    '"id":"',
    String.raw`\u0000`,
    String.raw`\ud83d`,
    '"data":{"object":',
  ],
  seeds: async () =>
    [0, -1_000, 1_000].flatMap((offset) =>
      signedBodies.map((body) =>
        Buffer.from(`${offset}\nt=${signedAt},v1=${sign(Buffer.from(body), signedAt)}\n${body}`),
      ),
    ),
  open: () => checkWebhook(createVerifier),
}
