// An https endpoint of a company that receives events, and the rules for registering one.
import { isIP } from 'node:net'
import { Fault } from '@gatehouse/runtime/fault'
import { wantableEventTypes } from './event-types.ts'
import type { JudgeAddress } from './send/judge-address.ts'

declare module '@gatehouse/runtime/fault' {
  interface FaultCodes {
    events:
      | 'events.delivery_not_found'
      | 'events.delivery_pending'
      | 'events.description'
      | 'events.endpoint_disabled'
      | 'events.endpoint_not_found'
      | 'events.too_many_endpoints'
      | 'events.type_unknown'
      | 'events.url'
  }
}

export type EventEndpoint = {
  id: string
  url: string
  description: string
  /** Empty: all types. */
  eventTypes: readonly string[]
  isEnabled: boolean
  disabledBecause: 'FAILING' | 'GONE' | null
  failingSince: Date | null
  /** Until then events are signed with the previous secret as well. */
  previousSecretUntil: Date | null
  createdAt: Date
  updatedAt: Date
}

export type EndpointSettings = Pick<EventEndpoint, 'url' | 'description' | 'eventTypes'>

export const endpointsMax = 10
/** How long events are signed with the previous secret too, so that the receiver can be changed. */
export const rotationHours = 24

const urlLengthMax = 2_000
const descriptionLengthMax = 200

/** Throws a fault that names the rule. A host's addresses are checked at every attempt, because they can change. */
export function checkEndpoint(
  judgeAddress: JudgeAddress,
  { url, description, eventTypes }: Partial<EndpointSettings>,
): void {
  if (url !== undefined) checkUrl(judgeAddress, url)
  if ((description?.length ?? 0) > descriptionLengthMax)
    throw invalidEndpoint('events.description', {
      input: 'description',
      message: `A description has at most ${descriptionLengthMax} characters.`,
    })
  const unknown = eventTypes?.find((type) => !wantableEventTypes.includes(type))
  if (unknown !== undefined)
    throw invalidEndpoint('events.type_unknown', {
      input: 'eventTypes',
      message: `There is no event ${unknown.slice(0, 100)}. Choose from ${wantableEventTypes.join(', ')}.`,
    })
}

function checkUrl(judgeAddress: JudgeAddress, text: string): void {
  const refuse = (message: string) => invalidEndpoint('events.url', { input: 'url', message })
  const url = text.length <= urlLengthMax && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw refuse(`Give a url that begins with https:// and has at most ${urlLengthMax} characters.`)
  if (url.username !== '' || url.password !== '')
    throw refuse('The url must not contain a user name or password. Verify the signature instead.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const verdict = isIP(host) === 0 ? 'public' : judgeAddress(host)
  if (verdict === 'forbidden') throw refuse('Events are only sent to public addresses.')
  if (url.protocol === 'http:' && verdict !== 'allowed') throw refuse('The url must begin with https://.')
}

type InvalidCode = 'events.description' | 'events.too_many_endpoints' | 'events.type_unknown' | 'events.url'

export function invalidEndpoint(
  code: InvalidCode,
  { input, message }: { input?: string; message: string },
): Fault {
  return new Fault({
    kind: 'invalid',
    code,
    publicMessage: message,
    ...(input === undefined ? {} : { input }),
  })
}

export function endpointNotFound(): Fault {
  return new Fault({
    kind: 'not_found',
    code: 'events.endpoint_not_found',
    publicMessage: 'The company has no such endpoint.',
  })
}
