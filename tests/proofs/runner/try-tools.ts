// Night proofs need more time, or a quieter machine, than a push allows. To keep them from breaking unnoticed,
// `.ci/run` runs their load tools for a moment: servers, baselines, clients, and the way they are wired together.
import type { NightProof } from '../proof.ts'

/**
 * Tries all proofs concurrently, because they mostly wait for servers to start. Returns one line per proof whose tools
 * do not work.
 */
export async function tryTools(proofs: readonly NightProof[]): Promise<string[]> {
  const failures = await Promise.all(
    proofs.map(async (proof) => {
      const startedMs = performance.now()
      try {
        await using scope = new AsyncDisposableStack()
        await proof.tryTools(scope)
      } catch (thrown) {
        console.error(thrown)
        return [`${proof.name}: ${String(thrown)}`]
      }
      console.log(`  ${((performance.now() - startedMs) / 1_000).toFixed(1).padStart(6)} s  ${proof.name}`)
      return []
    }),
  )
  return failures.flat()
}
