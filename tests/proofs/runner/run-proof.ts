import { setTimeout as pause } from 'node:timers/promises'
import type { Proof, ProofResult } from '../proof.ts'
import { watchEngineErrors } from './engine-errors.ts'
import { listDescendants } from './list-descendants.ts'

const exitWithinMs = 5_000

/** Runs one proof. An exception, a process left running or an error of the task engine makes it fail. */
export async function runProof(proof: Proof, { isShort }: { isShort: boolean }): Promise<ProofResult> {
  const startedMs = performance.now()
  const progress = (text: string) => {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1)
    console.log(`  ${seconds.padStart(6)} s  ${text}`)
  }
  using engine = watchEngineErrors()
  const result = await proof.run({ isShort, progress }).catch(failWith)
  const leftRunning = await killLeftRunning()
  const engineErrors = engine.errors()
  for (const line of engineErrors) console.error(line)
  if (leftRunning.length + engineErrors.length === 0) return result
  const figure = [
    result.outcome === 'not measured' ? result.reason : result.figure,
    ...(leftRunning.length > 0 ? [`left running: ${leftRunning.join(', ')}`] : []),
    ...(engineErrors.length > 0 ? [`${engineErrors.length} task engine errors`] : []),
  ].join('; ')
  return { outcome: 'failed', figure }
}

function failWith(thrown: unknown): ProofResult {
  console.error(thrown)
  return { outcome: 'failed', figure: `stopped by ${String(thrown)}` }
}

/** A proof stops every process it started. One that it forgot would slow down the next proof, so it is killed and reported. */
async function killLeftRunning(): Promise<string[]> {
  const untilMs = performance.now() + exitWithinMs
  let left = await listDescendants()
  while (left.length > 0 && performance.now() < untilMs) {
    await pause(50)
    left = await listDescendants()
  }
  for (const { pid } of left) kill(pid)
  return left.map(({ pid, program }) => `${program} (${pid})`)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has exited in the meantime.
  }
}
