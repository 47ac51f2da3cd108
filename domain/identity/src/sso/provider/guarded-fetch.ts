// Fetches from providers. A company chooses the issuer, and the issuer's metadata name further URLs, so without a check
// a company could make the platform call services of the platform's own network. Every host is resolved once, its
// addresses are checked, and the connection goes to a checked address. Redirects are not followed.
import { type LookupFunction, isIP } from 'node:net'
import { callbackify } from 'node:util'
import { type ResolvedAddress, resolveHost } from '@gatehouse/runtime/resolve-host'
import { Agent, fetch as fetchWith } from 'undici'
import { providerFailed } from '../sso-faults.ts'

/** `allowed`: not public, but named by the setting for development and tests. */
export type JudgeAddress = (address: string) => 'public' | 'allowed' | 'forbidden'

export type GuardedFetchDeps = {
  judgeAddress: JudgeAddress
  /** Resolves a host to all of its addresses. */
  resolve?: (host: string) => Promise<readonly ResolvedAddress[]>
}

export type GuardedFetch = {
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

const connectMsMax = 3_000
const answerMsMax = 5_000
const answerBytesMax = 1_048_576

export function createGuardedFetch({ judgeAddress, resolve = resolveHost }: GuardedFetchDeps): GuardedFetch {
  async function findAddresses(host: string, _options: unknown): Promise<readonly ResolvedAddress[]> {
    const addresses = await resolve(host)
    // One forbidden address is enough: the host's owner decides which one a later connection would get.
    const isForbidden = addresses.some(({ address }) => judgeAddress(address) === 'forbidden')
    if (isForbidden || addresses.length === 0) throw providerFailed('the host has no public address')
    return addresses
  }

  const lookup = callbackify(findAddresses) as LookupFunction
  const agent = new Agent({
    // Families are tried in turn, so that the look-up always returns all addresses.
    connect: { lookup, autoSelectFamily: true, timeout: connectMsMax },
    headersTimeout: answerMsMax,
    bodyTimeout: answerMsMax,
    maxResponseSize: answerBytesMax,
  })
  return {
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      requireAllowedUrl(url, judgeAddress)
      const request = { ...init, redirect: 'manual', dispatcher: agent } as Parameters<typeof fetchWith>[1]
      return fetchWith(url, request)
    },
    close: () => agent.close(),
  }
}

/** Checks what is known without resolving the host. Plain http is for named ranges, and for addresses only. */
export function requireAllowedUrl(url: URL, judgeAddress: JudgeAddress): void {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  // A connection to an address does not look it up.
  const verdict = isIP(host) === 0 ? undefined : judgeAddress(host)
  if (verdict === 'forbidden') throw providerFailed('the address is not public')
  const isPlainAllowed = url.protocol === 'http:' && verdict === 'allowed'
  if (url.protocol !== 'https:' && !isPlainAllowed)
    throw providerFailed('the url does not begin with https://')
}
