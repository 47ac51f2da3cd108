// Finds the address that limits are counted against. Any client can write an X-Forwarded-For header, so the header is
// trusted only as far as the chain of our own proxies reaches: from the right, up to the first address that is not
// ours.
import { BlockList, isIP } from 'node:net'
import type { AddressRange } from '@gatehouse/runtime/config-fields'

export function createTrustedProxies(ranges: readonly AddressRange[]): BlockList {
  const trusted = new BlockList()
  for (const range of ranges) trusted.addSubnet(range.address, range.prefixBits, range.family)
  return trusted
}

export type FindClientAddress = (
  peer: string | undefined,
  forwardedFor: string | undefined,
) => string | undefined

// A client sends many requests, and each look-up of an address in a `BlockList` takes as long as a dozen look-ups in a map.
const rememberedMax = 1_000
const rememberedLengthMax = 200

/** Remembers what it found, within a fixed amount of memory. */
export function createAddressFinder(ranges: readonly AddressRange[]): FindClientAddress {
  const trusted = createTrustedProxies(ranges)
  const found = new Map<string, string>()
  return (peer, forwardedFor) => {
    const name = `${peer} ${forwardedFor}`
    const known = found.get(name)
    if (known !== undefined) return known
    const address = findClientAddress(trusted, peer, forwardedFor)
    if (found.size >= rememberedMax) found.clear()
    if (address !== undefined && name.length <= rememberedLengthMax) found.set(name, address)
    return address
  }
}

export function findClientAddress(
  trusted: BlockList,
  peer: string | undefined,
  forwardedFor: string | undefined,
): string | undefined {
  let address = normaliseAddress(peer ?? '')
  if (address === undefined) return undefined
  const hops = (forwardedFor ?? '').split(',').toReversed()
  for (const hop of hops) {
    if (!isTrusted(trusted, address)) return address
    // If a trusted proxy sent garbage, the proxy itself is the last address we can vouch for.
    const next = normaliseAddress(hop.trim())
    if (next === undefined) return address
    address = next
  }
  return address
}

export function isTrusted(trusted: BlockList, address: string): boolean {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** Whether the address belongs to this machine. */
export function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

const loopback = createTrustedProxies([
  { address: '127.0.0.0', prefixBits: 8, family: 'ipv4' },
  { address: '::1', prefixBits: 128, family: 'ipv6' },
])

/**
 * Strips port, brackets, zone and the IPv4-in-IPv6 form and shortens the address, so that each client has one spelling.
 */
export function normaliseAddress(text: string): string | undefined {
  const bracketed = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1]
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(text)?.[1]
  const bare = bracketed ?? withPort ?? text
  const version = isIP(bare)
  if (version === 6) return shortenIpv6(bare)
  return version === 4 ? bare : undefined
}

function shortenIpv6(address: string): string {
  // The URL standard prescribes one spelling for an IPv6 host. A zone is not allowed there, so it is removed.
  const host = new URL(`http://[${address.split('%', 1)[0]}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host)
  if (!mapped) return host
  const [high = 0, low = 0] = mapped.slice(1).map((part) => Number.parseInt(part, 16))
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
