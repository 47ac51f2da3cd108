// Where Redis is: one server, a group of servers watched by Sentinels, which know the present master, or a cluster.
//   redis://:password@host:6379/0
//   redis+sentinel://:password@a:26379,b:26379,c:26379/name of the group/0
//   redis+cluster://:password@a:6379,b:6379,c:6379
import { splitHosts } from '@gatehouse/runtime/split-hosts'

const sentinelScheme = 'redis+sentinel:'
const clusterScheme = 'redis+cluster:'
const defaultSentinelPort = 26_379
const defaultPort = 6_379

type Host = { host: string; port: number }
type Account = { username?: string; password?: string }

/** In the names of the client's options. */
export type SentinelAddress = Account & {
  sentinels: Host[]
  /** The name of the group of servers. */
  name: string
  db: number
}

export type ClusterAddress = {
  /** Nodes that are asked for all others. */
  nodes: Host[]
  account: Account
}

/** Undefined if the address names something else. */
export function readSentinels(url: string): SentinelAddress | undefined {
  if (!url.startsWith(sentinelScheme)) return undefined
  const [, name = '', db = '0'] = new URL(splitHosts(url)[0] ?? '').pathname.split('/')
  return {
    ...readAccount(url),
    db: Number(db),
    name: decodeURIComponent(name),
    sentinels: readHosts(url, defaultSentinelPort),
  }
}

/** Undefined if the address names something else. */
export function readCluster(url: string): ClusterAddress | undefined {
  if (!url.startsWith(clusterScheme)) return undefined
  return { nodes: readHosts(url, defaultPort), account: readAccount(url) }
}

function readAccount(url: string): Account {
  const { username, password } = new URL(splitHosts(url)[0] ?? '')
  return {
    ...(username === '' ? {} : { username: decodeURIComponent(username) }),
    ...(password === '' ? {} : { password: decodeURIComponent(password) }),
  }
}

function readHosts(url: string, portOtherwise: number): Host[] {
  return splitHosts(url).map((host) => {
    const { hostname, port } = new URL(host)
    return { host: hostname, port: port === '' ? portOtherwise : Number(port) }
  })
}
