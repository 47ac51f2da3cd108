import { hostname } from 'node:os'

/** Names this process among all that run the service. */
export function nameReplica(): string {
  return `${hostname()} ${process.pid}`
}
