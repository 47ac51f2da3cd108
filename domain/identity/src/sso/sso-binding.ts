// What ties a login to the browser that started it. The browser keeps a random secret in a cookie; state, nonce and PKCE
// verifier are derived from it, so that the database holds only hashes, and an answer that was obtained in another
// browser cannot be used here (login CSRF).
import { createHash, createHmac } from 'node:crypto'
import { Secret } from '@gatehouse/runtime/secret'
import type { FillRandom } from '../token/refresh-token.ts'

const secretBytes = 32
const shape = /^[\w-]{43}$/

export function mintRandom(fillRandom: FillRandom): Secret {
  const bytes = Buffer.alloc(secretBytes)
  fillRandom(bytes)
  return new Secret(bytes.toString('base64url'))
}

/** Whether the text can be a state or the secret of a browser. */
export function isRandom(text: string): boolean {
  return shape.test(text)
}

export function hashRandom(secret: Secret): Buffer {
  return createHash('sha256').update(secret.reveal()).digest()
}

/** The same for the start and the end of a login; different for each state. */
export function deriveChecks(browser: Secret, state: Secret): { nonce: string; codeVerifier: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', browser.reveal()).update(`${purpose} ${state.reveal()}`).digest('base64url')
  return { nonce: derive('nonce'), codeVerifier: derive('verifier') }
}
