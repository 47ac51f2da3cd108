// The address limits are counted against. Anybody can write an X-Forwarded-For header, so it is believed only
// as far as the chain of our own proxies reaches: from the right, up to the first address that is not ours.
import { BlockList, isIP } from 'node:net'
import type { AddressRange } from '@gatehouse/runtime/config-fields'

export function createTrustedProxies(ranges: readonly AddressRange[]): BlockList {
  const trusted = new BlockList()
  for (const range of ranges) trusted.addSubnet(range.address, range.prefixBits, range.family)
  return trusted
}

export function findClientAddress(
  trusted: BlockList,
  peer: string | undefined,
  forwardedFor: string | undefined,
): string {
  let address = normaliseAddress(peer ?? '') ?? 'unknown'
  const hops = (forwardedFor ?? '').split(',').toReversed()
  for (const hop of hops) {
    if (!isTrusted(trusted, address)) return address
    // Garbage from a trusted proxy: the proxy itself is the last address we can vouch for.
    const next = normaliseAddress(hop.trim())
    if (next === undefined) return address
    address = next
  }
  return address
}

function isTrusted(trusted: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Without port, brackets or the IPv4-in-IPv6 form, so that one client has one spelling. */
export function normaliseAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1]
  const bare = (bracketed ?? withPort ?? text).toLowerCase()
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/.exec(bare)?.[1]
  const address = mapped ?? bare
  return isIP(address) === 0 ? undefined : address
}
