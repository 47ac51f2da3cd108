// Time-based one-time passwords as authenticator apps compute them: RFC 6238 with SHA-1, six digits and steps of 30
// seconds, the only parameters that all of these apps support.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import type { FillRandom } from '../token/refresh-token.ts'

const stepSeconds = 30
const digits = 6
// Accept the codes of the neighbouring steps too, because the clocks of phones differ and typing takes time.
const stepsOff = [0, -1, 1]
// As RFC 4226 recommends: as long as the output of SHA-1.
const secretBytes = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function isTotpCode(text: string): boolean {
  return /^\d{6}$/.test(text)
}

/** Returns a new secret in base32, as users type it into an app that cannot scan a QR code. */
export function mintTotpSecret(fillRandom: FillRandom): Secret {
  const bytes = Buffer.alloc(secretBytes)
  fillRandom(bytes)
  return new Secret(toBase32(bytes))
}

/** The URI that a QR code contains. The parameters are the defaults, so they are left out. */
export function totpUri(secret: Secret, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret.reveal()}&issuer=${encodeURIComponent(issuer)}`
}

export function totpCodeAt(secret: Secret, timeMs: number): string {
  return codeOfStep(fromBase32(secret.reveal()), stepAt(timeMs))
}

/**
 * Returns the step that the code belongs to, if it is near the given time and later than `lastStep`. A code is thus
 * accepted once, and never after a later one.
 */
export function matchTotpCode(
  secret: Secret,
  code: string,
  { timeMs, lastStep }: { timeMs: number; lastStep: number | undefined },
): number | undefined {
  if (!isTotpCode(code)) return undefined
  const key = fromBase32(secret.reveal())
  const given = Buffer.from(code)
  return stepsOff
    .map((off) => stepAt(timeMs) + off)
    .filter((step) => lastStep === undefined || step > lastStep)
    .find((step) => timingSafeEqual(Buffer.from(codeOfStep(key, step)), given))
}

function stepAt(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / stepSeconds)
}

function codeOfStep(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  // Dynamic truncation of RFC 4226: the last four bits select the four bytes that become the code.
  const offset = digest.readUInt8(digest.length - 1) & 0xf
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** RFC 4648 without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
