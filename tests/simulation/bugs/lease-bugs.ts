// Bugs of leases, on the way between a process and Redis.
import type { PlantedBug } from './planted-bug.ts'
import { type Store, withStore } from './admission-bugs.ts'

type Answer = Awaited<ReturnType<Store['lease']>>
const nothing = { micros: 0n, requests: 0, tokens: 0 }

export const leaseBugs = {
  'uses-more-than-its-lease': {
    what: 'a process takes what it asked for, not what it was granted',
    settlement: withStore((store) => ({
      lease: async (report) => {
        const answer = await store.lease(report)
        return { ...answer, total: { ...answer.total, micros: answer.total.micros + report.wanted.micros } }
      },
    })),
  },
  'adds-what-is-left': {
    what: 'a process adds the whole lease to what it has left',
    settlement: withStore((store) => ({
      lease: async (report) => {
        const answer = await store.lease(report)
        return { ...answer, total: sum(answer.total, report.left) }
      },
    })),
  },
  'reports-no-holds': {
    what: 'calls admitted from a lease are never reported',
    settlement: withStore((store) => ({ lease: (report) => store.lease({ ...report, holds: [] }) })),
  },
  'returns-before-it-reports': {
    what: 'a lease is returned together with what was taken from it',
    settlement: withStore((store) => ({
      lease: async (report) => {
        await store.lease({ ...report, holds: [], left: nothing, wanted: nothing })
        return store.lease(report)
      },
    })),
  },
  'never-returns-leases': {
    what: 'a process keeps what it has left when it needs it no more',
    settlement: withStore((store) => ({
      lease: (report) => store.lease({ ...report, left: { ...report.left, micros: 10n ** 15n } }),
    })),
  },
  'keeps-its-largest-lease': {
    what: 'a process goes on with a lease that it has returned',
    settlement(ports, scene) {
      const largest = new Map<string, Answer['total']>()
      return withStore((store) => ({
        lease: async (report) => {
          const answer = await store.lease(report)
          const known = largest.get(report.keyId) ?? nothing
          const total = known.micros > answer.total.micros ? known : answer.total
          largest.set(report.keyId, total)
          return { ...answer, total }
        },
      }))(ports, scene)
    },
  },
} as const satisfies Record<string, PlantedBug>

function sum(left: Answer['total'], right: Answer['total']): Answer['total'] {
  return {
    micros: left.micros + right.micros,
    requests: left.requests + right.requests,
    tokens: left.tokens + right.tokens,
  }
}
