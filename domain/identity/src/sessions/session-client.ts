// The client that opens or continues a session. Users recognise their sessions by it, and a repeated refresh is answered
// like the first one only if both come from the same client.
import { createHash } from 'node:crypto'

export type SessionClient = {
  address?: string | undefined
  /** Range to which the address belongs, since a client may use several addresses of its network. */
  addressRange: string
  userAgent?: string | undefined
}

const userAgentLengthMax = 256

/** The columns of `login_sessions` that describe the client. */
export function toClientColumns({ address, userAgent }: SessionClient) {
  return { address: address ?? null, user_agent: userAgent?.slice(0, userAgentLengthMax) ?? null }
}

export function hashClient({ addressRange, userAgent = '' }: SessionClient): Buffer {
  return createHash('sha256').update(`${addressRange}\n${userAgent}`).digest()
}
