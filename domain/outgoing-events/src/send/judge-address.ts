// Decides whether an event may be sent to an address. A company chooses the url, so without this check it could make the
// platform call services of the platform's own network.
import { BlockList, isIP } from 'node:net'
import type { AddressRange } from '@gatehouse/runtime/config-fields'

/** `allowed`: named by the setting for development and tests. */
export type AddressVerdict = 'public' | 'allowed' | 'forbidden'

export type JudgeAddress = (address: string) => AddressVerdict

// The special-purpose registries of IANA for IPv4. Multicast and the reserved block follow the last class.
const forbiddenV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
// Only global unicast is public. Of it, these contain or embed other addresses (Teredo, 6to4) or are for documentation.
const publicV6 = ['2000::/3']
const forbiddenV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

export function createJudgeAddress(allowedRanges: readonly AddressRange[]): JudgeAddress {
  const allowed = toBlockList(allowedRanges)
  const forbidden = toBlockList([...forbiddenV4, ...forbiddenV6].map(toRange))
  const unicast = toBlockList(publicV6.map(toRange))
  return (given) => {
    const address = unmap(given)
    const family = isIP(address)
    if (family === 0) return 'forbidden'
    const kind = family === 4 ? 'ipv4' : 'ipv6'
    if (allowed.check(address, kind)) return 'allowed'
    if (forbidden.check(address, kind)) return 'forbidden'
    return family === 4 || unicast.check(address, kind) ? 'public' : 'forbidden'
  }
}

function toRange(text: string): AddressRange {
  const [address = '', bits = ''] = text.split('/')
  return { address, prefixBits: Number(bits), family: isIP(address) === 4 ? 'ipv4' : 'ipv6' }
}

function toBlockList(ranges: readonly AddressRange[]): BlockList {
  const list = new BlockList()
  for (const { address, prefixBits, family } of ranges) list.addSubnet(address, prefixBits, family)
  return list
}

/** An IPv4-mapped IPv6 address reaches the IPv4 address, and is judged as it. */
function unmap(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (isIP(bare) !== 6) return bare
  // The URL parser writes every form of an address in the shortest one, with hexadecimal groups.
  const shortest = new URL(`http://[${bare}]/`).hostname.slice(1, -1)
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(shortest) ?? []
  if (high === undefined || low === undefined) return shortest
  const bytes = [high, low].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
  return bytes.join('.')
}
