// Who may call the internal routes: named callers, each with its rights and with one or two secrets, so that a secret can be
// replaced without a moment in which neither is known.
import { createHash, timingSafeEqual } from 'node:crypto'
import { parseBearerToken } from '@gatehouse/runtime/bearer-token'
import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

/** `rooms`: the meeting server's events and transcripts. `generator`: its state and controls. `monitoring`: logs and figures. */
export const callerRights = ['rooms', 'generator', 'monitoring'] as const
export type CallerRight = (typeof callerRights)[number]

export type Caller = { name: string; rights: readonly CallerRight[]; secrets: readonly Secret[] }

const secretLettersMin = 32
const shape = /^[a-z][a-z0-9-]{0,39}$/
const syntax = 'name/rights:secret, such as meetings/rooms:… or backend/generator+monitoring:…'

/**
 * `meetings/rooms:secret, backend/generator:secret|former-secret`. A caller without rights is an error rather than one with
 * all of them, which is what the setting meant when it had no rights.
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
      refuse('has a caller whose name is not made of small letters, digits and dashes')
    if (entries.some(({ rights }) => rights.length === 0 || !rights.every(isRight)))
      refuse(`has a caller without known rights: write ${syntax}. The rights are ${callerRights.join(', ')}`)
    if (entries.some(({ secrets }) => secrets.length > 2 || secrets.some(isShort)))
      refuse(
        `has a caller with a secret of less than ${secretLettersMin} characters, or with more than two secrets`,
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

/** The caller whose secret it is. Every secret is compared, and each in the same time, so that an answer reveals nothing. */
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
