import { isIPv4, isIPv6 } from 'node:net'

/**
 * Returns the range that counts as one client: an IPv4 address, or the /64 of an IPv6 address, because a client that
 * has one address of a /64 usually has all of them. Text that is not an address is returned unchanged.
 */
export function addressRange(address: string): string {
  const [bare = ''] = address.split('%', 1)
  if (isIPv4(bare) || !isIPv6(bare)) return bare
  const groups = expandGroups(bare.toLowerCase())
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return toDotted(groups)
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

function expandGroups(address: string): number[] {
  const [head = '', tail] = address.split('::', 2)
  const start = readGroups(head)
  if (tail === undefined) return start
  const end = readGroups(tail)
  return [...start, ...Array.from({ length: 8 - start.length - end.length }, () => 0), ...end]
}

function readGroups(text: string): number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function toDotted(groups: readonly number[]): string {
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
}
