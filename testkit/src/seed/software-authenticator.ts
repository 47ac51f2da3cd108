// An authenticator in software, together with the part of a browser that calls it: makes passkeys (ES256, without
// attestation) and signs challenges. Tests change single parts of its answers.
import { type KeyObject, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type CborValue, encodeCbor } from './encode-cbor.ts'

/** What a browser that is attacked, or a broken authenticator, would answer instead. */
export type AnswerChanges = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isCrossOrigin?: boolean
  isVerified?: boolean
  counter?: number
  /** Null leaves it out. */
  userHandle?: string | null
  /** Another credential id than that of the key that signs. */
  credentialId?: string
  attestation?: { format: string; statement: Map<CborValue, CborValue> }
}

export type PasskeyAnswer = { id: string; rawId: string; type: string; response: Record<string, unknown> }

export type StoredCredential = { id: Buffer; publicKey: Buffer; userHandle: string; counter: number }

export type SoftwareAuthenticator = {
  /** As `navigator.credentials.create`, with the options and the result as JSON. */
  create(options: unknown, changes?: AnswerChanges): PasskeyAnswer
  /** As `navigator.credentials.get`, with the options and the result as JSON. */
  get(options: unknown, changes?: AnswerChanges): PasskeyAnswer
  /** Makes a credential without a request, for rows that tests insert themselves. */
  mint(userHandle: string): StoredCredential
}

type Credential = StoredCredential & { privateKey: KeyObject }

type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } }
type RequestOptions = { challenge: string; rpId: string; allowCredentials?: { id: string }[] }

const flags = { present: 0x01, verified: 0x04, attested: 0x40 }

export function createSoftwareAuthenticator(origin: string): SoftwareAuthenticator {
  const credentials: Credential[] = []

  function mint(userHandle: string): Credential {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const credential = {
      id: randomBytes(32),
      publicKey: toCose(publicKey),
      userHandle,
      counter: 0,
      privateKey,
    }
    credentials.push(credential)
    return credential
  }

  /** Discoverable credentials need no list; the newest one is used then. */
  function choose(allowed: readonly { id: string }[] = []): Credential {
    const isAllowed = ({ id }: Credential) =>
      allowed.length === 0 || allowed.some((one) => one.id === id.toString('base64url'))
    const chosen = credentials.findLast(isAllowed)
    if (!chosen) throw new Error('the authenticator has none of the allowed credentials')
    return chosen
  }

  return {
    mint,
    create(options, changes = {}) {
      const { challenge, rp, user } = options as CreationOptions
      const credential = mint(user.id)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credential.id, credential.publicKey])
      const authData = composeAuthData(
        { rpId: rp.id, isVerified: true, counter: 0, ...changes },
        { flag: flags.attested, bytes: attested },
      )
      const { format = 'none', statement = new Map() } = changes.attestation ?? {}
      const attestation = new Map<CborValue, CborValue>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authData],
      ])
      return toAnswer(changes.credentialId ?? toText(credential.id), {
        clientDataJSON: composeClientData({ type: 'webauthn.create', challenge, origin, ...changes }),
        attestationObject: toText(encodeCbor(attestation)),
        transports: ['internal'],
      })
    },
    get(options, changes = {}) {
      const { challenge, rpId, allowCredentials } = options as RequestOptions
      const credential = choose(allowCredentials)
      credential.counter += 1
      const { counter } = credential
      const authData = composeAuthData({ rpId, isVerified: true, counter, ...changes })
      const clientData = composeClientData({ type: 'webauthn.get', challenge, origin, ...changes })
      const signed = Buffer.concat([authData, sha256(Buffer.from(clientData, 'base64url'))])
      const userHandle = changes.userHandle === undefined ? credential.userHandle : changes.userHandle
      return toAnswer(changes.credentialId ?? toText(credential.id), {
        clientDataJSON: clientData,
        authenticatorData: toText(authData),
        signature: toText(sign('sha256', signed, credential.privateKey)),
        ...(userHandle === null ? {} : { userHandle }),
      })
    },
  }
}

function toAnswer(id: string, response: Record<string, unknown>): PasskeyAnswer {
  return { id, rawId: id, type: 'public-key', response }
}

type ClientData = Pick<AnswerChanges, 'isCrossOrigin'> & { type: string; challenge: string; origin: string }

function composeClientData({ type, challenge, origin, isCrossOrigin = false }: ClientData): string {
  return toText(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isCrossOrigin })))
}

type AuthData = { rpId: string; isVerified: boolean; counter: number }

function composeAuthData(
  { rpId, isVerified, counter }: AuthData,
  { flag, bytes } = { flag: 0, bytes: Buffer.alloc(0) },
): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt8(flags.present | (isVerified ? flags.verified : 0) | flag)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(Buffer.from(rpId)), head, bytes])
}

/** The public key as a COSE map: EC2 (1: 2), ES256 (3: -7), P-256 (-1: 1) and both coordinates. */
function toCose(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return encodeCbor(
    new Map<CborValue, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}

function toText(bytes: Buffer): string {
  return bytes.toString('base64url')
}
