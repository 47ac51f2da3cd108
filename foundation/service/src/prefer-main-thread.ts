// The main thread serves every request, and V8's helper threads compile and collect garbage for it. Where they share a
// core, each of the four would get as much of it as the main thread, which then stands still for a tenth of a second
// whenever calls return after a pause or the heap is marked.
import { readFileSync, readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

// A thread that is nicer by this much gets a tenth of what the main thread gets, and everything that the main thread leaves.
const addedNiceness = 10
const nicenessMax = 19
const threads = '/proc/self/task'

/** Gives V8's helper threads a lower priority than the main thread. Changes nothing where threads cannot be listed. */
export function preferMainThread(): void {
  try {
    const niceness = Math.min(nicenessMax, getPriority() + addedNiceness)
    for (const id of readdirSync(threads))
      if (readFileSync(`${threads}/${id}/comm`, 'utf8').startsWith('V8Worker'))
        setPriority(Number(id), niceness)
  } catch {
    // Another operating system, or a sandbox: the scheduler decides as before.
  }
}
