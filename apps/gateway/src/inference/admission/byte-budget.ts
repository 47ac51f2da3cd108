// How many bytes of bodies and answers the process holds at once. One company with large calls must not use up the memory in
// which all others are served, so a key may hold a quarter of it and a company half.
import type { ApiKey } from '@gatehouse/keys/api-key'
import { overloaded, tooManyBytes } from '../../gateway-faults.ts'

export type ByteBudget = {
  open(key: Pick<ApiKey, 'id' | 'companyId'>): ByteAccount
  /** Held at the moment. */
  bytes(): number
}

/** What one request holds. Closing it gives all of it back. */
export type ByteAccount = {
  /** Throws if the key, its company or the process would hold too much. */
  take(bytes: number): void
  /** Runs the work when the account is closed; at once if it is. */
  onClose(work: () => void): void
  close(): void
}

const keyShare = 4
const companyShare = 2
// Of the many small bodies none matters, and counting them would cost every call something.
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
      let isClosed = false
      const works: (() => void)[] = []
      return {
        take(bytes) {
          if (isClosed || (held === 0 && bytes <= smallBytes)) return
          check(key, bytes)
          add(key, bytes)
          held += bytes
        },
        onClose(work) {
          if (isClosed) work()
          else works.push(work)
        },
        close() {
          isClosed = true
          if (held > 0) add(key, -held)
          held = 0
          for (const work of works.splice(0)) work()
        },
      }
    },
  }
}
