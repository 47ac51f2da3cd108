import type { CompanyStore } from '../company-store.ts'
import type { OpenHolds } from './open-holds.ts'

// A script with more would keep everybody else waiting.
const holdsPerUpdate = 200

/** Tells Redis which calls of a company are open here. It takes those that it has lost and extends the others. */
export async function tellHolds(store: CompanyStore, open: OpenHolds, companyId: string): Promise<void> {
  for (const some of inChunks(open.ofCompany(companyId), holdsPerUpdate)) {
    // Those that were finished while the others were told must not come back.
    const running = some.filter(({ callId }) => open.has(companyId, callId))
    for (const hold of running) hold.isInStore = true
    await store.update({ companyId, holds: running.map((hold) => open.describe(hold)) })
  }
}

export function* inChunks<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size)
}
