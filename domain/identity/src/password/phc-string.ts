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
