// Copies the holds of this process's open calls to Postgres, which decides by them while Redis is down.
import type { HoldTable } from '../hold.ts'
import { type OpenHold, type OpenHolds, inChunks } from './open-holds.ts'

export type HoldCopies = {
  /** Resolves when Postgres has every hold that this process has of the company. */
  copyCompany(companyId: string): Promise<void>
  /** Writes these holds, and extends those that Postgres has already. */
  write(holds: readonly OpenHold[]): Promise<void>
}

type HoldCopiesDeps = { table: Pick<HoldTable, 'keep'>; open: OpenHolds }

const holdsPerStatement = 1_000

export function createHoldCopies({ table, open }: HoldCopiesDeps): HoldCopies {
  const copying = new Map<string, Promise<void>>()

  async function write(holds: readonly OpenHold[]): Promise<void> {
    for (const some of inChunks(holds, holdsPerStatement)) {
      // A call that finished while earlier chunks were written must not reappear.
      const running = some.filter(({ companyId, callId }) => open.has(companyId, callId))
      // A call may finish, or the reply may be lost, after Postgres has the hold, which then has to be deleted.
      for (const hold of running) hold.isInTable = true
      // If this fails, Postgres may have crashed, which empties the table: the holds must be written again before it decides.
      for (const hold of running) hold.isCopied = false
      await table.keep(running.map((hold) => open.describe(hold)))
      for (const hold of running) hold.isCopied = true
    }
  }

  function start(companyId: string, holds: readonly OpenHold[]): Promise<void> {
    const copied = write(holds).finally(() => copying.delete(companyId))
    copying.set(companyId, copied)
    return copied
  }

  return {
    async copyCompany(companyId) {
      for (;;) {
        const missing = open.ofCompany(companyId).filter(({ isCopied }) => !isCopied)
        if (missing.length === 0) return
        await (copying.get(companyId) ?? start(companyId, missing))
      }
    },
    write,
  }
}
