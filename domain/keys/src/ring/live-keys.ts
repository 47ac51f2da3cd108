// The keys that this process has found live, bounded in number: the least recently used is evicted first. A linked list
// keeps the order, because reinserting into a Map on every use costs forty times as much as the rest of a lookup.
import type { CallerKey } from '../key-ports.ts'

export type LiveKey = {
  /** SHA-256 of the raw key, which is not kept. */
  readonly digest: string
  key: CallerKey
  /** The key as a resolved promise for callers, created once. */
  answer: Promise<CallerKey>
  /** Wall-clock time; infinite if the key never expires. */
  expiresAtMs: number
  /** This time and the following two are on the monotonic clock. */
  readAtMs: number
  refreshAtMs: number
  recordedAtMs: number
  /** The epoch of the change feed that reports changes of this key; 0 if none does. */
  epoch: number
  /** The key has changed since it was read. */
  isStale: boolean
}

export type ReadKey = Pick<LiveKey, 'digest' | 'key' | 'readAtMs' | 'refreshAtMs' | 'epoch'>

type Node = LiveKey & { newer: Node | undefined; older: Node | undefined }

export class LiveKeys {
  readonly #sizeMax: number
  readonly #byDigest = new Map<string, Node>()
  readonly #byId = new Map<string, Node>()
  readonly #expiring = new Set<Node>()
  #newest: Node | undefined
  #oldest: Node | undefined

  constructor(sizeMax: number) {
    this.#sizeMax = sizeMax
  }

  get size(): number {
    return this.#byDigest.size
  }

  /** The keys that have an expiry date. */
  get expiring(): ReadonlySet<LiveKey> {
    return this.#expiring
  }

  /** Finds the key and marks it as most recently used. */
  use(digest: string): LiveKey | undefined {
    const node = this.#byDigest.get(digest)
    if (!node || node === this.#newest) return node
    this.#unlink(node)
    this.#link(node)
    return node
  }

  find(digest: string): LiveKey | undefined {
    return this.#byDigest.get(digest)
  }

  findById(keyId: string): LiveKey | undefined {
    return this.#byId.get(keyId)
  }

  /** Scans all keys, which takes about a millisecond and happens at most once for each question to the database. */
  findByCompanies(companyIds: ReadonlySet<string>): LiveKey[] {
    const found: LiveKey[] = []
    for (const node of this.#byId.values()) if (companyIds.has(node.key.companyId)) found.push(node)
    return found
  }

  put(read: ReadKey): void {
    const { digest, key } = read
    const known = this.#byDigest.get(digest)
    const facts = {
      ...read,
      isStale: false,
      answer: Promise.resolve(key),
      expiresAtMs: key.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY,
    }
    if (known) Object.assign(known, facts)
    else this.#add({ ...facts, recordedAtMs: Number.NEGATIVE_INFINITY, newer: undefined, older: undefined })
    if (this.#byDigest.size > this.#sizeMax && this.#oldest) this.remove(this.#oldest)
  }

  remove({ digest }: LiveKey): void {
    const node = this.#byDigest.get(digest)
    if (!node) return
    this.#byDigest.delete(digest)
    this.#byId.delete(node.key.id)
    this.#expiring.delete(node)
    this.#unlink(node)
  }

  #add(node: Node): void {
    this.#byDigest.set(node.digest, node)
    this.#byId.set(node.key.id, node)
    if (node.key.expiresAt) this.#expiring.add(node)
    this.#link(node)
  }

  #link(node: Node): void {
    node.newer = undefined
    node.older = this.#newest
    if (this.#newest) this.#newest.newer = node
    else this.#oldest = node
    this.#newest = node
  }

  #unlink(node: Node): void {
    if (node.newer) node.newer.older = node.older
    else this.#newest = node.older
    if (node.older) node.older.newer = node.newer
    else this.#oldest = node.newer
  }
}
