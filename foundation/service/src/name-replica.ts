import { hostname } from 'node:os'

/** Identifies this process among all replicas of its service. */
export function nameReplica(): string {
  return `${hostname()} ${process.pid}`
}
