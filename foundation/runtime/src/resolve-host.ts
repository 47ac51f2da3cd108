// Resolves hosts that companies choose. `lookup` would occupy one of the few threads of the process for as long as a
// name server is silent, and the connections to our own databases and services are resolved by the same threads.
import { Resolver, lookup } from 'node:dns/promises'

export type ResolvedAddress = { address: string; family: number }

const limits = { timeout: 1_500, tries: 2 }

/**
 * Resolves a host to all of its addresses, those of IPv4 first. Only names without a dot, which no company can have, are
 * looked up in /etc/hosts and the search domains, as `localhost` is.
 */
export async function resolveHost(host: string, nameServers?: readonly string[]): Promise<ResolvedAddress[]> {
  if (!host.includes('.')) return lookup(host, { all: true })
  const resolver = new Resolver(limits)
  if (nameServers) resolver.setServers(nameServers)
  const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const addresses = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  )
  if (addresses.length > 0) return addresses
  const reasons = answers.map((answer): unknown => (answer.status === 'rejected' ? answer.reason : undefined))
  // The codes of `lookup`: other ones, such as ECONNREFUSED, would look like failures of the host itself.
  const code = reasons.every(isAbsent) ? 'ENOTFOUND' : 'EAI_AGAIN'
  throw Object.assign(new Error(`${host} could not be resolved`, { cause: reasons[0] }), { code })
}

function isAbsent(reason: unknown): boolean {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  return code === 'ENOTFOUND' || code === 'ENODATA'
}
