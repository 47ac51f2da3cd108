// Where a server keeps its data. Dropping a test database flushes everything that all test files wrote, which takes a
// second on a disk and a twentieth of it in memory.
import { access, constants, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

/** `memory`: in memory if there is enough of it, otherwise on the disk. Memory survives a killed server like a disk. */
export type Storage = 'memory' | 'disk'

const memoryDirectory = '/dev/shm'
const tmpfsType = 0x01_02_19_94
/** Several times what the test databases and their write-ahead log take. */
const freeBytesMin = 4 * 2 ** 30

/** The directory in which a server gets its own. A TMPDIR that the caller chose decides for both kinds. */
export async function storageDirectory(storage: Storage): Promise<string> {
  const isFree = storage === 'memory' && !process.env['TMPDIR']
  return isFree && (await hasMemory()) ? memoryDirectory : tmpdir()
}

async function hasMemory(): Promise<boolean> {
  try {
    await access(memoryDirectory, constants.W_OK | constants.X_OK)
    const { type, bavail, bsize } = await statfs(memoryDirectory)
    return type === tmpfsType && Math.min(bavail * bsize, process.availableMemory()) >= freeBytesMin
  } catch {
    // Not every system has the directory, and a container's is often small.
    return false
  }
}
