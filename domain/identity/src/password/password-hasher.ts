// Argon2id by node:crypto. A check deliberately costs 19 MiB and about 30 ms of CPU, so concurrency and queue length are
// limited: a flood of logins must not exhaust the memory and the threads of other requests.
import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { tooManyLogins } from '../identity-faults.ts'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Takes the same time with or without a hash, so that timing does not reveal whether an account exists. */
  verify(password: string, storedHash: string | null | undefined): Promise<boolean>
  /** Whether the hash was made with cost parameters other than the current ones. */
  isOutdated(storedHash: string): boolean
}

export type PasswordHasherOptions = {
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  costs?: PasswordCosts
  runningMax?: number
  waitingMax?: number
}

// OWASP's recommended argon2id parameters with the least memory.
const defaultCosts: PasswordCosts = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

const computeArgon2 = promisify(argon2)

export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const { fillRandom, costs = defaultCosts, runningMax = 2, waitingMax = 32 } = options
  const withSlot = createSlots(runningMax, waitingMax)
  const compute = (password: string, { salt, hash, costs }: PasswordHash) =>
    withSlot(() =>
      computeArgon2('argon2id', {
        // Keyboards differ: some send an accented letter as one code point, some as two.
        message: password.normalize('NFKC'),
        nonce: salt,
        memory: costs.memoryKib,
        passes: costs.passes,
        parallelism: costs.parallelism,
        tagLength: hash.length,
      }),
    )
  const random = (length: number) => {
    const bytes = Buffer.alloc(length)
    fillRandom(bytes)
    return bytes
  }
  // Random, so that it matches no password.
  const unmatchable: PasswordHash = { costs, salt: random(saltBytes), hash: random(hashBytes) }

  return {
    async hash(password) {
      const blank = { costs, salt: random(saltBytes), hash: Buffer.alloc(hashBytes) }
      return formatPasswordHash({ ...blank, hash: await compute(password, blank) })
    },
    async verify(password, storedHash) {
      const stored = parsePasswordHash(storedHash ?? '') ?? unmatchable
      const isEqual = timingSafeEqual(await compute(password, stored), stored.hash)
      return isEqual && stored !== unmatchable
    },
    isOutdated(storedHash) {
      const stored = parsePasswordHash(storedHash)
      return !stored || formatPasswordHash({ ...stored, costs }) !== storedHash
    },
  }
}

type WithSlot = <T>(work: () => Promise<T>) => Promise<T>

function createSlots(runningMax: number, waitingMax: number): WithSlot {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw tooManyLogins()
      // A finished task hands its slot to the first in the queue, so that a newcomer cannot overtake it.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

// The PHC string format for password hashes: it contains the algorithm and the cost parameters, so that the costs can
// be raised later while old hashes still verify.
export type PasswordCosts = { memoryKib: number; passes: number; parallelism: number }

export type PasswordHash = { costs: PasswordCosts; salt: Buffer; hash: Buffer }

// v=19 is Argon2 version 1.3, the only one that Node implements.
const shape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

export function formatPasswordHash({ costs, salt, hash }: PasswordHash): string {
  const { memoryKib, passes, parallelism } = costs
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Undefined for any other text, which therefore matches no password. */
export function parsePasswordHash(text: string): PasswordHash | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  const [, memoryKib, passes, parallelism, salt = '', hash = ''] = match
  return {
    costs: { memoryKib: Number(memoryKib), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
