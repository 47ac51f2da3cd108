// Limits how many bytes of bodies and answers the process holds in memory. A company with large calls must not use up
// the memory that serves all others, so a key may hold a quarter of the budget and a company half.
import type { ApiKey } from '@gatehouse/keys/api-key'
import { overloaded, tooManyBytes } from '../gateway-faults.ts'

export type ByteBudget = {
  open(key: Pick<ApiKey, 'id' | 'companyId'>): ByteAccount
  /** Bytes held at the moment. */
  bytes(): number
}

/** The bytes that one request holds. Closing the account releases all of them. */
export type ByteAccount = {
  /** Throws if the key, its company or the process would exceed its share. */
  take(bytes: number): void
  /** Throws as `take` would, but takes nothing. */
  check(bytes: number): void
  /** Runs the work when the account is closed, or immediately if it is already closed. */
  onClose(work: () => void): void
  close(): void
}

const keyShare = 4
const companyShare = 2
// Calls that hold little do not matter for memory, and counting them would slow down every call.
const smallBytes = 16 * 1024

export function createByteBudget(bytesMax: number): ByteBudget {
  const byKey = new Map<string, number>()
  const byCompany = new Map<string, number>()
  let total = 0

  function change(held: Map<string, number>, id: string, bytes: number): void {
    const left = (held.get(id) ?? 0) + bytes
    if (left > 0) held.set(id, left)
    else held.delete(id)
  }

  function check({ id, companyId }: Pick<ApiKey, 'id' | 'companyId'>, bytes: number): void {
    const [keyMax, companyMax] = [bytesMax / keyShare, bytesMax / companyShare]
    if ((byKey.get(id) ?? 0) + bytes > keyMax) throw tooManyBytes('this key', keyMax)
    if ((byCompany.get(companyId) ?? 0) + bytes > companyMax) throw tooManyBytes('the company', companyMax)
    if (total + bytes > bytesMax) throw overloaded()
  }

  function add({ id, companyId }: Pick<ApiKey, 'id' | 'companyId'>, bytes: number): void {
    change(byKey, id, bytes)
    change(byCompany, companyId, bytes)
    total += bytes
  }

  return {
    bytes: () => total,
    open(key) {
      let held = 0
      let uncounted = 0
      let isClosed = false
      const closeTasks: (() => void)[] = []
      const isSmall = (bytes: number) => held === 0 && uncounted + bytes <= smallBytes
      return {
        take(bytes) {
          if (isClosed) return
          if (isSmall(bytes)) return void (uncounted += bytes)
          const counted = uncounted + bytes
          check(key, counted)
          add(key, counted)
          held += counted
          uncounted = 0
        },
        check(bytes) {
          if (!isClosed && !isSmall(bytes)) check(key, uncounted + bytes)
        },
        onClose(work) {
          if (isClosed) work()
          else closeTasks.push(work)
        },
        close() {
          isClosed = true
          if (held > 0) add(key, -held)
          held = 0
          for (const work of closeTasks.splice(0)) work()
        },
      }
    },
  }
}
