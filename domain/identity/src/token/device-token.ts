// A device token proves that this browser has logged in to this account before. It does not authenticate: it only
// selects the allowance from which a login attempt is taken, so that strangers cannot exhaust the owner's (OWASP
// "device cookies").
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@gatehouse/runtime/clock'
import { Secret } from '@gatehouse/runtime/secret'
import type { TokenSecrets } from './access-token.ts'
import type { FillRandom } from './refresh-token.ts'

export type DeviceToken = { token: Secret; expiresAt: Date }

/** The account, its password generation, and which of its devices. */
export type KnownDevice = { userId: string; generation: number; deviceId: string }

export type DeviceTokens = {
  /** Without `deviceId`, issues a token for a new device. */
  issue(account: { userId: string; generation: number; deviceId?: string | undefined }): DeviceToken
  /** Undefined if the token is not ours or has expired. */
  read(token: Secret): KnownDevice | undefined
}

export type DeviceTokenDeps = { clock: Pick<Clock, 'wallMs'>; fillRandom: FillRandom }

// Twice the longest session, so that a device is still known when its user logs in again after the session has ended.
const lifetimeDays = 180
const lifetimeMs = lifetimeDays * 24 * 3_600_000
const deviceIdBytes = 16
const shape = /^([\da-f-]{36})\.(\d{1,9})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/

export function createDeviceTokens(
  { current, previous }: TokenSecrets,
  { clock, fillRandom }: DeviceTokenDeps,
): DeviceTokens {
  const signingKey = deriveKey(current)
  const keys = previous ? [signingKey, deriveKey(previous)] : [signingKey]

  function newDeviceId(): string {
    const bytes = Buffer.alloc(deviceIdBytes)
    fillRandom(bytes)
    return bytes.toString('base64url')
  }

  return {
    issue({ userId, generation, deviceId = newDeviceId() }) {
      const issuedAtSeconds = Math.floor(clock.wallMs() / 1_000)
      const content = `${userId}.${generation}.${issuedAtSeconds}.${deviceId}`
      return {
        token: new Secret(`${content}.${sign(signingKey, content).toString('base64url')}`),
        expiresAt: new Date(issuedAtSeconds * 1_000 + lifetimeMs),
      }
    },
    read(token) {
      const [, userId, generation, issuedAt, deviceId, signature] = shape.exec(token.reveal()) ?? []
      if (userId === undefined || deviceId === undefined || signature === undefined) return undefined
      const content = `${userId}.${generation}.${issuedAt}.${deviceId}`
      const given = Buffer.from(signature, 'base64url')
      if (!keys.some((key) => timingSafeEqual(given, sign(key, content)))) return undefined
      const isOver = Number(issuedAt) * 1_000 + lifetimeMs <= clock.wallMs()
      return isOver ? undefined : { userId, generation: Number(generation), deviceId }
    },
  }
}

function sign(key: Buffer, content: string): Buffer {
  return createHmac('sha256', key).update(content).digest()
}

/** A separate derived key, so that a device token can never pass as an access token. */
function deriveKey(secret: Secret): Buffer {
  return Buffer.from(hkdfSync('sha256', secret.reveal(), '', 'gatehouse device token', 32))
}
