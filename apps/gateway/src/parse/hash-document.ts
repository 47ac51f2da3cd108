import { createHash } from 'node:crypto'

export function hashDocument(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
