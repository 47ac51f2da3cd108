// Argon2id, as Node itself computes it. A check costs 19 MiB and some 30 ms of a core on purpose, so only a few run at
// once and few may wait: a flood of logins must not take the memory and the threads of everybody else.
import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { tooManyLogins } from '../identity-faults.ts'
import { type PasswordCosts, type PasswordHash, formatPasswordHash, parsePasswordHash } from './phc-string.ts'

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Costs the same whether there is a hash or not, so that its time tells nobody that an account exists. */
  verify(password: string, storedHash: string | null | undefined): Promise<boolean>
  /** Whether it was made with other costs than today's. */
  isOutdated(storedHash: string): boolean
}

export type PasswordHasherOptions = {
  /** `randomFillSync` of node:crypto. */
  fillRandom: (bytes: Uint8Array) => unknown
  costs?: PasswordCosts
  runningMax?: number
  waitingMax?: number
}

// The first choice of OWASP's list for argon2id with the least memory.
const defaultCosts: PasswordCosts = { memoryKib: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

const computeArgon2 = promisify(argon2)

export function createPasswordHasher(options: PasswordHasherOptions): PasswordHasher {
  const { fillRandom, costs = defaultCosts, runningMax = 2, waitingMax = 32 } = options
  const inTurn = createTurns(runningMax, waitingMax)
  const compute = (password: string, { salt, hash, costs }: PasswordHash) =>
    inTurn(() =>
      computeArgon2('argon2id', {
        // One person's keyboard may compose an accent that another's sends as one character.
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
  // Random, so that no password has it.
  const nobodys: PasswordHash = { costs, salt: random(saltBytes), hash: random(hashBytes) }

  return {
    async hash(password) {
      const blank = { costs, salt: random(saltBytes), hash: Buffer.alloc(hashBytes) }
      return formatPasswordHash({ ...blank, hash: await compute(password, blank) })
    },
    async verify(password, storedHash) {
      const stored = parsePasswordHash(storedHash ?? '') ?? nobodys
      const isEqual = timingSafeEqual(await compute(password, stored), stored.hash)
      return isEqual && stored !== nobodys
    },
    isOutdated(storedHash) {
      const stored = parsePasswordHash(storedHash)
      return !stored || formatPasswordHash({ ...stored, costs }) !== storedHash
    },
  }
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

function createTurns(runningMax: number, waitingMax: number): InTurn {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= runningMax) {
      if (waiting.length >= waitingMax) throw tooManyLogins()
      // Whoever ends hands its turn on, so that nobody who comes later slips in between.
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
