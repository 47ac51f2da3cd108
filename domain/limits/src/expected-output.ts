// Predicts the output tokens of a key's calls to an alias from its earlier calls. The token limit reserves this amount
// while a call runs; if it reserved the alias's maximum, a default key could run only twelve calls at a time. Each
// process learns separately, and the actual usage of a call replaces its reservation when it has finished.
export type ExpectedOutput = {
  /** Expected tokens of one answer. */
  of(keyId: string, alias: string): number
  learn(keyId: string, alias: string, tokens: number): void
}

const startTokens = 1_024
// Rises quickly and falls slowly, so that the prediction stays above most answers rather than at their mean.
const riseBy = 0.5
const fallBy = 0.1
const keptMax = 20_000

export function createExpectedOutput(): ExpectedOutput {
  // In order of last use: a Map keeps insertion order, and `learn` reinserts.
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
