// Where Redis is: one server, or a group of servers watched by Sentinels, which know the present master.
//   redis://:password@host:6379/0
//   redis+sentinel://:password@a:26379,b:26379,c:26379/name of the group/0
import { splitHosts } from '@gatehouse/runtime/split-hosts'

const sentinelScheme = 'redis+sentinel:'
const defaultSentinelPort = 26_379

/** In the names of the client's options. */
export type SentinelAddress = {
  sentinels: { host: string; port: number }[]
  /** The name of the group of servers. */
  name: string
  username?: string
  password?: string
  db: number
}

/** Undefined if the address names one server, which the client parses. */
export function readSentinels(url: string): SentinelAddress | undefined {
  if (!url.startsWith(sentinelScheme)) return undefined
  const [first = '', ...others] = splitHosts(url)
  const { username, password, pathname } = new URL(first)
  const [, name = '', db = '0'] = pathname.split('/')
  const account = {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  }
  return {
    ...account,
    db: Number(db),
    name: decodeURIComponent(name),
    sentinels: [first, ...others].map((host) => {
      const { hostname, port } = new URL(host)
      return { host: hostname, port: port === '' ? defaultSentinelPort : Number(port) }
    }),
  }
}
