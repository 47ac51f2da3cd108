// Who may call the internal routes: named callers, each with one or two secrets, so that a secret can be replaced without a
// moment in which neither is known.
import { createHash, timingSafeEqual } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import { z } from 'zod'

export type Caller = { name: string; secrets: readonly Secret[] }

const secretLettersMin = 32
const shape = /^[a-z][a-z0-9-]{0,39}$/

/** `backend:secret, console:secret|former-secret`; at least one, or the internal routes would be open to nobody. */
export function internalCallers() {
  return z.string('must name at least one caller, as name:secret').transform((value, context) => {
    const callers = value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '')
      .map(readCaller)
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (callers.length === 0) refuse('must name at least one caller, as name:secret')
    if (callers.some(({ name }) => !shape.test(name)))
      refuse('has a caller whose name is not made of small letters, digits and dashes')
    if (callers.some(({ secrets }) => secrets.length > 2 || secrets.some(isShort)))
      refuse(
        `has a caller with a secret of less than ${secretLettersMin} characters, or with more than two secrets`,
      )
    if (new Set(callers.map(({ name }) => name)).size < callers.length) refuse('names a caller twice')
    return callers
  })
}

function readCaller(entry: string): Caller {
  const [name = '', ...rest] = entry.split(':')
  return {
    name,
    secrets: rest
      .join(':')
      .split('|')
      .map((secret) => new Secret(secret)),
  }
}

function isShort(secret: Secret): boolean {
  return secret.reveal().length < secretLettersMin
}

/** The caller whose secret it is. Every secret is compared, and each in the same time, so that an answer tells nothing. */
export function findCaller(
  callers: readonly Caller[],
  authorization: string | undefined,
): string | undefined {
  const presented = digest(/^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
  let found: string | undefined
  for (const { name, secrets } of callers) {
    for (const secret of secrets) if (timingSafeEqual(presented, digest(secret.reveal()))) found = name
  }
  return found
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
