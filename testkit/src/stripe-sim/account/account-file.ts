// Persists a simulated account in a file, so that a restarted provider still has the prices, customers and
// subscriptions whose ids are in a database. Scheduled tasks are not persisted: `gatehouse dev`, which uses this, never
// advances the simulator's clock.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { SimAccount } from './sim-account.ts'

const mapNames = [
  'products',
  'prices',
  'customers',
  'sessions',
  'lineItems',
  'orders',
  'paymentIntents',
  'charges',
  'refunds',
  'disputes',
  'invoices',
  'invoiceItems',
  'subscriptions',
  'savedCards',
  'paymentBehaviours',
  'discounts',
] as const satisfies readonly (keyof SimAccount)[]

type AccountState = { events: SimAccount['events'] } & Record<(typeof mapNames)[number], [string, unknown][]>

/** Loads the file, if it exists, into a new account, and saves it after every event and on dispose. */
export function keepAccountInFile(account: SimAccount, file: string): Disposable {
  restore(account, file)
  const write = () => {
    writeFileSync(`${file}.new`, describe(account), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const { onEvent } = account
  let waiting: NodeJS.Immediate | undefined
  account.onEvent = (event) => {
    onEvent(event)
    // Deferred until the request that caused the event has made all its changes.
    waiting ??= setImmediate(() => {
      waiting = undefined
      write()
    })
  }
  return {
    [Symbol.dispose]() {
      clearImmediate(waiting)
      account.onEvent = onEvent
      write()
    },
  }
}

function describe(account: SimAccount): string {
  const maps = mapNames.map((name) => [name, [...account[name]]])
  return JSON.stringify({ ...Object.fromEntries(maps), events: account.events })
}

function restore(account: SimAccount, file: string): void {
  const text = readIfThere(file)
  if (text === undefined) return
  const state = JSON.parse(text) as Partial<AccountState>
  for (const name of mapNames) {
    const map: Map<string, unknown> = account[name]
    for (const [id, object] of state[name] ?? []) map.set(id, object)
  }
  account.events.push(...(state.events ?? []))
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
