// Settings of passkeys: the origins of the pages that use them, and the domain for which they are made (the relying
// party id). By default both are those of the console, with localhost for 127.0.0.1, where browsers refuse passkeys.
import { z } from 'zod'
import { passkeysUnavailable } from './passkey-faults.ts'

export const passkeySettings = {
  PASSKEY_ORIGINS: z.string().optional(),
  PASSKEY_RP_ID: z.string().optional(),
}

export type RelyingParty = Readonly<{ id: string; origins: readonly string[] }>

type Environment = { PASSKEY_ORIGINS?: string | undefined; PASSKEY_RP_ID?: string | undefined }

/** Undefined if browsers would refuse passkeys at the console, whose URL the settings do not replace. */
export function groupPasskeySettings(
  { PASSKEY_ORIGINS: given, PASSKEY_RP_ID: givenId }: Environment,
  consoleUrl: string,
  context: z.RefinementCtx,
): RelyingParty | undefined {
  const origins = given?.split(',').map((origin) => origin.trim()) ?? [
    new URL(consoleUrl).origin.replace('//127.0.0.1', '//localhost'),
  ]
  const id = givenId ?? hostOf(origins[0] ?? '')
  const unusable = origins.filter((origin) => !isUsable(origin, id))
  if (unusable.length === 0) return { id, origins }
  if (given !== undefined || givenId !== undefined) {
    const setting = given === undefined ? 'PASSKEY_RP_ID' : 'PASSKEY_ORIGINS'
    const message = `${unusable.join(', ')}: must be an https origin, or http://localhost with a port, whose host is ${id} or a subdomain of it`
    context.addIssue({ code: 'custom', path: [setting], message })
  }
  return undefined
}

export function requireRelyingParty({
  relyingParty,
}: {
  relyingParty: RelyingParty | undefined
}): RelyingParty {
  if (!relyingParty) throw passkeysUnavailable()
  return relyingParty
}

/** The rules of browsers: a secure origin, and a domain rather than an address. */
function isUsable(origin: string, id: string): boolean {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) return false
  const { protocol, hostname } = new URL(origin)
  const isSecure = protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost')
  const isDomain = /^(?:[a-z0-9-]+\.)*[a-z][a-z0-9-]*$/.test(hostname)
  return isSecure && isDomain && id !== '' && (hostname === id || hostname.endsWith(`.${id}`))
}

function hostOf(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).hostname : ''
}
