// Limits how many sockets may be open. A socket is anonymous until its first message brings a valid token, and
// anonymous sockets are limited separately: however many there are, authenticated users still get theirs. At the
// anonymous limit the oldest socket is evicted instead of the newest being refused, because a legitimate client sends
// its token immediately.
import { addressRange } from '@gatehouse/limits/address-range'

export type SocketPlaces = {
  /** Takes an anonymous place. If a later socket needs the place, `makeWay` is called and must end this socket. */
  enter(address: string | undefined, makeWay: () => void): SocketPlace
}

export type SocketPlace = {
  /**
   * Exchanges the anonymous place for a place of this user. Returns false if the limit per user or for all users is
   * reached.
   */
  promote(userId: string): boolean
  leave(): void
}

type SocketPlaceLimits = {
  anonymousMax: number
  anonymousPerAddressMax: number
  authenticatedMax: number
  authenticatedPerUserMax: number
}

const defaultPlaceLimits: SocketPlaceLimits = {
  anonymousMax: 200,
  anonymousPerAddressMax: 20,
  authenticatedMax: 1_000,
  authenticatedPerUserMax: 50,
}

type Anonymous = { range: string; makeWay: () => void }

export function createSocketPlaces(limits: SocketPlaceLimits = defaultPlaceLimits): SocketPlaces {
  // In order of arrival.
  const anonymous = new Set<Anonymous>()
  const anonymousOf = new Map<string, number>()
  const authenticatedOf = new Map<string, number>()
  let authenticated = 0

  function evict(isCandidate: (socket: Anonymous) => boolean): void {
    const oldest = anonymous.values().find(isCandidate)
    if (!oldest) return
    remove(oldest)
    oldest.makeWay()
  }

  function remove(socket: Anonymous): void {
    if (anonymous.delete(socket)) change(anonymousOf, socket.range, -1)
  }

  return {
    enter(address, makeWay) {
      const socket: Anonymous = { range: addressRange(address ?? ''), makeWay }
      const { range } = socket
      if ((anonymousOf.get(range) ?? 0) >= limits.anonymousPerAddressMax)
        evict((other) => other.range === range)
      else if (anonymous.size >= limits.anonymousMax) evict(() => true)
      anonymous.add(socket)
      change(anonymousOf, range, 1)
      let person: string | undefined
      let hasLeft = false
      return {
        promote(userId) {
          if (hasLeft || authenticated >= limits.authenticatedMax) return false
          if ((authenticatedOf.get(userId) ?? 0) >= limits.authenticatedPerUserMax) return false
          remove(socket)
          person = userId
          authenticated += 1
          change(authenticatedOf, userId, 1)
          return true
        },
        leave() {
          hasLeft = true
          remove(socket)
          if (person === undefined) return
          authenticated -= 1
          change(authenticatedOf, person, -1)
          person = undefined
        },
      }
    },
  }
}

function change(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
