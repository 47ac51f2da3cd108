// How a password hash is written down: with its algorithm and its costs, so that the costs can be raised later and old
// hashes still be checked (the PHC string format).

export type PasswordCosts = { memoryKib: number; passes: number; parallelism: number }

export type PasswordHash = { costs: PasswordCosts; salt: Buffer; hash: Buffer }

// Version 19 is 1.3, the only one that Node computes.
const shape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

export function formatPasswordHash({ costs, salt, hash }: PasswordHash): string {
  const { memoryKib, passes, parallelism } = costs
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

/** Undefined for anything else: it is nobody's password. */
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
