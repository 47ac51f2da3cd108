// Objects as files, for development and for a single machine. A file appears whole or not at all: it is written under a
// temporary name, fsynced, and renamed.
import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ObjectStore, keyInFolder, storeUnavailable } from '../object-store.ts'

export function createDirectoryStore(root: string): ObjectStore {
  return {
    async put(key, bytes) {
      const path = join(root, key)
      // No key begins with a dot, so a draft cannot collide with an object.
      const draft = join(root, `.draft-${randomUUID()}`)
      try {
        await mkdir(dirname(path), { recursive: true })
        await writeDurably(draft, bytes)
        await rename(draft, path)
        await flushDirectory(dirname(path))
      } catch (error) {
        await rm(draft, { force: true }).catch(() => undefined)
        throw storeUnavailable({ key, during: 'put' }, error)
      }
    },
    async get(key) {
      try {
        return await readFile(join(root, key))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw storeUnavailable({ key, during: 'get' }, error)
      }
    },
    async list(folder) {
      try {
        const entries = await readdir(join(root, folder), { withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile())
          .map(({ name }) => keyInFolder(folder, `${folder}/${name}`))
          .filter((key) => key !== undefined)
          .sort()
      } catch (error) {
        if (isMissing(error)) return []
        throw storeUnavailable({ key: folder, during: 'list' }, error)
      }
    },
    async delete(key) {
      await rm(join(root, key), { force: true }).catch((error: unknown) => {
        throw storeUnavailable({ key, during: 'delete' }, error)
      })
    },
    close: () => Promise.resolve(),
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
}

/** The directory entry must be fsynced separately from the file. */
async function flushDirectory(path: string): Promise<void> {
  await using directory = await open(path, 'r')
  await directory.sync()
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
}
