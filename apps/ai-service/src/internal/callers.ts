// The callers of the internal routes: each has a name, its rights and one or two secrets, so that a secret can be rotated
// without an outage.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { HttpReply, HttpRequest, Route } from '@gatehouse/http/define-route'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import { Fault } from '@gatehouse/runtime/fault'
import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

/** `rooms`: send events and transcripts. `generator`: read and change its state. `monitoring`: read logs and figures. */
export const callerRights = ['rooms', 'generator', 'monitoring'] as const
export type CallerRight = (typeof callerRights)[number]

export type Caller = { name: string; rights: readonly CallerRight[]; secrets: readonly Secret[] }

const secretLettersMin = 32
const shape = /^[a-z][a-z0-9-]{0,39}$/
const syntax = 'name/rights:secret, such as meetings/rooms:… or backend/generator+monitoring:…'

/**
 * Parses `meetings/rooms:secret, backend/generator:secret|former-secret`. A caller without rights is an error: before rights
 * existed, such an entry granted everything.
 */
export function internalCallers() {
  return z.string(`must name at least one caller, as ${syntax}`).transform((value, context): Caller[] => {
    const entries = value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(readEntry)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (entries.length === 0) refuse(`must name at least one caller, as ${syntax}`)
    if (entries.some(({ name }) => !shape.test(name)))
      refuse('has a caller whose name does not consist of lowercase letters, digits and hyphens')
    if (entries.some(({ rights }) => rights.length === 0 || !rights.every(isRight)))
      refuse(`has a caller without known rights: write ${syntax}. The rights are ${callerRights.join(', ')}`)
    if (entries.some(({ secrets }) => secrets.length > 2 || secrets.some(isShort)))
      refuse(
        `has a caller with a secret of fewer than ${secretLettersMin} characters, or with more than two secrets`,
      )
    if (new Set(entries.map(({ name }) => name)).size < entries.length) refuse('names a caller twice')
    return entries.map(({ name, rights, secrets }) => ({ name, rights: rights.filter(isRight), secrets }))
  })
}

type Entry = Omit<Caller, 'rights'> & { rights: string[] }

function readEntry(entry: string): Entry {
  const [who = '', ...rest] = entry.split(':')
  const [name = '', rights = ''] = who.split('/')
  return {
    name,
    rights: rights.split('+').filter((right) => right !== ''),
    secrets: rest
      .join(':')
      .split('|')
      .map((secret) => new Secret(secret)),
  }
}

function isRight(text: string): text is CallerRight {
  return (callerRights as readonly string[]).includes(text)
}

function isShort(secret: Secret): boolean {
  return secret.reveal().length < secretLettersMin
}

/** Finds the caller with this secret. All secrets are compared in constant time, so that timing reveals nothing. */
export function findCaller(
  callers: readonly Caller[],
  authorization: string | undefined,
): Caller | undefined {
  const presented = digest(parseBearerToken(authorization) ?? '')
  let found: Caller | undefined
  for (const caller of callers) {
    for (const secret of caller.secrets)
      if (timingSafeEqual(presented, digest(secret.reveal()))) found = caller
  }
  return found
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export type HandleForCaller = (request: HttpRequest, reply: HttpReply, caller: string) => Promise<unknown>

export type RouteCallers = { callers: readonly Caller[]; right: CallerRight }

/**
 * Makes a route internal: it accepts only named callers with the right, and it is served on the internal listener if one is
 * configured. The request's log line names the caller.
 */
export function forCallers(
  { callers, right }: RouteCallers,
  handle: HandleForCaller,
): Pick<Route, 'handle'> & { isInternal: true } {
  return {
    isInternal: true,
    async handle(request, reply) {
      const caller = findCaller(callers, request.headers.authorization)
      if (!caller) {
        void reply.header('www-authenticate', 'Bearer')
        throw callerUnknown()
      }
      request.context.addLogFields({ caller: caller.name })
      if (!caller.rights.includes(right)) throw rightMissing(caller.name, right)
      return handle(request, reply, caller.name)
    },
  }
}

function callerUnknown(): Fault {
  return new Fault({
    kind: 'unauthenticated',
    code: 'internal.caller_unknown',
    publicMessage: 'This route is internal. Send the secret of a known caller as a bearer token.',
  })
}

function rightMissing(name: string, right: CallerRight): Fault {
  return new Fault({
    kind: 'denied',
    code: 'internal.right_missing',
    publicMessage: `The caller ${name} lacks the right ${right}. INTERNAL_CALLERS of the AI service lists the rights of each caller.`,
  })
}
