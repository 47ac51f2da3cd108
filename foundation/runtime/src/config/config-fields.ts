// The kinds of value that an environment variable may hold, each with a message that says what to write.
import { isIP } from 'node:net'
import { z } from 'zod'
import { Secret } from '../secrets/secret.ts'
import { splitHosts } from './split-hosts.ts'

type Limits = { min: number; max: number }

export function wholeNumber({ min, max }: Limits) {
  const message = `must be a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^-?\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}

export function wholeNumberOr(fallback: number, limits: Limits) {
  return wholeNumber(limits)
    .optional()
    .transform((value) => value ?? fallback)
}

/** Port 0 lets the system choose a free one, which tests and `gatehouse dev` rely on. */
export function port(defaultPort: number) {
  return wholeNumberOr(defaultPort, { min: 0, max: 65_535 })
}

export function url(...protocols: string[]) {
  const message = `must be a URL starting with ${protocols.map((protocol) => `${protocol}://`).join(' or ')}`
  return z.string().refine((value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined
    return parsed !== undefined && protocols.includes(parsed.protocol.slice(0, -1))
  }, message)
}

/** A URL that may carry a password, so it is never printed. */
export function secretUrl(...protocols: string[]) {
  return url(...protocols).transform((value) => new Secret(value))
}

/** The URL of a Postgres, with several hosts separated by commas if it is a cluster; it may carry a password. */
export function databaseUrl() {
  const one = url('postgres', 'postgresql')
  return z
    .string()
    .refine(
      (value) => splitHosts(value).every((host) => one.safeParse(host).success),
      'must be a URL starting with postgres:// or postgresql://, with hosts separated by commas if there are several',
    )
    .transform((value) => new Secret(value))
}

/** The URL of a Redis, of the Sentinels that know its master, or of nodes of a cluster; it may carry a password. */
export function redisUrl() {
  const server = url('redis', 'rediss')
  const isHost = (host: string, scheme: string, path: RegExp) =>
    url(scheme).safeParse(host).success && new URL(host).hostname !== '' && path.test(new URL(host).pathname)
  return z
    .string()
    .refine(
      (value) =>
        server.safeParse(value).success ||
        splitHosts(value).every((host) => isHost(host, 'redis+sentinel', /^\/[^/]+(?:\/\d{1,4})?$/)) ||
        // A cluster has only database 0.
        splitHosts(value).every((host) => isHost(host, 'redis+cluster', /^(?:\/0?)?$/)),
      'must be a URL starting with redis:// or rediss://, or redis+sentinel://host,host/name of the group, or ' +
        'redis+cluster://host:port,host:port without a database number',
    )
    .transform((value) => new Secret(value))
}

export type AddressRange = { address: string; prefixBits: number; family: 'ipv4' | 'ipv6' }

/** Addresses and CIDR ranges separated by commas, such as `10.0.0.0/8, ::1`. */
export function addressRanges() {
  return z
    .string()
    .optional()
    .transform((value, context) => {
      const ranges: AddressRange[] = []
      for (const entry of (value ?? '').split(',').map((part) => part.trim())) {
        if (entry === '') continue
        const range = parseAddressRange(entry)
        if (range) ranges.push(range)
        else
          context.addIssue({ code: 'custom', message: `"${entry}" is neither an address nor a CIDR range` })
      }
      return ranges
    })
}

function parseAddressRange(entry: string): AddressRange | undefined {
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return undefined
  const bitsMax = version === 4 ? 32 : 128
  if (bits !== undefined && !/^\d{1,3}$/.test(bits)) return undefined
  const prefixBits = bits === undefined ? bitsMax : Number(bits)
  if (prefixBits > bitsMax) return undefined
  return { address, prefixBits, family: version === 4 ? 'ipv4' : 'ipv6' }
}
