// Bugs of admission, of holds in Redis and Postgres, and of the reaper.
import type { Hold } from '@gatehouse/limits/hold'
import type { PlantedBug } from './planted-bug.ts'
import type { SettlementPorts } from '@gatehouse/gateway/setup/create-settlement'

export type Store = SettlementPorts['store']

export const admissionBugs = {
  'holds-nothing': {
    what: 'admission checks the balance and takes no hold',
    settlement: withStore((store) => ({
      admit: (call, isConfirmed) => store.admit({ ...call, estimateMicros: 0n }, isConfirmed),
    })),
  },
  'takes-older-balances': {
    what: 'the cached balance is the one that arrived last, not the newest one',
    settlement(ports, scene) {
      let version = 1_000_000n
      const next = <T extends { version: bigint }>(known: T): T => ({ ...known, version: (version += 1n) })
      return withStore((store) => ({
        update: ({ balance, snapshot, ...rest }) =>
          store.update({
            ...rest,
            ...(balance && { balance: next(balance) }),
            ...(snapshot && { snapshot: next(snapshot) }),
          }),
      }))(ports, scene)
    },
  },
  'releases-without-balance': {
    what: 'a hold is released without the charge that replaces it',
    settlement: withStore((store) => ({
      update: ({ balance: _balance, ...rest }) => store.update(rest),
    })),
  },
  'leaks-holds-of-known-calls': {
    what: 'the hold of a call whose answer was lost is never released',
    settlement: withStore((store) => ({
      update: ({ finished = [], ...rest }) =>
        store.update({ ...rest, finished: finished.filter(({ charge }) => charge !== undefined) }),
    })),
  },
  'never-reaps': {
    what: 'calls of dead processes stay open',
    settlement: withStore(() => ({ claimReaping: async () => false })),
  },
  'never-reaps-the-table': {
    what: 'holds of dead processes stay in Postgres',
    settlement: (ports) => ({ ...ports, table: { ...ports.table, findDead: async () => [] } }),
  },
  'shares-no-holds': {
    what: 'processes that have Redis do not write their holds to Postgres while one has not',
    settlement: (ports) => ({ ...ports, table: { ...ports.table, isUsed: async () => false } }),
  },
  'reaps-by-wall-clock': {
    what: "a hold's deadline is compared with the process's wall clock",
    settlement: (ports, scene) =>
      withStore((store) => ({
        readHolds: async (companyId) =>
          (await store.readHolds(companyId)).map((hold) =>
            withRemaining(hold, hold.remainingMs - scene.host.wallOffsetMs),
          ),
      }))(ports, scene),
  },
  'reaps-running-calls': {
    what: 'a hold counts as dead before its deadline',
    settlement: withStore((store) => ({
      readHolds: async (companyId) =>
        (await store.readHolds(companyId)).map((hold) => withRemaining(hold, -61_000)),
    })),
  },
  'forgets-holds': {
    what: 'a process does not send its holds again after Redis has lost them',
    settlement: withStore((store) => ({ update: ({ holds: _holds, ...rest }) => store.update(rest) })),
  },
  'does-not-copy-holds': {
    what: 'holds are not copied to Postgres when Redis is down',
    settlement: (ports) => ({ ...ports, table: { ...ports.table, keep: async () => undefined } }),
  },
  'leaves-holds-in-the-table': {
    what: 'holds are not deleted from Postgres when their calls end',
    settlement: (ports) => ({ ...ports, table: { ...ports.table, remove: async () => undefined } }),
  },
  'counts-closed-calls': {
    what: 'the holds of closed calls count until their release arrives',
    settlement: (ports) => ({
      ...ports,
      readSnapshot: async (...asked) => ({ ...(await ports.readSnapshot(...asked)), closedCallIds: [] }),
    }),
  },
  'refuses-by-the-cache': {
    what: 'a refusal is decided by a balance that was read earlier',
    settlement(ports) {
      const known = new Map<string, ReturnType<typeof ports.readSnapshot>>()
      return {
        ...ports,
        readSnapshot: (...asked) => {
          const snapshot = known.get(asked[0]) ?? ports.readSnapshot(...asked)
          known.set(asked[0], snapshot)
          return snapshot
        },
      }
    },
  },
  'ignores-budgets': {
    what: 'Redis admits without looking at budgets',
    settlement: withStore((store) => ({
      admit: ({ budgets: _budgets, ...call }, isConfirmed) => store.admit(call, isConfirmed),
    })),
  },
  'budgets-miss-charges': {
    what: 'released calls do not count in what a budget has spent',
    settlement: withStore((store) => ({
      update: ({ finished = [], ...rest }) =>
        store.update({
          ...rest,
          finished: finished.map((call) => ({ ...call, charge: { micros: 0n, version: 0n } })),
        }),
    })),
  },
} as const satisfies Record<string, PlantedBug>

function withRemaining(hold: Hold, remainingMs: number): Hold {
  return { ...hold, remainingMs }
}

export function withStore(change: (store: Store) => Partial<Store>): NonNullable<PlantedBug['settlement']> {
  return (ports) => {
    const { store } = ports
    const own = Object.fromEntries(
      storeMethods.map((name) => [name, (store[name] as (...args: unknown[]) => unknown).bind(store)]),
    )
    return { ...ports, store: { ...own, ...change(store) } as Store }
  }
}

const storeMethods = [
  'admit',
  'preview',
  'count',
  'lease',
  'update',
  'readHolds',
  'forget',
  'beat',
  'leave',
  'claimReaping',
  'listCompanies',
  'unlistCompany',
] as const satisfies readonly (keyof Store)[]
