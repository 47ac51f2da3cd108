// Sends one event to one url. The host is resolved once; its addresses are checked, and the connection goes to the
// checked address, so that an answer of the name server that changes in between cannot lead elsewhere. Redirects are not
// followed: their target would have to be checked as well.
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { type Clock } from '@gatehouse/runtime/clock'
import { createDeadline } from '@gatehouse/runtime/deadline'
import { type ResolvedAddress, resolveHost } from '@gatehouse/runtime/resolve-host'
import type { JudgeAddress } from './judge-address.ts'

/** Longest time of an attempt, from resolving the host to the response's status. */
export const attemptMsMax = 10_000

export type EventPost = { url: string; headers: Readonly<Record<string, string>>; body: string }

export type PostResult =
  | { kind: 'answered'; statusCode: number }
  /** `reason` is shown to the admins of the company. */
  | { kind: 'failed'; reason: string }

export type PostDeps = {
  clock: Clock
  judgeAddress: JudgeAddress
  /** Shorter than `attemptMsMax` for proofs, in which receivers hang thousands of times. */
  limitMs?: number
  /** Resolves a host to all of its addresses. */
  resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
}

export type PostEvent = (post: EventPost, signal: AbortSignal) => Promise<PostResult>

export function createPostEvent(deps: PostDeps): PostEvent {
  const { clock, judgeAddress, limitMs = attemptMsMax, resolve = resolveHost } = deps
  return async (post, signal) => {
    using deadline = createDeadline(clock, limitMs, signal)
    try {
      const url = new URL(post.url)
      const target = await deadline.run('resolve', () => findTarget({ judgeAddress, resolve }, url))
      if (typeof target === 'string') return { kind: 'failed', reason: target }
      const statusCode = await deadline.run('send', (limit) => send(post, { url, target, signal: limit }))
      return { kind: 'answered', statusCode }
    } catch (thrown) {
      if (signal.aborted) throw thrown
      return { kind: 'failed', reason: describeFailure(thrown, deadline.signal) }
    }
  }
}

/** Returns the address to connect to, or the reason why there is none. */
async function findTarget(
  { judgeAddress, resolve }: Required<Pick<PostDeps, 'judgeAddress' | 'resolve'>>,
  url: URL,
): Promise<ResolvedAddress | string> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const literal = isIP(host)
  const addresses = literal === 0 ? await resolve(host) : [{ address: host, family: literal }]
  const verdicts = addresses.map(({ address }) => judgeAddress(address))
  // One forbidden address is enough: the host's owner decides which one a later connection would get.
  if (verdicts.includes('forbidden')) return 'The host has an address that is not public.'
  const [target] = addresses
  if (!target) return 'The host has no address.'
  if (url.protocol === 'https:') return target
  const isPlainAllowed = url.protocol === 'http:' && verdicts.every((verdict) => verdict === 'allowed')
  return isPlainAllowed ? target : 'The url does not begin with https://.'
}

type Sending = { url: URL; target: ResolvedAddress; signal: AbortSignal }

function send({ headers, body }: EventPost, { url, target, signal }: Sending): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        signal,
        // A connection of its own: a pooled one may have been opened to an address that was checked for another host.
        agent: false,
        // The url keeps the host's name, for the Host header and the certificate; the address is the checked one.
        lookup: (_host, options, done) => {
          if (options.all) done(null, [target])
          else done(null, target.address, target.family)
        },
      },
      (response) => {
        // The body says nothing that counts, and it may never end.
        response.destroy()
        resolve(response.statusCode ?? 0)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

const unknownAuthority = 'it is not signed by a known authority'
const certificateFaults: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `${unknownAuthority}, or the intermediate certificate is missing`,
}

// The error's own message may name addresses of the platform's network.
function describeFailure(thrown: unknown, deadline: AbortSignal): string {
  if (deadline.aborted) return `The receiver did not answer within ${attemptMsMax / 1_000} seconds.`
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'The host could not be resolved.'
  if (code === 'ECONNREFUSED') return 'The receiver refused the connection.'
  if (/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/.test(code))
    return `The certificate of the receiver is not valid: ${certificateFaults[code] ?? code}.`
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return 'The receiver did not answer with valid TLS.'
  if (code.startsWith('HPE_')) return 'The receiver did not answer with valid HTTP.'
  return `The connection failed${code === '' ? '' : ` (${code})`}.`
}
