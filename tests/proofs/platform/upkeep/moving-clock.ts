// A wall clock that all processes of a platform share and that can be moved ahead while they run. libfaketime reads the
// offset from a file each time the clock is read. Monotonic clocks are unaffected, so no time limit fires early.
import { glob, mkdtemp, chmod, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type MovingClock = AsyncDisposable & {
  /** Environment that gives a process this clock. */
  environment: Readonly<Record<string, string>>
  /** The same for Postgres and Redis. */
  serverEnvironment: Readonly<Record<string, string>>
  /** Sets how far the clock is ahead of the real one. */
  setAhead(days: number): Promise<void>
}

const secondsPerDay = 86_400

/** Path of the library, or undefined if it is not installed. */
export async function findLibfaketime(): Promise<string | undefined> {
  const [library] = await Array.fromAsync(glob('/usr/lib{,64,/*}/faketime/libfaketimeMT.so.1'))
  return library
}

export async function createMovingClock(library: string): Promise<MovingClock> {
  const directory = await mkdtemp(join(tmpdir(), 'gatehouse-clock-'))
  // Postgres may run as another user and reads the file too.
  await chmod(directory, 0o755)
  const file = join(directory, 'ahead')
  const setAhead = async (days: number) => {
    // Replaced atomically, so that no process reads a partial file.
    await writeFile(`${file}.next`, `+${Math.round(days * secondsPerDay)}\n`, { mode: 0o644 })
    await rename(`${file}.next`, file)
  }
  await setAhead(0)
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DISABLE_SHM: '1',
  }
  // Redis's bundled allocator reads the clock before libfaketime is initialised and then hangs forever. Preloading the
  // C library's allocator first avoids that.
  const [allocator] = await Array.fromAsync(glob('/lib{,64,/*}/libc_malloc_debug.so.0'))
  return {
    environment,
    serverEnvironment: allocator ? { ...environment, LD_PRELOAD: `${allocator} ${library}` } : environment,
    setAhead,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  }
}
