import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createDocumentReader } from '@gatehouse/parsing/create-document-reader'
import { documentLimits } from '@gatehouse/parsing/document-limits'
import type { DocumentReader } from '@gatehouse/parsing/document-reader'
import { waitUntil } from '@gatehouse/testkit/wait-until'
import { composeHonestPdf, hostileDocuments } from './hostile-documents.ts'
import { childIds, residentBytes, watchUsage } from './watch-usage.ts'
import { type Proof, judged } from '../proof.ts'

const mib = 1_048_576
const msMax = 1_000
const mibMax = 128
const longBombBytes = 200 * mib
/** Above the limit of 50 MiB, and quick to build. */
const shortBombBytes = 52 * mib

export const proof: Proof = {
  name: 'parse-hostile',
  tier: 'push',
  claim:
    'documents made to exhaust the parser are refused quickly, in little memory, and the next document is read',
  bar: `${hostileDocuments.length} of ${hostileDocuments.length} refused, an honest one read after each; long form: within ${msMax} ms, excluding the wait for a processor, and +${mibMax} MiB`,
  async run({ isShort, progress }) {
    const processes = isShort ? 1 : 2
    await using reader = createDocumentReader({ limits: documentLimits, processes, waitingMax: 10 })
    const worst = { ms: 0, mib: 0, loopMs: 0 }
    let held = 0
    for (const { name, compose } of hostileDocuments) {
      const attack = await attackWith(reader, compose(isShort ? shortBombBytes : longBombBytes), processes)
      // On a loaded machine the figures say little, so the short form judges neither time nor memory.
      const isCheap = isShort || (attack.ms <= msMax && attack.mib <= mibMax)
      const isHeld = attack.isRefused && attack.isNextRead && isCheap
      held += isHeld ? 1 : 0
      worst.ms = Math.max(worst.ms, attack.ms)
      worst.mib = Math.max(worst.mib, attack.mib)
      worst.loopMs = Math.max(worst.loopMs, attack.loopMs)
      const cost = `${attack.ms.toFixed(0)} ms (${attack.wallMs.toFixed(0)} elapsed), +${attack.mib.toFixed(0)} MiB, event loop ${attack.loopMs.toFixed(0)} ms`
      progress(`${name}: ${attack.outcome}, ${cost}${isHeld ? '' : ' NOT HELD'}`)
    }
    return judged({
      figure: `${held} of ${hostileDocuments.length} refused without harm; slowest ${worst.ms.toFixed(0)} ms, most memory +${worst.mib.toFixed(0)} MiB, event loop held for ${worst.loopMs.toFixed(0)} ms`,
      isPassed: held === hostileDocuments.length,
    })
  },
}

async function attackWith(reader: DocumentReader, bytes: Buffer, processes: number) {
  await waitUntilIdle(processes)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const watch = watchUsage()
  delay.enable()
  const startedMs = performance.now()
  const outcome = await reader.read(bytes)
  const wallMs = performance.now() - startedMs
  delay.disable()
  const { grownBytes, waitedMs } = watch.stop()
  const next = await reader.read(composeHonestPdf())
  return {
    outcome: outcome.kind === 'refused' ? `${outcome.code} ${outcome.reason}` : outcome.kind,
    isRefused: outcome.kind === 'refused',
    isNextRead: next.kind === 'read',
    // Time that the read would have taken on an otherwise idle machine.
    ms: Math.max(0, wallMs - waitedMs),
    wallMs,
    mib: grownBytes / mib,
    loopMs: delay.max / 1e6,
  }
}

/** Waits until the spare processes are loaded, which shows in their memory no longer changing. */
async function waitUntilIdle(processes: number): Promise<void> {
  globalThis.gc?.()
  let last = ''
  let same = 0
  await waitUntil(
    () => {
      const ids = childIds()
      const now = ids.map((id) => `${id} ${Math.round(residentBytes(id) / mib)}`).join()
      same =
        now === last && ids.length >= processes && ids.every((id) => residentBytes(id) > 80 * mib)
          ? same + 1
          : 0
      last = now
      return Promise.resolve(same >= 4)
    },
    { withinMs: 120_000, what: 'the reading processes are idle' },
  )
}
