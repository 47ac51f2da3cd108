// Night proofs need more time, or a quieter machine, than a push allows. To keep them from breaking unnoticed,
// `.ci/run` runs their load tools for a moment: servers, baselines, clients, and the way they are wired together.
import type { NightProof } from '../proof.ts'

/**
 * Tries one proof after the other: they pin their processes to the same core, and several at a time would break each
 * other's streams. Returns one line per proof whose tools do not work.
 */
export async function tryTools(proofs: readonly NightProof[]): Promise<string[]> {
  const failures: string[] = []
  for (const proof of proofs) {
    const startedMs = performance.now()
    try {
      await using scope = new AsyncDisposableStack()
      await proof.tryTools(scope)
      console.log(`  ${((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6)} s  ${proof.name}`)
    } catch (thrown) {
      console.error(thrown)
      failures.push(`${proof.name}: ${String(thrown)}`)
    }
  }
  return failures
}
