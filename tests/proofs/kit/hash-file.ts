import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

/** A file that does not exist has the hash of an empty one. */
export async function hashFile(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return createHash('sha256').update(text).digest('hex')
}
