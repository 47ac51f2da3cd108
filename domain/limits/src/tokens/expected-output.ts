// How many tokens a call of a key to an alias is likely to write, learnt from those before. The token limit reserves this much
// while a call runs; reserving all that the alias may write let a default key carry only twelve calls at a time. Each process
// learns for itself, and what a call really used replaces its reservation when it is over.
export type ExpectedOutput = {
  /** For one answer. */
  of(keyId: string, alias: string): number
  learn(keyId: string, alias: string, tokens: number): void
}

const startTokens = 1_024
// Rises quickly and falls slowly, so that it stays above most answers rather than in their middle.
const riseBy = 0.5
const fallBy = 0.1
const keptMax = 20_000

export function createExpectedOutput(): ExpectedOutput {
  // In the order of last use, because a Map keeps the order of insertion.
  const expected = new Map<string, number>()
  return {
    of: (keyId, alias) => Math.ceil(expected.get(`${keyId} ${alias}`) ?? startTokens),
    learn(keyId, alias, tokens) {
      const name = `${keyId} ${alias}`
      const before = expected.get(name) ?? startTokens
      const difference = tokens - before
      expected.delete(name)
      expected.set(name, before + difference * (difference > 0 ? riseBy : fallBy))
      if (expected.size <= keptMax) return
      for (const oldest of expected.keys()) {
        expected.delete(oldest)
        return
      }
    },
  }
}
