// Writes into a call's hold that its caller is about to be told of no charge, in the one place that can be reached. The
// caller waits for it: what nobody has noted, nobody gives back if this process dies.
import { type Clock, sleep } from '@gatehouse/runtime/clock'
import type { Logger } from '@gatehouse/telemetry/create-logger'
import { type CompanyStore, StoreTrouble } from '../company-store.ts'
import type { HoldTable } from '../hold-table.ts'
import type { StoreGate } from '../store-gate.ts'
import type { OpenHold, OpenHolds } from './open-holds.ts'

export type NoteGivenUpDeps = {
  clock: Clock
  store: CompanyStore
  gate: StoreGate
  table: HoldTable
  open: OpenHolds
  logger: Logger
  /** Neither could be reached in time. */
  onLost: () => void
}

type GivenUpCall = { companyId: string; callId: string }

const triesForMs = 3_000
const tryEveryMs = 100

export function createNoteGivenUp(deps: NoteGivenUpDeps): (call: GivenUpCall) => Promise<void> {
  const { clock, open } = deps
  return async ({ companyId, callId }) => {
    const hold = open.markGivenUp(companyId, callId)
    if (!hold) return
    const untilMs = clock.monotonicMs() + triesForMs
    // Once it is closed, and given back if need be, there is nothing left to note.
    while (open.has(companyId, callId)) {
      if ((await noteInStore(deps, hold)) || (await noteInTable(deps, hold))) return
      if (clock.monotonicMs() >= untilMs) {
        deps.onLost()
        deps.logger.error('a call was given up and nobody could note it', { call_id: callId })
        return
      }
      await sleep(clock, tryEveryMs)
    }
  }
}

async function noteInStore({ store, gate, open }: NoteGivenUpDeps, hold: OpenHold): Promise<boolean> {
  try {
    await gate.run(() => store.update({ companyId: hold.companyId, holds: [open.describe(hold)] }))
    hold.isInStore = true
    return true
  } catch (thrown) {
    if (!(thrown instanceof StoreTrouble)) throw thrown
    return false
  }
}

async function noteInTable({ table, open }: NoteGivenUpDeps, hold: OpenHold): Promise<boolean> {
  // Before it is asked: it may be written although the answer is lost, and then must be removed again.
  hold.isInTable = true
  return table.keep([open.describe(hold)]).then(
    () => true,
    () => false,
  )
}
